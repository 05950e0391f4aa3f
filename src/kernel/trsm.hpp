// Triangular solves, made of matrix products where those are faster. OpenBLAS's trsm for AVX-512 (0.3.21) has a sixth of its
// gemm's speed where triangles are as small as the panels of factorizations: a tenth of the time of an LU.
#pragma once

#include "kernel/blas.hpp"

namespace hetgrid::kernel {

/// B = alpha op(A)^-1 B or alpha B op(A)^-1, A triangular, B m x n; arguments as those of the BLAS. By products where its trsm
/// is known to be slow, else by that. Local.
template <typename T>
void trsm(Side side, Uplo uplo, Transpose trans, Diag diag, int m, int n, T alpha, const T* a, int lda, T* b,
          int ldb);

/// The same by products in any case.
template <typename T>
void blocked_trsm(Side side, Uplo uplo, Transpose trans, Diag diag, int m, int n, T alpha, const T* a,
                  int lda, T* b, int ldb);

} // namespace hetgrid::kernel
