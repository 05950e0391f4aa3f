// Typed overloads of the local BLAS for one right-hand side, beside kernel/blas.hpp. Unit strides. They take the time
// that reading the matrix takes.
#pragma once

#include "kernel/blas.hpp"

namespace hetgrid::kernel {

// The CBLAS takes real scalars by value and complex ones by address.
#define HG_BLAS_LEVEL_2(T, x, SCALAR)                                                                        \
  /** y = alpha op(A) x + beta y; A is m x n. */                                                             \
  inline void gemv(Transpose ta, int m, int n, T alpha, const T* a, int lda, const T* x, T beta, T* y) {     \
    if (computes())                                                                                          \
      cblas_##x##gemv(CblasColMajor, to_cblas(ta), m, n, SCALAR alpha, a, lda, x, 1, SCALAR beta, y, 1);     \
    pass_time(sizeof(T) * static_cast<double>(m) * n, &plan::KernelRates::copy);                             \
  }                                                                                                          \
  /** x = op(A)^-1 x, A n x n triangular. */                                                                 \
  inline void trsv(Uplo uplo, Transpose ta, Diag diag, int n, const T* a, int lda, T* x) {                   \
    if (computes())                                                                                          \
      cblas_##x##trsv(CblasColMajor, to_cblas(uplo), to_cblas(ta), to_cblas(diag), n, a, lda, x, 1);         \
    pass_time(sizeof(T) * static_cast<double>(n) * n / 2, &plan::KernelRates::copy);                         \
  }

HG_BLAS_LEVEL_2(float, s, )
HG_BLAS_LEVEL_2(double, d, )
HG_BLAS_LEVEL_2(std::complex<float>, c, &)
HG_BLAS_LEVEL_2(std::complex<double>, z, &)
#undef HG_BLAS_LEVEL_2

} // namespace hetgrid::kernel
