// Typed overloads of the local BLAS: the seam between hetgrid's algorithms and the arithmetic. Column-major,
// LP64.
#pragma once

#include <cblas.h>
#include <complex>

namespace hetgrid::kernel {

enum class Transpose : char { no = 'N', transpose = 'T', conjugate = 'C' };

inline CBLAS_TRANSPOSE to_cblas(Transpose t) {
  return t == Transpose::no ? CblasNoTrans : t == Transpose::transpose ? CblasTrans : CblasConjTrans;
}

/// C = alpha op(A) op(B) + beta C; op(A) m x k, op(B) k x n, C m x n. beta = 0 does not read C.
inline void gemm(Transpose ta, Transpose tb, int m, int n, int k, float alpha, const float* a, int lda,
                 const float* b, int ldb, float beta, float* c, int ldc) {
  cblas_sgemm(CblasColMajor, to_cblas(ta), to_cblas(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
inline void gemm(Transpose ta, Transpose tb, int m, int n, int k, double alpha, const double* a, int lda,
                 const double* b, int ldb, double beta, double* c, int ldc) {
  cblas_dgemm(CblasColMajor, to_cblas(ta), to_cblas(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
inline void gemm(Transpose ta, Transpose tb, int m, int n, int k, std::complex<float> alpha,
                 const std::complex<float>* a, int lda, const std::complex<float>* b, int ldb,
                 std::complex<float> beta, std::complex<float>* c, int ldc) {
  cblas_cgemm(CblasColMajor, to_cblas(ta), to_cblas(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
}
inline void gemm(Transpose ta, Transpose tb, int m, int n, int k, std::complex<double> alpha,
                 const std::complex<double>* a, int lda, const std::complex<double>* b, int ldb,
                 std::complex<double> beta, std::complex<double>* c, int ldc) {
  cblas_zgemm(CblasColMajor, to_cblas(ta), to_cblas(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
}

} // namespace hetgrid::kernel
