// What every process of a grid can own of a panel.
#pragma once

#include "plan/panel/integer_panel.hpp"

#include <limits>

namespace hetgrid::plan {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The counts n, m fit if n_i m_j <= blocks(i, j). A target time T and the limits of memory are both of that
/// form: n_i t_ij m_j <= T and n_i m_j <= fraction_ij B_p B_q.
class PanelCapacity {
public:
  /// \param area B_p B_q, which the limits refer to
  PanelCapacity(const TimeMatrix& t, double time, const PanelLimits& limits, double area);

  int p() const noexcept { return p_; }
  int q() const noexcept { return q_; }
  double blocks(int i, int j) const noexcept { return blocks_[static_cast<std::size_t>(i) * q_ + j]; }
  const double* row(int i) const noexcept { return &blocks_[static_cast<std::size_t>(i) * q_]; }

  /// The most blocks of each grid column that fit to given rows: floor min_i blocks(i, j) / n_i.
  std::vector<int> most_columns(std::span<const int> rows) const;

private:
  int p_, q_;
  std::vector<double> blocks_;
};

/// The limits of the transposed grid.
PanelLimits transposed(const PanelLimits& limits, int p, int q);

/// Sum of counts.
int total(std::span<const int> counts);

/// Grid rows or columns with the given shares as processes: the cycle-time is 1 / share.
std::vector<double> line_times(std::span<const double> shares);

/// Time of each grid column for one block column, max_i n_i t_ij: that of its slowest process.
std::vector<double> column_times(const TimeMatrix& t, std::span<const int> rows);

/// max_ij n_i t_ij m_j.
double longest_time(const TimeMatrix& t, const PanelCounts& counts);

} // namespace hetgrid::plan
