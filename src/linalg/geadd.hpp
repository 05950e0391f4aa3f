// C = alpha op(A) + beta C on distributed submatrices.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

/// op(A) and C are m x n. A and C may lie on different axis maps of the grid; they must not overlap. alpha =
/// 0 does not read A, beta = 0 does not read C. Collective over the grid.
///
/// Workspace: as much as the local part of C if A is transposed or not aligned with C, unless alpha = 1 and
/// beta = 0.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void geadd(const comm::Grid& grid, kernel::Transpose trans, T alpha, const comm::Submatrix<const T>& a,
           T beta, const comm::Submatrix<T>& c);

#define HG_GEADD(T)                                                                                          \
  extern template void geadd(const comm::Grid&, kernel::Transpose, T, const comm::Submatrix<const T>&, T,    \
                             const comm::Submatrix<T>&);
HG_GEADD(float)
HG_GEADD(double)
HG_GEADD(std::complex<float>)
HG_GEADD(std::complex<double>)
#undef HG_GEADD

} // namespace hetgrid::linalg
