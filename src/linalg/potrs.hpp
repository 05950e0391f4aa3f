// A X = B from A = L L^H or U^H U.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// X takes the place of B, m x nrhs, in any layout; the triangle `uplo` of `a`, m x m, is that of
/// linalg::potrf. Collective over the grid.
///
/// Workspace: that of solve_triangular for up to few_right_hand_sides columns, that of trsm for more.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void potrs(Grid& grid, kernel::Uplo uplo, const Submatrix<const T>& a, const Submatrix<T>& b);

/// What potrs takes of this process's memory at most, bytes. Local.
template <typename T>
std::size_t potrs_memory(const Grid& grid, const Submatrix<const T>& a, const Submatrix<T>& b);

#define HG_POTRS(T)                                                                                          \
  extern template void potrs(Grid&, kernel::Uplo, const Submatrix<const T>&, const Submatrix<T>&);
HG_POTRS(float)
HG_POTRS(double)
HG_POTRS(std::complex<float>)
HG_POTRS(std::complex<double>)
#undef HG_POTRS

} // namespace hetgrid::linalg
