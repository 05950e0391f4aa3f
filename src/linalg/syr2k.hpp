// C = alpha A B^T + alpha B A^T + beta C and its Hermitian kin, on one triangle of a distributed submatrix.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// C = alpha A B^T + alpha B A^T + beta C (trans = no; A and B are n x k) or alpha A^T B + alpha B^T A + beta C (else; A
/// and B are k x n). Only the triangle `uplo` of C, n x n, is read and written. alpha = 0 reads neither A nor B, beta = 0
/// does not read C. All may lie on different axis maps of the grid; A and B must not overlap C. Collective over the grid.
///
/// Workspace: that of gemmt.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void syr2k(comm::Grid& grid, kernel::Uplo uplo, kernel::Transpose trans, T alpha, const Submatrix<const T>& a,
           const Submatrix<const T>& b, T beta, const Submatrix<T>& c);

/// C = alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H A + beta C; the diagonal of C is taken
/// to be real and becomes real.
template <typename T>
void her2k(comm::Grid& grid, kernel::Uplo uplo, kernel::Transpose trans, T alpha, const Submatrix<const T>& a,
           const Submatrix<const T>& b, kernel::Real<T> beta, const Submatrix<T>& c);

#define HG_SYR2K(T)                                                                                          \
  extern template void syr2k(comm::Grid&, kernel::Uplo, kernel::Transpose, T, const Submatrix<const T>&,     \
                             const Submatrix<const T>&, T, const Submatrix<T>&);
#define HG_HER2K(T)                                                                                          \
  extern template void her2k(comm::Grid&, kernel::Uplo, kernel::Transpose, T, const Submatrix<const T>&,     \
                             const Submatrix<const T>&, kernel::Real<T>, const Submatrix<T>&);
HG_SYR2K(float)
HG_SYR2K(double)
HG_SYR2K(std::complex<float>)
HG_SYR2K(std::complex<double>)
HG_HER2K(std::complex<float>)
HG_HER2K(std::complex<double>)
#undef HG_SYR2K
#undef HG_HER2K

} // namespace hetgrid::linalg
