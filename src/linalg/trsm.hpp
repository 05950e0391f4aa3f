// op(A) X = alpha B and X op(A) = alpha B, A triangular, on distributed submatrices.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// X in the place of B, m x n. A is the triangle `uplo` of a square submatrix of order m (side = left) or n
/// (right); the other triangle, and the diagonal if diag = unit, are not read. A and B may lie on different
/// axis maps of the grid; they must not overlap. alpha = 0 reads neither A nor B. Collective over the grid.
///
/// Workspace: that of gemm, four panels of windows of B, and diagonal blocks.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void trsm(comm::Grid& grid, kernel::Side side, kernel::Uplo uplo, kernel::Transpose trans, kernel::Diag diag,
          T alpha, const Submatrix<const T>& a, const Submatrix<T>& b);

/// What trsm takes of this process's memory at most, bytes, unless solve_triangular does the work. Local.
template <typename T>
std::size_t trsm_memory(const comm::Grid& grid, const Submatrix<T>& b);

#define HG_TRSM(T)                                                                                           \
  extern template void trsm(comm::Grid&, kernel::Side, kernel::Uplo, kernel::Transpose, kernel::Diag, T,     \
                            const Submatrix<const T>&, const Submatrix<T>&);
HG_TRSM(float)
HG_TRSM(double)
HG_TRSM(std::complex<float>)
HG_TRSM(std::complex<double>)
#undef HG_TRSM

} // namespace hetgrid::linalg
