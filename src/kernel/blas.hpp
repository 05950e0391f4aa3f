// Typed overloads of the local BLAS: the seam between hetgrid's algorithms and the arithmetic. Column-major,
// LP64, argument order and meaning of the reference BLAS without the precision letter.
#pragma once

#include "kernel/execution.hpp"
#include "kernel/flops.hpp"

#include <algorithm>
#include <cblas.h>
#include <complex>

namespace hetgrid::kernel {

enum class Transpose : char { no = 'N', transpose = 'T', conjugate = 'C' };
enum class Side : char { left = 'L', right = 'R' };
/// all: of the routines that take either triangle or the whole matrix.
enum class Uplo : char { upper = 'U', lower = 'L', all = 'A' };
enum class Diag : char { non_unit = 'N', unit = 'U' };

inline CBLAS_TRANSPOSE to_cblas(Transpose t) {
  return t == Transpose::no ? CblasNoTrans : t == Transpose::transpose ? CblasTrans : CblasConjTrans;
}
inline CBLAS_SIDE to_cblas(Side side) {
  return side == Side::left ? CblasLeft : CblasRight;
}
inline CBLAS_UPLO to_cblas(Uplo uplo) {
  return uplo == Uplo::upper ? CblasUpper : CblasLower;
}
inline CBLAS_DIAG to_cblas(Diag diag) {
  return diag == Diag::unit ? CblasUnit : CblasNonUnit;
}

/// float for float and complex<float>, double for double and complex<double>.
template <typename T>
struct RealOf {
  using type = T;
};
template <typename R>
struct RealOf<std::complex<R>> {
  using type = R;
};
template <typename T>
using Real = typename RealOf<T>::type;

/// Of one triangle of a product, by what the whole takes: a small square on the diagonal as Cholesky has it, or half.
inline void pass_triangle_time(int n, int k, double operations) {
  if (std::max(n, k) <= plan::narrow)
    pass_time(operations, &plan::KernelRates::cholesky_diagonal);
  else
    pass_product_time(n, n, k, operations / 2);
}

// The CBLAS takes real scalars by value and complex ones by address.
#define HG_BLAS_LEVEL_3(T, x, SCALAR)                                                                        \
  /** C = alpha op(A) op(B) + beta C; op(A) m x k, op(B) k x n, C m x n. beta = 0 does not read C. */        \
  inline void gemm(Transpose ta, Transpose tb, int m, int n, int k, T alpha, const T* a, int lda,            \
                   const T* b, int ldb, T beta, T* c, int ldc) {                                             \
    if (computes())                                                                                          \
      cblas_##x##gemm(CblasColMajor, to_cblas(ta), to_cblas(tb), m, n, k, SCALAR alpha, a, lda, b, ldb,      \
                      SCALAR beta, c, ldc);                                                                  \
    pass_product_time(m, n, k, gemm_cost<T>(m, n, k));                                                       \
  }                                                                                                          \
  /** B = alpha op(A)^-1 B or alpha B op(A)^-1, A triangular, B m x n. Algorithms call kernel::trsm. */      \
  inline void blas_trsm(Side side, Uplo uplo, Transpose ta, Diag diag, int m, int n, T alpha, const T* a,    \
                        int lda, T* b, int ldb) {                                                            \
    if (computes())                                                                                          \
      cblas_##x##trsm(CblasColMajor, to_cblas(side), to_cblas(uplo), to_cblas(ta), to_cblas(diag), m, n,     \
                      SCALAR alpha, a, lda, b, ldb);                                                         \
    if (side == Side::left)                                                                                  \
      pass_time(triangular_cost<T>(m, n), &plan::KernelRates::trsm, &plan::WidthRates::trsm, m);             \
    else /* the panels of Cholesky */                                                                        \
      pass_time(triangular_cost<T>(n, m), &plan::KernelRates::potrf_panel, &plan::WidthRates::potrf_panel,   \
                n);                                                                                          \
  }                                                                                                          \
  /** B = alpha op(A) B or alpha B op(A), A triangular, B m x n. */                                          \
  inline void trmm(Side side, Uplo uplo, Transpose ta, Diag diag, int m, int n, T alpha, const T* a,         \
                   int lda, T* b, int ldb) {                                                                 \
    if (computes())                                                                                          \
      cblas_##x##trmm(CblasColMajor, to_cblas(side), to_cblas(uplo), to_cblas(ta), to_cblas(diag), m, n,     \
                      SCALAR alpha, a, lda, b, ldb);                                                         \
    pass_time(side == Side::left ? triangular_cost<T>(m, n) : triangular_cost<T>(n, m),                      \
              &plan::KernelRates::trsm);                                                                     \
  }

