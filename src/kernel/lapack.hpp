// Typed overloads of the local LAPACK, beside kernel/blas.hpp: column-major, argument order and INFO of
// LAPACK. The _work interface of LAPACKE is used, which does not look for NaN: they pass through.
#pragma once

#include "kernel/blas.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <lapacke.h>
#include <limits>

namespace hetgrid::kernel {

/// Pivots, 1-based, of a random m x n matrix: nearly every row of a tall one comes from far below. What getrf returns where
/// kernels do not compute, on every process the same.
inline void modelled_pivots(int m, int n, int* ipiv) {
  for (int k = 0; k < std::min(m, n); ++k) {
    const auto hash =
        (static_cast<std::uint64_t>(m) << 32 ^ static_cast<std::uint64_t>(k)) * 0x9e3779b97f4a7c15u;
    ipiv[k] = k + 1 + static_cast<int>((hash >> 33) % static_cast<std::uint64_t>(m - k));
  }
}

/// |Re x| + |Im x|, by which LAPACK compares pivots.
template <typename T>
Real<T> cabs1(const T& x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::abs(x);
  else
    return std::abs(std::real(x)) + std::abs(std::imag(x));
}

/// INFO of potrf by LAPACK's rule, by which a leading minor that is not a number is not positive either: OpenBLAS goes on
/// with the root of a NaN, after which the whole rest is NaN.
template <typename T>
int first_without_root(int info, int n, const T* a, int lda) {
  for (int k = 0; k < (info > 0 ? info - 1 : n); ++k)
    if (std::isnan(std::real(a[k + static_cast<std::ptrdiff_t>(k) * lda])))
      return k + 1;
  return info;
}

#define HG_LAPACK(T, x, he, CAST)                                                                                 \
  /** P A = L U, recursive; ipiv 1-based. \return 0, or k > 0 if U(k, k) is the first that is zero.             \
      OpenBLAS's getrf, which is as fast, multiplies by reciprocals of pivots even if they are infinite. */ \
  inline int getrf(int m, int n, T* a, int lda, int* ipiv) {                                                      \
    pass_time(getrf_cost<T>(m, n), &plan::KernelRates::getrf_panel, &plan::WidthRates::getrf_panel, n);           \
    if (computes())                                                                                               \
      return LAPACKE_##x##getrf2_work(LAPACK_COL_MAJOR, m, n, CAST a, lda, ipiv);                                 \
    modelled_pivots(m, n, ipiv);                                                                                  \
    return 0;                                                                                                     \
  }                                                                                                               \
  /** A = Q R, m >= n, recursive ([Elmroth, Gustavson 2000]): V below the diagonal of A, R above it, and the \
      upper triangular T of Q = I - V T V^H, whose diagonal is TAU. */    \
  inline int geqrt3(int m, int n, T* a, int lda, T* t, int ldt) {                                                 \
    pass_time(geqrf_cost<T>(m, n), &plan::KernelRates::geqrf_panel, &plan::WidthRates::geqrf_panel, n);           \
    return computes() ? LAPACKE_##x##geqrt3_work(LAPACK_COL_MAJOR, m, n, CAST a, lda, CAST t, ldt) : 0;           \
  }                                                                                                               \
  /** A = L L^H or U^H U. \return 0, or k > 0 if the leading minor of order k is not positive */                  \
  inline int potrf(Uplo uplo, int n, T* a, int lda) {                                                             \
    pass_time(potrf_cost<T>(n), &plan::KernelRates::potrf_panel, &plan::WidthRates::potrf_panel, n);              \
    if (!computes())                                                                                              \
      return 0;                                                                                                   \
    const int info = LAPACKE_##x##potrf_work(LAPACK_COL_MAJOR, static_cast<char>(uplo), n, CAST a, lda);          \
    return first_without_root(info, n, a, lda);                                                                   \
  }                                                                                                               \
  /** A = A^-1, triangular, without a zero on the diagonal. */                                                    \
  inline void lapack_trtri(Uplo uplo, Diag diag, int n, T* a, int lda) {                                          \
    pass_time(potrf_cost<T>(n), &plan::KernelRates::potrf_panel);                                                 \
    if (computes())                                                                                               \
      LAPACKE_##x##trtri_work(LAPACK_COL_MAJOR, static_cast<char>(uplo), static_cast<char>(diag), n, CAST a,      \
                              lda);                                                                               \
  }                                                                                                               \
  /** A = L^H L or U U^H, one triangle. */                                                                        \
  inline void lauum(Uplo uplo, int n, T* a, int lda) {                                                            \
    pass_time(potrf_cost<T>(n), &plan::KernelRates::potrf_panel);                                                 \
    if (computes())                                                                                               \
      LAPACKE_##x##lauum_work(LAPACK_COL_MAJOR, static_cast<char>(uplo), n, CAST a, lda);                         \
  }                                                                                                               \
  /** A = L^-1 A L^-H or U^-H A U^-1 (problem 1), L^H A L or U A U^H (2 and 3), L or U in B; one triangle. */     \
  inline void hegst(int problem, Uplo uplo, int n, T* a, int lda, T* b, int ldb) {                                \
    pass_time(3 * potrf_cost<T>(n), &plan::KernelRates::potrf_panel);                                             \
    if (computes())                                                                                               \
      LAPACKE_##x##he##gst_work(LAPACK_COL_MAJOR, problem, static_cast<char>(uplo), n, CAST a, lda, CAST b,       \
                                ldb);                                                                             \
  }

// The complex types of LAPACKE are those of C.
#define HG_LAPACK_COMPLEX_CAST(type) (type*)
HG_LAPACK(float, s, sy, )
HG_LAPACK(double, d, sy, )
HG_LAPACK(std::complex<float>, c, he, HG_LAPACK_COMPLEX_CAST(lapack_complex_float))
HG_LAPACK(std::complex<double>, z, he, HG_LAPACK_COMPLEX_CAST(lapack_complex_double))
#undef HG_LAPACK_COMPLEX_CAST
#undef HG_LAPACK

} // namespace hetgrid::kernel
