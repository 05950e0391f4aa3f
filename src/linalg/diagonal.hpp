#pragma once

#include "comm/collectives.hpp"
#include "linalg/triangle.hpp"

namespace hetgrid::linalg {

/// First k, from 1, with A(k, k) = 0, A n x n; 0 if there is none. Collective over the grid.
template <typename T>
layout::Index first_zero_on_diagonal(const comm::Grid& grid, const comm::Submatrix<T>& a) {
  const layout::Index first_column = a.columns.local(a.j, grid.mycol());
  std::int64_t first = a.n + 1;
  if (kernel::computes())
    for_each_diagonal_element(grid, a, [&](layout::Index row, layout::Index column) {
      if (a.local_data(grid)[row + column * a.ld] == T(0))
        first =
            std::min<std::int64_t>(first, a.columns.global(first_column + column, grid.mycol()) - a.j + 1);
    });
  first = comm::all_reduced(first, MPI_MIN, grid.all());
  return first > a.n ? 0 : first;
}

} // namespace hetgrid::linalg
