// Local parts of the triangles and of the diagonal of a distributed submatrix.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"
#include "kernel/matrix_ops.hpp"

#include <algorithm>
#include <complex>
#include <type_traits>

namespace hetgrid::linalg {

/// Calls visit(column, first, last) for each of my columns of `a` in which I own elements of its lower or
/// upper triangle (trapezoid), diagonal included, or of all of it: my rows first .. last-1. Rows and columns
/// are local and count from a.local_data().
template <typename T, typename Visit>
void for_each_column(const comm::Grid& grid, kernel::Uplo uplo, const comm::Submatrix<T>& a, Visit&& visit) {
  using layout::Index;
  const Index rows = a.local_rows(grid), columns = a.local_columns(grid);
  const Index first_column = a.columns.local(a.j, grid.mycol());
  const auto rows_before = [&](Index i) { return a.rows.local_count(a.i, std::min(i, a.m), grid.myrow()); };
  for (Index column = 0; column < columns; ++column) {
    const Index j = a.columns.global(first_column + column, grid.mycol()) - a.j;
    const Index first = uplo == kernel::Uplo::lower ? rows_before(j) : 0;
    const Index last = uplo == kernel::Uplo::upper ? rows_before(j + 1) : rows;
    if (first < last)
      visit(column, first, last);
  }
}

/// Calls visit(row, column) for the elements of the diagonal of `a` that I own.
template <typename T, typename Visit>
void for_each_diagonal_element(const comm::Grid& grid, const comm::Submatrix<T>& a, Visit&& visit) {
  using layout::Index;
  const Index first_column = a.columns.local(a.j, grid.mycol());
  for (Index column = 0; column < a.local_columns(grid); ++column) {
    const Index j = a.columns.global(first_column + column, grid.mycol()) - a.j;
    if (j < a.m && a.rows.owner(a.i + j) == grid.myrow())
      visit(a.rows.local_count(a.i, j, grid.myrow()), column);
  }
}

/// Zeros beside the triangle `uplo` of an n x n array. Local.
template <typename T>
void clear_other_triangle(kernel::Uplo uplo, layout::Index n, T* block) {
  if (!kernel::computes())
    return;
  const bool lower = uplo == kernel::Uplo::lower;
  for (layout::Index j = 0; j < n; ++j) {
    T* const column = block + j * n;
    std::fill(lower ? column : column + j + 1, lower ? column + j : column + n, T(0));
  }
}

/// The diagonal of a Hermitian matrix, whose imaginary part is not to be read, or comes of rounding alone. Local.
template <typename T>
void make_diagonal_real(const comm::Grid& grid, const comm::Submatrix<T>& a) {
  if (std::is_floating_point_v<T> || !kernel::computes())
    return;
  T* const data = a.local_data(grid);
  for_each_diagonal_element(grid, a, [&](layout::Index row, layout::Index column) {
    T& x = data[row + column * a.ld];
    x = std::real(x);
  });
}

/// The triangle times beta; beta = 0 does not read it. Local. A real beta for a complex C leaves the parts of an infinity
/// apart.
template <typename T, typename Scalar>
void scale_triangle(const comm::Grid& grid, kernel::Uplo uplo, Scalar beta, const comm::Submatrix<T>& c) {
  T* const data = c.local_data(grid);
  for_each_column(grid, uplo, c, [&](layout::Index column, layout::Index first, layout::Index last) {
    kernel::scale(last - first, 1, beta, data + first + column * c.ld, c.ld);
  });
}

} // namespace hetgrid::linalg
