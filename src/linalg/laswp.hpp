// Interchanges of rows or columns.
#pragma once

#include "comm/submatrix.hpp"
#include "linalg/pivots.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;

/// Rows (columns) first + k and pivots[k] of `a`, counted from 0 in `a`, are interchanged for k = 0, 1, ..,
/// in backward order for .. 1, 0. The pivots are the same on every process. Collective over the grid.
/// Workspace: that of permute_rows; for columns besides an eighth of a second matrix like `a`.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void laswp(Grid& grid, Order order, Lines lines, const Submatrix<T>& a, Index first,
           std::span<const Index> pivots);

/// What laswp, with all_pivots before it, takes of this process's memory at most, bytes. Local.
template <typename T>
std::size_t laswp_memory(const Grid& grid, Lines lines, const Submatrix<T>& a);

#define HG_LASWP(T)                                                                                          \
  extern template void laswp(Grid&, Order, Lines, const Submatrix<T>&, Index, std::span<const Index>);
HG_LASWP(float)
HG_LASWP(double)
HG_LASWP(std::complex<float>)
HG_LASWP(std::complex<double>)
#undef HG_LASWP

} // namespace hetgrid::linalg
