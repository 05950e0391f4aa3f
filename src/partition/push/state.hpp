// A partition while it is pushed: LineCounts, and the cells of each process as sets of bits, so that the next cell of a process
// in a row or column is found 64 cells at a time.
#pragma once

#include "partition/line_counts.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::partition {

using Words = std::span<const std::uint64_t>;

/// What a partition is a part of, where it is the trailing sub-matrix of a step of an LU factorization ([DeFlumere14] 9.3).
struct LuStep {
  struct Around {
    LineTable table; ///< of the cells of an earlier step's sub-matrix, by the rows and columns of the matrix
    std::int64_t weight; ///< of a pair of the table in the volume: the step's width
  };
  std::int64_t width;  ///< cells (i, j) with i, j >= width are the next step's and stay
  std::int64_t origin; ///< first row and column in the matrix
  std::vector<Around> around;
};

/// Memory: p N^2 / 4 bytes besides LineCounts.
class PushState {
public:
  explicit PushState(Partition partition);
  PushState(Partition sub_matrix, LuStep step);

  const LineCounts& counts() const { return counts_; }
  const Partition& partition() const { return counts_.partition(); }
  const LuStep& step() const { return step_; }

  /// What no Push raises: sum of c_i and c_j of (6.1), from which the volume of communication differs by a constant and a factor;
  /// in LU with the widths of the steps as weights, over the sub-matrices of this step and the earlier ones.
  std::int64_t volume() const;

  /// Cells that may move.
  const LineTable& movable() const { return movable_; }
  /// Bit j is the cell in column j, set if the process owns it and it may move; likewise of a column.
  Words row(int process, std::int64_t i) const { return words(rows_, process, i); }
  Words column(int process, std::int64_t j) const { return words(columns_, process, j); }

  /// Cells (i, j) and (g, h) exchange their owners. \pre both exist and may move
  void exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h);

private:
  std::size_t line(int process, std::int64_t k) const {
    return static_cast<std::size_t>((process * counts_.cells() + k) * words_);
  }
  Words words(const std::vector<std::uint64_t>& lines, int process, std::int64_t k) const {
    return Words(lines).subspan(line(process, k), static_cast<std::size_t>(words_));
  }
  void flip(int process, std::int64_t i, std::int64_t j);

  LineCounts counts_;
  LuStep step_;
  LineTable movable_;
  std::int64_t words_;                        ///< of a line
  std::vector<std::uint64_t> rows_, columns_; ///< by process and line
};

/// Smallest j of from .. to - 1 that is in both sets, `to` if there is none. \pre both have `to` bits
std::int64_t first_common(Words first, Words second, std::int64_t from, std::int64_t to);

} // namespace hetgrid::partition
