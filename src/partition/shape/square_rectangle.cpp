// Square Rectangle: R has whole columns, S a square beside them. VoC = N^2 + 2 N s.
//   P P P R
//   P P P R
//   P S S R
//   P S S R
#include "partition/shape/canonical.hpp"

#include <cmath>

namespace hetgrid::partition::shape {

const CanonicalShape square_rectangle{
    "Square Rectangle", 3,
    [](std::span<const double> shares) {
      return std::vector{shares[1], std::sqrt(shares[2])};
    },
    no_obstacle,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t r_w = sides[0], s = sides[1];
      if (r_w + s > n)
        return std::vector<Rectangle>();
      return std::vector<Rectangle>{{0, n - r_w, n, r_w, 1}, {n - s, n - r_w - s, s, s, 2}};
    }};

} // namespace hetgrid::partition::shape
