// Matrix products by outer products: how the local multiply of a window is cut.
#pragma once

#include "hetgrid/layout.hpp"

#include <algorithm>

namespace hetgrid::schedule {

/// On a partition, an owner sends what so many others need to each of them, as in [DeFlumere14], whose processes are three;
/// what more of them need is passed on.
inline constexpr int direct_receivers_of_product = 3;

/// Strips into which a multiply of depth k on m x n elements is cut, so that messages keep moving: few milliseconds each,
/// and as many as a panel passes processes, so that all have it before they need it, however slow they are. How many does
/// not depend on what happens to be under way: same input, same bits.
/// \param processes  of the longer side of the grid
inline layout::Index product_strips(layout::Index m, layout::Index n, layout::Index k,
                                    layout::Index processes) {
  constexpr double strip_work = 2.5e8;    // multiply-adds
  constexpr layout::Index shortest = 128; // lines; else the BLAS spends its time on packing the other factor
  const double work = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  return std::clamp<layout::Index>(std::max(processes, static_cast<layout::Index>(work / strip_work)), 1,
                                   std::max<layout::Index>(1, std::max(m, n) / shortest));
}

} // namespace hetgrid::schedule
