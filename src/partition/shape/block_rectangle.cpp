// Block Rectangle: P has whole rows, R and S the others beside each other. VoC = N^2 + N h.
//   P P P
//   P P P
//   R R S
#include "partition/shape/canonical.hpp"

namespace hetgrid::partition::shape {

const CanonicalShape block_rectangle{
    "Block Rectangle", 3,
    [](std::span<const double> shares) {
      const double h = shares[1] + shares[2];
      return std::vector{h, shares[1] / h};
    },
    no_obstacle,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t h = sides[0], r_w = sides[1];
      return std::vector<Rectangle>{{n - h, 0, h, r_w, 1}, {n - h, r_w, h, n - r_w, 2}};
    }};

} // namespace hetgrid::partition::shape
