// What routines on one triangle of a matrix alone have in common: UPLO, N, A, IA, JA, DESCA.
#pragma once

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {

/// Checks the arguments and returns what compute(grid, uplo, A) does, or < 0 for an illegal argument.
template <typename T, typename Compute>
int on_triangle(const char* routine, char uplo, int n, T* a, int ia, int ja, const int* desca,
                Compute&& compute) {
  const auto desc = layout::Descriptor::from(desca);
  comm::Grid* const grid = common_grid({desc.context});
  if (!grid)
    return -(6 * 100 + ctxt_);
  ArgumentChecker check(*grid);
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  check.integer(2, n, 0);
  check.descriptor(6, desc, *grid);
  check.submatrix(4, ia, ja, n, n, 6, desc);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  return static_cast<int>(compute(*grid, triangle, submatrix_of(*grid, desc, a, ia, ja, n, n)));
}

} // namespace hetgrid::api
