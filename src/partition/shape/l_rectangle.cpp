// L Rectangle: R has whole columns, P and S the others above each other. VoC = N^2 + N s_w, s_w = N - r_w (7.5).
//   P P R
//   P P R
//   S S R
#include "partition/shape/canonical.hpp"

namespace hetgrid::partition::shape {

const CanonicalShape l_rectangle{
    "L Rectangle", 3,
    [](std::span<const double> shares) {
      return std::vector{shares[1], shares[2] / (1 - shares[1])};
    },
    no_obstacle,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t r_w = sides[0], s_h = sides[1];
      return std::vector<Rectangle>{{0, n - r_w, n, r_w, 1}, {n - s_h, 0, s_h, n - r_w, 2}};
    }};

} // namespace hetgrid::partition::shape
