// Inverse of a local triangle, by recursion:
//
//     A21 = -A22^-1 A21 A11^-1,   A11 = A11^-1,   A22 = A22^-1
//
// and A12 = -A11^-1 A12 A22^-1 of an upper one. Down to an order at which LAPACK is safe: OpenBLAS has a trtri of its own, that of
// 0.3.21 for lower triangles of single precision ends in SIGSEGV with its kernels for Prescott, which it takes on processors that
// it does not know, from order 131 on.
#pragma once

#include "kernel/lapack.hpp"
#include "kernel/trsm.hpp"

#include <cstddef>

namespace hetgrid::kernel {

/// A = A^-1, n x n, triangular, without a zero on the diagonal.
template <typename T>
void trtri(Uplo uplo, Diag diag, int n, T* a, int lda) {
  constexpr int safe_order = 64;
  if (simulated || n <= safe_order)
    return lapack_trtri(uplo, diag, n, a, lda);
  const bool lower = uplo == Uplo::lower;
  const int n1 = n / 2, n2 = n - n1, m = lower ? n2 : n1;
  T* const a22 = a + n1 + static_cast<std::ptrdiff_t>(n1) * lda;
  T* const beside = lower ? a + n1 : a + static_cast<std::ptrdiff_t>(n1) * lda;
  trsm(Side::left, uplo, Transpose::no, diag, m, n - m, T(-1), lower ? a22 : a, lda, beside, lda);
  trsm(Side::right, uplo, Transpose::no, diag, m, n - m, T(1), lower ? a : a22, lda, beside, lda);
  trtri(uplo, diag, n1, a, lda);
  trtri(uplo, diag, n2, a22, lda);
}

} // namespace hetgrid::kernel
