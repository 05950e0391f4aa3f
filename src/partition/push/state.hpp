// A partition while it is pushed: LineCounts, and the cells of each process as sets of bits, so that the next cell of a process
// in a row or column is found 64 cells at a time.
#pragma once

#include "partition/line_counts.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::partition {

using Words = std::span<const std::uint64_t>;

/// Bit j of the words of a row is its cell in column j. Memory: p N^2 / 4 bytes besides LineCounts.
class PushState {
public:
  explicit PushState(Partition partition);

  const LineCounts& counts() const { return counts_; }
  const Partition& partition() const { return counts_.partition(); }
  Words row(int process, std::int64_t i) const { return words(rows_, process, i); }
  Words column(int process, std::int64_t j) const { return words(columns_, process, j); }

  /// Cells (i, j) and (g, h) exchange their owners. \pre both exist
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
  std::int64_t words_;                        ///< of a line
  std::vector<std::uint64_t> rows_, columns_; ///< by process and line
};

/// Smallest j of from .. to - 1 that is in both sets, `to` if there is none. \pre both have `to` bits
std::int64_t first_common(Words first, Words second, std::int64_t from, std::int64_t to);

} // namespace hetgrid::partition
