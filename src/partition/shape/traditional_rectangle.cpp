// Traditional Rectangle: all have whole columns. VoC = 2 N^2 (7.6).
//   P P S R
//   P P S R
//   P P S R
#include "partition/shape/canonical.hpp"

namespace hetgrid::partition::shape {

const CanonicalShape traditional_rectangle{
    "Traditional Rectangle", 3,
    [](std::span<const double> shares) {
      return std::vector{shares[1], shares[2]};
    },
    no_obstacle,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t r_w = sides[0], s_w = sides[1];
      if (r_w + s_w > n)
        return std::vector<Rectangle>();
      return std::vector<Rectangle>{{0, n - r_w, n, r_w, 1}, {0, n - r_w - s_w, n, s_w, 2}};
    }};

} // namespace hetgrid::partition::shape
