// B = alpha op(A) B and B = alpha B op(A), A triangular, on distributed submatrices.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// The product in the place of B, m x n. A is the triangle `uplo` of a square submatrix of order m (side =
/// left) or n (right); the other triangle, and the diagonal if diag = unit, are not read. A and B may lie on
/// different axis maps of the grid; they must not overlap. alpha = 0 reads neither A nor B. Collective over
/// the grid.
///
/// Workspace: that of gemm.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void trmm(comm::Grid& grid, kernel::Side side, kernel::Uplo uplo, kernel::Transpose trans, kernel::Diag diag,
          T alpha, const Submatrix<const T>& a, const Submatrix<T>& b);

/// What it takes of this process's memory at most, bytes: also for parts of B instead of B. Local.
template <typename T>
std::size_t trmm_memory(const comm::Grid& grid, const Submatrix<T>& b);

#define HG_TRMM(T)                                                                                           \
  extern template void trmm(comm::Grid&, kernel::Side, kernel::Uplo, kernel::Transpose, kernel::Diag, T,     \
                            const Submatrix<const T>&, const Submatrix<T>&);
HG_TRMM(float)
HG_TRMM(double)
HG_TRMM(std::complex<float>)
HG_TRMM(std::complex<double>)
#undef HG_TRMM

} // namespace hetgrid::linalg