#define HG_BLAS_LEVEL_2(T, x, u, SCALAR)                                                                     \
  /** y = alpha op(A) x + beta y, A m x n. */                                                                \
  inline void gemv(Transpose ta, int m, int n, T alpha, const T* a, int lda, const T* x_, int incx, T beta,  \
                   T* y, int incy) {                                                                         \
    if (computes())                                                                                          \
      cblas_##x##gemv(CblasColMajor, to_cblas(ta), m, n, SCALAR alpha, a, lda, x_, incx, SCALAR beta, y,     \
                      incy);                                                                                 \
    pass_product_time(m, 1, n, gemm_cost<T>(m, 1, n));                                                       \
  }                                                                                                          \
  /** A = A + alpha x y^T, m x n. */                                                                         \
  inline void ger(int m, int n, T alpha, const T* x_, int incx, const T* y, int incy, T* a, int lda) {       \
    if (computes())                                                                                          \
      cblas_##x##ger##u(CblasColMajor, m, n, SCALAR alpha, x_, incx, y, incy, a, lda);                       \
    pass_product_time(m, n, 1, gemm_cost<T>(m, n, 1));                                                       \
  }

HG_BLAS_LEVEL_2(float, s, , )
HG_BLAS_LEVEL_2(double, d, , )
HG_BLAS_LEVEL_2(std::complex<float>, c, u, &)
HG_BLAS_LEVEL_2(std::complex<double>, z, u, &)
#undef HG_BLAS_LEVEL_2

HG_BLAS_LEVEL_3(float, s, )
HG_BLAS_LEVEL_3(double, d, )
HG_BLAS_LEVEL_3(std::complex<float>, c, &)
HG_BLAS_LEVEL_3(std::complex<double>, z, &)
#undef HG_BLAS_LEVEL_3

// C = alpha A A^H + beta C (trans = no; C n x n, A n x k) or alpha A^H A + beta C; only the triangle `uplo` of C
// is touched. For real types the transpose.
inline void herk(Uplo uplo, Transpose trans, int n, int k, float alpha, const float* a, int lda, float beta,
                 float* c, int ldc) {
  if (computes())
    cblas_ssyrk(CblasColMajor, to_cblas(uplo), to_cblas(trans), n, k, alpha, a, lda, beta, c, ldc);
  pass_triangle_time(n, k, gemm_cost<float>(n, n, k));
}
inline void herk(Uplo uplo, Transpose trans, int n, int k, double alpha, const double* a, int lda,
                 double beta, double* c, int ldc) {
  if (computes())
    cblas_dsyrk(CblasColMajor, to_cblas(uplo), to_cblas(trans), n, k, alpha, a, lda, beta, c, ldc);
  pass_triangle_time(n, k, gemm_cost<double>(n, n, k));
}
inline void herk(Uplo uplo, Transpose trans, int n, int k, float alpha, const std::complex<float>* a, int lda,
                 float beta, std::complex<float>* c, int ldc) {
  if (computes())
    cblas_cherk(CblasColMajor, to_cblas(uplo), to_cblas(trans), n, k, alpha, a, lda, beta, c, ldc);
  pass_triangle_time(n, k, gemm_cost<std::complex<float>>(n, n, k));
}
inline void herk(Uplo uplo, Transpose trans, int n, int k, double alpha, const std::complex<double>* a,
                 int lda, double beta, std::complex<double>* c, int ldc) {
  if (computes())
    cblas_zherk(CblasColMajor, to_cblas(uplo), to_cblas(trans), n, k, alpha, a, lda, beta, c, ldc);
  pass_triangle_time(n, k, gemm_cost<std::complex<double>>(n, n, k));
}

} // namespace hetgrid::kernel
