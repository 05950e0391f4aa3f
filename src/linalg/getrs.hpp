// op(A) X = B from P A = L U.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// X takes the place of B, m x nrhs. `lu`, m x m, and the local array `ipiv`, indexed by local row of its
/// matrix, are those of linalg::getrf; the entries for its rows must lie in it. B may have any layout.
/// Collective over the grid.
///
/// Workspace: that of solve_triangular for up to few_right_hand_sides columns, that of permute_rows and trsm
/// for more.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void getrs(Grid& grid, kernel::Transpose trans, const Submatrix<const T>& lu, const int* ipiv,
           const Submatrix<T>& b);

/// What getrs takes of this process's memory at most, bytes. Local.
template <typename T>
std::size_t getrs_memory(const Grid& grid, const Submatrix<const T>& lu, const Submatrix<T>& b);

#define HG_GETRS(T)                                                                                          \
  extern template void getrs(Grid&, kernel::Transpose, const Submatrix<const T>&, const int*,                \
                             const Submatrix<T>&);
HG_GETRS(float)
HG_GETRS(double)
HG_GETRS(std::complex<float>)
HG_GETRS(std::complex<double>)
#undef HG_GETRS

} // namespace hetgrid::linalg
