// Partitions of a matrix that are no grid: any process may own any cell. A cell is a block of the matrix; the three matrices
// of a product C := A B are partitioned alike ([DeFlumere14] 3). All indices are 0-based.
#pragma once

#include "hetgrid/owner_map.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::partition {

/// Cells cut from a partition: global origin and size, in cells.
using Rectangle = layout::Rectangle;

/// An N x N grid of cells, each owned by one process: phi(i, j) of [DeFlumere14] (3.1).
class Partition {
public:
  /// N is at most this.
  static constexpr std::int64_t most_cells = 8192;

  /// All cells belong to `owner`.
  /// \param cells N, of a side
  /// \throws ArgumentError unless 1 <= cells <= most_cells, and `owner` is one of 0 .. processes - 1
  Partition(std::int64_t cells, int processes, int owner = 0);

  /// N: of a side.
  std::int64_t cells() const { return cells_; }
  int processes() const { return processes_; }
  /// \pre 0 <= i, j < cells()
  int owner(std::int64_t i, std::int64_t j) const { return owner_[index(i, j)]; }
  /// \throws ArgumentError if there is no such cell or no such process
  void assign(std::int64_t i, std::int64_t j, int owner);
  /// All cells of the rectangle to its owner. \throws ArgumentError as above
  void assign(const Rectangle& rectangle);

  bool operator==(const Partition&) const = default;

private:
  std::size_t index(std::int64_t i, std::int64_t j) const { return static_cast<std::size_t>(i * cells_ + j); }

  std::int64_t cells_;
  int processes_;
  std::vector<int> owner_; ///< N x N, row-major
};

/// Rectangles of one owner each that are disjoint and cover the partition, by row and column: runs of cells that are alike in
/// consecutive rows, or in consecutive columns, whichever are fewer.
std::vector<Rectangle> rectangles(const Partition& partition);

/// The partition of N x N cells with these rectangles, which cover it. \param cells N
/// \throws ArgumentError as Partition does
Partition partition_of(std::int64_t cells, int processes, std::span<const Rectangle> rectangles);

/// The layout of matrices that are partitioned so: its rectangles.
layout::OwnerMap owner_map(const Partition& partition);

/// {"cells": N, "processes": p, "rectangles": [{"row", "column", "rows", "columns", "owner"}, ...]}
std::string to_json(const Partition& partition);
/// \throws InputError on malformed text, unknown fields, rectangles that are not within the partition or overlap, processes
/// that do not exist, cells that nobody owns
Partition partition_from_json(const std::string& text);
/// Its layout. \throws InputError likewise
layout::OwnerMap owner_map_from_json(const std::string& text);

} // namespace hetgrid::partition
