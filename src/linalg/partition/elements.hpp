// What a process owns of a submatrix on a partition.
#pragma once

#include "comm/partitioned_submatrix.hpp"
#include "kernel/blas.hpp"

#include <vector>

namespace hetgrid::linalg {

/// Calls visit(array, first row, rows, first column, columns), local indices, for each of a process's arrays.
template <typename T, typename Visit>
void for_each_array(const comm::PartitionedSubmatrix<T>& a, const std::vector<layout::RectangleArray>& arrays,
                    Visit&& visit) {
  constexpr int inside = layout::RectangleArray::inside;
  for (const layout::RectangleArray& array : arrays) {
    const layout::Index m = array.rows.local_count(a.i, a.m, inside),
                        n = array.columns.local_count(a.j, a.n, inside);
    if (m > 0 && n > 0)
      visit(array, array.rows.local(a.i, inside), m, array.columns.local(a.j, inside), n);
  }
}

/// Calls visit(i, j, element) for the elements of a process, column by column of each array; i and j count from the first
/// row and column of the submatrix.
template <typename T, typename Visit>
void for_each_element(const comm::Grid& grid, const comm::PartitionedSubmatrix<T>& a, Visit&& visit) {
  using layout::Index;
  constexpr int inside = layout::RectangleArray::inside;
  for_each_array(a, layout::arrays_of(a.matrix, grid.rank()),
                 [&](const layout::RectangleArray& array, Index row, Index m, Index column, Index n) {
                   std::vector<Index> rows(static_cast<std::size_t>(m));
                   for (Index i = 0; i < m; ++i)
                     rows[static_cast<std::size_t>(i)] = array.rows.global(row + i, inside) - a.i;
                   for (Index j = 0; j < n; ++j) {
                     const Index global_column = array.columns.global(column + j, inside) - a.j;
                     T* const elements = a.data + array.offset + row + (column + j) * array.ld;
                     for (Index i = 0; i < m; ++i)
                       visit(rows[static_cast<std::size_t>(i)], global_column, elements[i]);
                   }
                 });
}

/// What for_each_element takes of this process's memory at most, bytes.
inline std::size_t element_lists_memory(const layout::PartitionedMatrix& matrix) noexcept {
  return static_cast<std::size_t>(matrix.m) * sizeof(layout::Index) +
         2 * matrix.map.rectangles().size() * sizeof(layout::RectangleArray);
}

/// True if element (i, j) of a matrix is in the triangle (trapezoid), its diagonal included.
constexpr bool is_in(kernel::Uplo uplo, layout::Index i, layout::Index j) noexcept {
  return uplo == kernel::Uplo::all || (uplo == kernel::Uplo::upper ? i <= j : i >= j);
}

} // namespace hetgrid::linalg
