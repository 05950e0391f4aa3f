// Straight Line: S has whole columns. VoC = N^2.
//   P P S
//   P P S
//   P P S
#include "partition/shape/canonical.hpp"

namespace hetgrid::partition::shape {

const CanonicalShape straight_line{
    "Straight Line", 2, [](std::span<const double> shares) { return std::vector{shares[1]}; }, no_obstacle,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t x = sides[0];
      return std::vector<Rectangle>{{0, n - x, n, x, 1}};
    }};

} // namespace hetgrid::partition::shape
