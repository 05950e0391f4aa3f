// Layouts that are no product of two axes: any partition of a panel into rectangles.
//
// The cells of a panel are shared out in rectangles; the panel repeats over the matrix, cell (i, j) of which is a
// block of mb x nb elements. A panel with as many cells as the matrix has blocks is a partition of the matrix.
//
//       panel of 4 x 4 cells,     what a process stores: an array for each of its rectangles, with all repetitions
//       three rectangles          of it, in global order, one behind the other
//
//       0 0 0 1                   process 0: rows 0 to 2 of every four, columns 0 to 2 of every four: one array,
//       0 0 0 1                   3/4 of the rows high and 3/4 of the columns wide
//       0 0 0 1                   process 1: two arrays: rows 0 to 2, column 3; row 3, all columns
//       1 1 1 1
//
// So each array is the product of a set of rows and a set of columns, as the local part of a matrix on a grid is:
// with an Axis for either, on which coordinate 1 owns what the rectangle holds and coordinate 0 the rest.
#pragma once

#include "hetgrid/layout.hpp"

#include <memory>
#include <span>
#include <vector>

namespace hetgrid::layout {

/// Cells of a panel that one process owns: origin and size in cells.
struct Rectangle {
  Index row = 0, column = 0;
  Index rows = 0, columns = 0;
  int owner = 0;

  bool operator==(const Rectangle&) const = default;
};

/// Owner of each cell of a panel that repeats over the matrix. Immutable; copies share the tables. Memory: for panels of
/// h x w cells, of which rows differ from the row above at r places and columns from the one before at c places, about
/// h + w + r c integers.
class OwnerMap {
public:
  /// One process that owns everything.
  OwnerMap() : OwnerMap(1, 1, 1, {{0, 0, 1, 1, 0}}) {}
  /// \param rows, columns  of the panel, cells
  /// \throws ArgumentError naming the first rectangle that is empty, outside the panel, of no process or overlaps another
  ///         one, or the first cell that none covers
  OwnerMap(int nprocs, Index rows, Index columns, std::vector<Rectangle> rectangles);

  int nprocs() const noexcept;
  /// Of the panel, cells.
  Index rows() const noexcept;
  Index columns() const noexcept;
  std::span<const Rectangle> rectangles() const noexcept;

  /// Panel rows -> bands: rows between which no rectangle begins or ends. Coordinates are numbers of bands.
  const AxisMap& row_bands() const noexcept;
  const AxisMap& column_bands() const noexcept;
  /// The rectangle, by its number, where two bands meet.
  int rectangle_at(int row_band, int column_band) const noexcept;

  /// Of a block of the matrix.
  int owner(Index block_row, Index block_column) const noexcept {
    return rectangles()[static_cast<std::size_t>(
                            rectangle_at(row_bands().owner(block_row), column_bands().owner(block_column)))]
        .owner;
  }

  /// Rows, and columns, of the matrix that rectangle number k holds: coordinate 1.
  const AxisMap& rows_of(int k) const noexcept;
  const AxisMap& columns_of(int k) const noexcept;

private:
  struct Tables;
  std::shared_ptr<const Tables> tables_;
};

/// An array of a process: what one rectangle of the panel holds of a matrix.
struct RectangleArray {
  static constexpr int inside = 1; ///< coordinate on both axes
  int rectangle = 0;               ///< its number
  Axis rows, columns;
  Index offset = 0;   ///< elements from the beginning of the process's storage
  Index m = 0, n = 0; ///< local rows and columns
  Index ld = 1;       ///< leading dimension
};

/// A matrix of m x n elements in blocks of mb x nb, distributed by an owner map.
struct PartitionedMatrix {
  OwnerMap map;
  Index m = 0, n = 0;
  Index mb = 1, nb = 1;

  /// Rows and columns in bands.
  Axis row_bands() const { return {map.row_bands(), m, mb, 0}; }
  Axis column_bands() const { return {map.column_bands(), n, nb, 0}; }
  int owner(Index i, Index j) const noexcept { return map.owner(i / mb, j / nb); }
};

/// Where an element is.
struct ElementPlace {
  int owner = 0;
  Index index = 0; ///< in the owner's storage
};
ElementPlace place_of(const PartitionedMatrix& matrix, Index i, Index j) noexcept;

/// Arrays of a process, in the order of the rectangles, each behind the one before. Arrays without elements are left out.
std::vector<RectangleArray> arrays_of(const PartitionedMatrix& matrix, int process);
/// Elements that a process stores.
Index local_elements(const PartitionedMatrix& matrix, int process);

/// A dense part of the matrix that lies in one piece in an array: one repetition of a rectangle.
struct LocalBlock {
  Index i = 0, j = 0; ///< first row and column, global
  Index m = 0, n = 0;
  Index offset = 0; ///< elements from the beginning of the process's storage
  Index ld = 1;     ///< leading dimension
};
/// All of a process's elements, in the order of the arrays, column after column of repetitions.
std::vector<LocalBlock> local_blocks(const PartitionedMatrix& matrix, int process);

} // namespace hetgrid::layout
