// A submatrix of a distributed matrix, as the algorithms of comm and linalg see it.
#pragma once

#include "comm/grid.hpp"
#include "hetgrid/layout.hpp"

namespace hetgrid::comm {

using layout::Index;

/// Rows i .. i+m-1 and columns j .. j+n-1 (global, 0-based) of a matrix distributed by two axes; `data` is
/// the local storage of the whole matrix, column-major with leading dimension ld.
template <typename T>
struct Submatrix {
  layout::Axis rows, columns;
  Index i = 0, j = 0;
  Index m = 0, n = 0;
  T* data = nullptr;
  Index ld = 1;

  Index local_rows(const Grid& grid) const noexcept { return rows.local_count(i, m, grid.myrow()); }
  Index local_columns(const Grid& grid) const noexcept { return columns.local_count(j, n, grid.mycol()); }
  /// Rows first_row .. first_row+row_count-1 and the same of columns, counted from its own first.
  Submatrix part(Index first_row, Index first_column, Index row_count, Index column_count) const {
    return {rows, columns, i + first_row, j + first_column, row_count, column_count, data, ld};
  }
  /// Local storage of the part of the submatrix that this process owns.
  T* local_data(const Grid& grid) const noexcept {
    return data + rows.local(i, grid.myrow()) + columns.local(j, grid.mycol()) * ld;
  }
};

/// The same, read-only.
template <typename T>
Submatrix<const T> as_const(const Submatrix<T>& a) {
  return {a.rows, a.columns, a.i, a.j, a.m, a.n, a.data, a.ld};
}

} // namespace hetgrid::comm
