// The product A^H B of two tall matrices, as a block reflector needs it: C(i, j) is the inner product of two columns.
#pragma once

#include "kernel/blas.hpp"

#include <type_traits>

namespace hetgrid::kernel {

/// Own code is faster than the BLAS for this product of real matrices of double precision. Asked of the BLAS and the processor,
/// not measured: the same bits in every run.
bool has_inner_products();

/// As inner_products, in own code, for processors with VectorUnits::avx512.
void blocked_inner_products(int m, int n, int k, const double* a, int lda, const double* b, int ldb,
                            double* c, int ldc);

/// C = A^H B; A k x m, B k x n, C m x n, column-major. Local. Each column of C is rounded as if it were computed alone, where
/// own code computes it.
template <typename T>
void inner_products(int m, int n, int k, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {
  // Of fewer the BLAS is as fast.
  constexpr int shortest = 256, fewest_of_a = 32, fewest_of_b = 12;
  if constexpr (std::is_same_v<T, double> && !simulated)
    if (k >= shortest && m >= fewest_of_a && n >= fewest_of_b && has_inner_products())
      return blocked_inner_products(m, n, k, a, lda, b, ldb, c, ldc);
  gemm(Transpose::conjugate, Transpose::no, m, n, k, T(1), a, lda, b, ldb, T(0), c, ldc);
}

} // namespace hetgrid::kernel
