// Rectangle Corner: where squares would overlap, rectangles in opposite corners that are higher than wide.
//   R R P P     R R S S
//   R R P S     R R S S
//   R R P S     P P S S
//   P P P S
// Left: widths of N - 1 together, in the proportion with the least perimeters, x = sqrt(R) / (sqrt(R) + sqrt(S)) ([DeFlumere14]
// 7.1.2). VoC = N (r_w + s_w) + N (r_h + s_h), (7.3). Right: the form for stars (7.4.1), widths of N together and equal heights:
// R and S have fewer rows in common and send each other less.
#include "partition/shape/canonical.hpp"

#include <cmath>

namespace hetgrid::partition::shape {
namespace {

std::string only_where_squares_overlap(std::span<const double> shares) {
  return squares_overlap(shares) ? "" : "squares fit into the corners";
}

/// Of widths r_w and s_w, heights r_h and s_h.
std::vector<Rectangle> corners(std::int64_t n, std::int64_t r_w, std::int64_t r_h, std::int64_t s_w,
                               std::int64_t s_h) {
  if (r_w + s_w > n)
    return {};
  return {{0, 0, r_h, r_w, 1}, {n - s_h, n - s_w, s_h, s_w, 2}};
}

} // namespace

const CanonicalShape rectangle_corner{
    "Rectangle Corner", 3,
    [](std::span<const double> shares) {
      const double x = std::sqrt(shares[1]) / (std::sqrt(shares[1]) + std::sqrt(shares[2]));
      return std::vector{x, shares[1] / x, shares[2] / (1 - x)};
    },
    only_where_squares_overlap,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t r_w = sides[0];
      return r_w < n ? corners(n, r_w, sides[1], n - 1 - r_w, sides[2]) : std::vector<Rectangle>();
    }};

const CanonicalShape rectangle_corner_of_equal_heights{
    "Rectangle Corner", 3,
    [](std::span<const double> shares) {
      const double h = shares[1] + shares[2];
      return std::vector{shares[1] / h, h};
    },
    only_where_squares_overlap,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t r_w = sides[0], h = sides[1];
      return corners(n, r_w, h, n - r_w, h);
    }};

} // namespace hetgrid::partition::shape
