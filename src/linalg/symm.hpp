// C = alpha A B + beta C and alpha B A + beta C, A symmetric or Hermitian, on distributed submatrices.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>
#include <cstddef>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// C = alpha A B + beta C (side = left) or alpha B A + beta C; B and C are m x n, A has order m or n and only its triangle
/// `uplo` is read. alpha = 0 reads neither A nor B, beta = 0 does not read C. All may lie on different axis maps of the
/// grid; A and B must not overlap C. Collective over the grid.
///
/// Workspace: symm_memory.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void symm(comm::Grid& grid, kernel::Side side, kernel::Uplo uplo, T alpha, const Submatrix<const T>& a,
          const Submatrix<const T>& b, T beta, const Submatrix<T>& c);

/// The same for a Hermitian A, whose diagonal is taken to be real.
template <typename T>
void hemm(comm::Grid& grid, kernel::Side side, kernel::Uplo uplo, T alpha, const Submatrix<const T>& a,
          const Submatrix<const T>& b, T beta, const Submatrix<T>& c);

/// What either takes of this process's memory at most, bytes. Local.
template <typename T>
std::size_t symm_memory(const comm::Grid& grid, const Submatrix<T>& c);

#define HG_SYMM(T)                                                                                           \
  extern template void symm(comm::Grid&, kernel::Side, kernel::Uplo, T, const Submatrix<const T>&,           \
                            const Submatrix<const T>&, T, const Submatrix<T>&);                              \
  extern template std::size_t symm_memory(const comm::Grid&, const Submatrix<T>&);
#define HG_HEMM(T)                                                                                           \
  extern template void hemm(comm::Grid&, kernel::Side, kernel::Uplo, T, const Submatrix<const T>&,           \
                            const Submatrix<const T>&, T, const Submatrix<T>&);
HG_SYMM(float)
HG_SYMM(double)
HG_SYMM(std::complex<float>)
HG_SYMM(std::complex<double>)
HG_HEMM(std::complex<float>)
HG_HEMM(std::complex<double>)
#undef HG_SYMM
#undef HG_HEMM

} // namespace hetgrid::linalg
