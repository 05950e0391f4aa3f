// What the processes of a layout have to do: how much of a matrix each of them owns, at every step of a factorization.
#pragma once

#include "hetgrid/distribution.hpp"
#include "hetgrid/model.hpp"
#include "hetgrid/plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace hetgrid::plan {

/// What the members own of the trailing matrix A(b:n, b:n), elements; one entry a member.
struct Trailing {
  std::vector<double> rows, columns; ///< that have elements of theirs
  std::vector<double> area;
  std::vector<double> strip; ///< of `area`, in the columns up to the next border
  std::vector<double>
      lower; ///< of `area`, what Cholesky updates: the lower triangle with squares on the diagonal
  std::vector<double> lower_strip; ///< of `strip`, the same

  explicit Trailing(std::size_t members);
};

/// A layout of an n x n matrix. Members are the processes that own something. Two of them are on the same row (column)
/// line if they need the same panels: those of a grid row (column) or, in a layout that is no grid, all that are
/// connected by common block rows (columns).
class Workload {
public:
  virtual ~Workload() = default;

  /// Indices in the platform; of a grid in row-major order.
  const std::vector<int>& members() const { return members_; }
  const std::vector<int>& row_line() const { return row_line_; }
  const std::vector<int>& column_line() const { return column_line_; }
  int row_lines() const { return row_lines_; }
  int column_lines() const { return column_lines_; }
  /// Cycle-times by which hetgrid chooses who factors panels, of the members.
  const std::vector<double>& cycle_times() const { return cycle_times_; }
  /// By which it chooses how panels are factored.
  const schedule::Parameters& parameters() const { return parameters_; }
  /// Of `steps` steps those that can be simulated in reasonable time.
  virtual std::int64_t most_steps(std::int64_t steps) const { return steps; }
  /// Member that owns a block.
  virtual int owner(std::int64_t block_row, std::int64_t block_column) const = 0;

  /// True if column lines own one block column after the other in turn.
  virtual bool columns_go_round() const = 0;

  /// Sets the borders, ascending from 0 to n; then what lies behind them is asked for one after the other. Between two
  /// borders far apart steps are not told from each other: what is below the diagonal there is about right.
  virtual void cut(const std::vector<std::int64_t>& borders) = 0;
  /// Of the next border.
  virtual void next(Trailing& trailing) = 0;

protected:
  std::vector<int> members_, row_line_, column_line_;
  int row_lines_ = 0, column_lines_ = 0;
  std::vector<double> cycle_times_;
  schedule::Parameters parameters_;
};

/// \throws ArgumentError if the plan has more processes than the platform, or a block has an owner that it has not
std::unique_ptr<Workload> workload_of(const Plan& plan, const Platform& platform, const Problem& problem);
std::unique_ptr<Workload> workload_of(const Distribution& distribution, const Platform& platform,
                                      const Problem& problem);

} // namespace hetgrid::plan
