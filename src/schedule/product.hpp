// Matrix products by outer products: how the local multiply of a window is cut.
#pragma once

#include "hetgrid/layout.hpp"

#include <algorithm>

namespace hetgrid::schedule {

/// On a partition, an owner sends what so many others need to each of them, as in [DeFlumere14], whose processes are three;
/// what more of them need is passed on.
inline constexpr int direct_receivers_of_product = 3;

/// Windows of a product that are under way at a time: one is multiplied, another one comes. A message is asked for before it
/// is sent: with no third one its link would be idle from when a window has come until the one before is multiplied.
/// \param lookahead  windows ahead of the one that is multiplied, by messages; 0: as above
constexpr int windows_of_product(bool by_messages, int lookahead = 0) noexcept {
  return !by_messages ? 2 : lookahead > 0 ? lookahead + 1 : 3;
}

/// Each window takes room for its panels.
inline constexpr int furthest_lookahead = 7;
inline constexpr int most_windows_of_product = windows_of_product(true, furthest_lookahead);

/// Strips of what is multiplied at least: a message that must be asked for before it is sent moves on only between two of them,
/// and a slow process with one strip a window would have it under way only while it waits.
inline constexpr layout::Index least_strips = 3;

/// Strips of columns into which a multiply of depth k on m x n elements is cut, so that messages keep moving: few milliseconds
/// each, and as many as a panel passes processes, so that all have it before they need it, however slow they are.
/// \param processes  that a panel passes: of the longer side of the grid
inline layout::Index product_strips(layout::Index m, layout::Index n, layout::Index k,
                                    layout::Index processes) {
  constexpr double strip_work = 2.5e8; // multiply-adds
  // On average; with borders at multiples of `narrowest` each has at least half of it. Below, the BLAS is called more often
  // than messages need it, and OpenBLAS rounds small products otherwise (kernel::small_product).
  constexpr double least_work = 4e6;
  // Columns: borders of the BLAS's kernels are at multiples of the least number. Of so few a product is slower (plan::product_rate),
  // which pays if there would be hardly any strips otherwise.
  constexpr layout::Index narrowest = 48, narrow_strips = 3, wide = 96;
  const double work = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  const auto strips = [work](double work_of_one) { return static_cast<layout::Index>(work / work_of_one); };
  const layout::Index most = std::max(n / wide, std::min(n / narrowest, narrow_strips));
  return std::clamp<layout::Index>(std::max({processes, least_strips, strips(strip_work)}), 1,
                                   std::max<layout::Index>(1, std::min(most, strips(least_work))));
}

} // namespace hetgrid::schedule
