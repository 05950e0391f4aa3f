// PDTRSM and PDTRMM, a triangular matrix on one side of B, have the same arguments.
#pragma once

#include "api/operand.hpp"
#include "kernel/blas.hpp"

namespace hetgrid::api {

/// Checks the arguments and calls apply(grid, side, uplo, transa, diag, alpha, A, B).
template <typename T, typename Apply>
int triangular(const char* routine, char side, char uplo, char transa, char diag, int m, int n, T alpha,
               const Operand<const T>& a, const Operand<T>& b, Apply&& apply) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(11 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const auto side_a = static_cast<kernel::Side>(check.character(1, side, "LR"));
  const auto triangle = static_cast<kernel::Uplo>(check.character(2, uplo, "UL"));
  const auto op_a = static_cast<kernel::Transpose>(check.character(3, transa, "NTC"));
  const auto diagonal = static_cast<kernel::Diag>(check.character(4, diag, "NU"));
  check.integer(5, m, 0);
  check.integer(6, n, 0);
  check.scalar(7, alpha);
  const int order = side_a == kernel::Side::left ? m : n;
  a.check(check, *grid, order, order);
  b.check(check, *grid, m, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  apply(*grid, side_a, triangle, op_a, diagonal, alpha, a.submatrix(*grid, order, order),
        b.submatrix(*grid, m, n));
  return 0;
}

} // namespace hetgrid::api
