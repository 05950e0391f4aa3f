// C = alpha op(A) op(B) + beta C on distributed submatrices.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"
#include "linalg/local_triangle.hpp"
#include "runtime/reservation.hpp"
#include "schedule/parameters.hpp"

#include <algorithm>
#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// Collective over the grid. op(A) is C.m x K, op(B) is K x C.n, K taken from A. The operands may lie on
/// different axis maps of the grid. A and B must not overlap C. beta = 0 does not read C.
///
/// Workspace per process, in elements, with w = gemm_depth, m x n the local part of C and g the number
/// of processes of its grid line on its node: 2 w m / g for panels of A (none if q = 1) and 2 w n / g for
/// panels of B (none if p = 1), 3 w m / g and 3 w n / g where the grid spans nodes (1 more than schedule::Parameters::
/// gemm_lookahead in place of 3); for an operand that is transposed or not aligned with C at most as many times w m / q (A) or
/// w n / p (B). At n = 4000 on two processes of one node with cycle-times 1, 3 that is 6.4 % of the local operands of the slower
/// one, and 13 % if A or B is transposed.
/// \throws SystemError, on every process of the grid, if the workspace cannot be had
template <typename T>
void gemm(comm::Grid& grid, kernel::Transpose trans_a, kernel::Transpose trans_b, T alpha,
          const Submatrix<const T>& a, const Submatrix<const T>& b, T beta, const Submatrix<T>& c);

/// Of a product with inner dimension k.
template <typename T>
const schedule::Parameters& gemm_parameters(const comm::Grid& grid, const Submatrix<T>& c, Index k) {
  return grid.parameters().of(
      plan::Operation::gemm,
      schedule::order_of_product(static_cast<double>(c.m), static_cast<double>(c.n), static_cast<double>(k)));
}

/// Columns of op(A) and rows of op(B), of k, in one local multiply.
template <typename T>
Index gemm_depth(const comm::Grid& grid, const Submatrix<T>& c, Index k) {
  return schedule::gemm_depth(gemm_parameters(grid, c, k));
}

/// What gemm takes of this process's memory at most, bytes: also for parts of C instead of C. Local.
template <typename T>
std::size_t gemm_memory(const comm::Grid& grid, const Submatrix<T>& c) {
  const int windows = grid.parameters().most_gemm_windows();
  const Index w = grid.parameters().largest_gemm_depth(), m = c.local_rows(grid), n = c.local_columns(grid);
  return comm::PanelStream::memory(runtime::bytes_of<T>(w * m), windows) +
         comm::PanelStream::memory(runtime::bytes_of<T>(w * n), windows) +
         runtime::bytes_of<T>(windows * w * (m + n + 2)) + // copies of those of an operand
         runtime::redistribution_memory(grid, std::max(c.m, w), std::max(c.n, w));
}

/// C = alpha op(A) op(B) + beta C on the triangle `uplo` of C, square; the other one is neither read nor written. As gemm
/// in everything else.
template <typename T>
void gemmt(comm::Grid& grid, kernel::Uplo uplo, kernel::Transpose trans_a, kernel::Transpose trans_b, T alpha,
           const Submatrix<const T>& a, const Submatrix<const T>& b, T beta, const Submatrix<T>& c);

/// What gemmt takes of this process's memory at most, bytes: also for parts of C instead of C. Local.
template <typename T>
std::size_t gemmt_memory(const comm::Grid& grid, const Submatrix<T>& c) {
  return gemm_memory(grid, c) + LocalTriangle<T>::memory(c.local_columns(grid));
}

#define HG_GEMMT(T)                                                                                          \
  extern template void gemmt(comm::Grid&, kernel::Uplo, kernel::Transpose, kernel::Transpose, T,             \
                             const Submatrix<const T>&, const Submatrix<const T>&, T, const Submatrix<T>&);
HG_GEMMT(float)
HG_GEMMT(double)
HG_GEMMT(std::complex<float>)
HG_GEMMT(std::complex<double>)
#undef HG_GEMMT

extern template void gemm(comm::Grid&, kernel::Transpose, kernel::Transpose, float,
                          const Submatrix<const float>&, const Submatrix<const float>&, float,
                          const Submatrix<float>&);
extern template void gemm(comm::Grid&, kernel::Transpose, kernel::Transpose, double,
                          const Submatrix<const double>&, const Submatrix<const double>&, double,
                          const Submatrix<double>&);
extern template void gemm(comm::Grid&, kernel::Transpose, kernel::Transpose, std::complex<float>,
                          const Submatrix<const std::complex<float>>&,
                          const Submatrix<const std::complex<float>>&, std::complex<float>,
                          const Submatrix<std::complex<float>>&);
extern template void gemm(comm::Grid&, kernel::Transpose, kernel::Transpose, std::complex<double>,
                          const Submatrix<const std::complex<double>>&,
                          const Submatrix<const std::complex<double>>&, std::complex<double>,
                          const Submatrix<std::complex<double>>&);

} // namespace hetgrid::linalg
