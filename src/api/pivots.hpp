// Checks of IPIV arguments.
#pragma once

#include "api/check.hpp"
#include "linalg/pivots.hpp"

#include <algorithm>

namespace hetgrid::api {

/// Every element of IPIV, argument `position`, that hetgrid reads on this process must be in [least, most].
/// Call it after the checks of the descriptor and the place of IPIV: after an illegal argument nothing is
/// read.
inline void check_pivots(ArgumentChecker& check, int position, const comm::Grid& grid,
                         const linalg::PivotVector& ipiv, std::int64_t least, std::int64_t most) {
  if (!check.legal() || !ipiv.is_read(grid))
    return;
  const int me = ipiv.coordinate(grid);
  const int* const mine = ipiv.data + ipiv.axis.local(ipiv.first, me);
  const auto count = ipiv.axis.local_count(ipiv.first, ipiv.count, me);
  if (!std::all_of(mine, mine + count, [=](int pivot) { return least <= pivot && pivot <= most; }))
    check.illegal(position);
}

/// IPIV of PxGETRF for rows i .. i+n-1 (1-based) of the matrix with descriptor `desc`.
inline void check_row_pivots(ArgumentChecker& check, int position, const comm::Grid& grid,
                             const layout::Descriptor& desc, int i, int n, const int* ipiv) {
  if (check.legal())
    check_pivots(check, position, grid, {linalg::Lines::rows, grid.row_axis(desc), i - 1, n, ipiv}, i,
                 std::int64_t{i} + n - 1);
}

} // namespace hetgrid::api
