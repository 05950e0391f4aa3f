// A partition by its bands: neighbouring rows that are alike, and columns, are one. What is counted by lines is counted as
// quickly for any number of cells where a shape consists of a few rectangles.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::partition {

class Bands {
public:
  Bands(const Partition& partition); // implicit: the same, in another form
  /// Rectangles painted one over the other on cells of process 0.
  /// \pre they are within N x N, N = cells >= 1, their owners within 0 .. processes - 1
  Bands(std::int64_t cells, int processes, std::span<const Rectangle> layers);

  /// N: of a side.
  std::int64_t cells() const { return cells_; }
  int processes() const { return processes_; }
  /// Of rows; of columns.
  std::size_t rows() const { return heights_.size(); }
  std::size_t columns() const { return widths_.size(); }
  /// In cells: the heights, and the widths, have the sum N.
  std::int64_t height(std::size_t row) const { return heights_[row]; }
  std::int64_t width(std::size_t column) const { return widths_[column]; }
  int owner(std::size_t row, std::size_t column) const { return owner_[row * columns() + column]; }

  /// \throws ArgumentError if there are more cells than a Partition has
  Partition partition() const;

private:
  std::int64_t cells_;
  int processes_;
  std::vector<std::int64_t> heights_, widths_;
  std::vector<int> owner_; ///< of a cell of each, row-major
};

/// Steps of the outer product that follow one another and are alike: step k needs column k of A and row k of B.
struct AlikeSteps {
  std::size_t row, column; ///< the bands that k is in
  std::int64_t count;
};
std::vector<AlikeSteps> alike_steps(const Bands& bands);

/// As of the partition.
std::vector<Rectangle> rectangles(const Bands& bands);

} // namespace hetgrid::partition
