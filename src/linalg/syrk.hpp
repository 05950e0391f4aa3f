// C = alpha A A^T + beta C and its Hermitian kin, on one triangle of a distributed submatrix.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// C = alpha A A^T + beta C (trans = no; A is n x k) or alpha A^T A + beta C (else; A is k x n). Only the
/// triangle `uplo` of C, n x n, is read and written. alpha = 0 does not read A, beta = 0 does not read C. A
/// and C may lie on different axis maps of the grid; they must not overlap. Collective over the grid.
///
/// Workspace: that of gemmt.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void syrk(comm::Grid& grid, kernel::Uplo uplo, kernel::Transpose trans, T alpha, const Submatrix<const T>& a,
          T beta, const Submatrix<T>& c);

/// The same with the conjugate transpose and real scalars; the diagonal of C is taken to be real and becomes
/// real.
template <typename T>
void herk(comm::Grid& grid, kernel::Uplo uplo, kernel::Transpose trans, kernel::Real<T> alpha,
          const Submatrix<const T>& a, kernel::Real<T> beta, const Submatrix<T>& c);

#define HG_SYRK(T)                                                                                           \
  extern template void syrk(comm::Grid&, kernel::Uplo, kernel::Transpose, T, const Submatrix<const T>&, T,   \
                            const Submatrix<T>&);
#define HG_HERK(T)                                                                                           \
  extern template void herk(comm::Grid&, kernel::Uplo, kernel::Transpose, kernel::Real<T>,                   \
                            const Submatrix<const T>&, kernel::Real<T>, const Submatrix<T>&);
HG_SYRK(float)
HG_SYRK(double)
HG_SYRK(std::complex<float>)
HG_SYRK(std::complex<double>)
HG_HERK(std::complex<float>)
HG_HERK(std::complex<double>)
#undef HG_SYRK
#undef HG_HERK

} // namespace hetgrid::linalg
