// Square Corner: squares in opposite corners. P has the rest, whole rows and whole columns among it, so that it can compute a
// part alone. VoC = 2 N s, of three processes 2 N (r + s).
//   P P P     R P P
//   P P P     P P P
//   P P S     P P S
#include "partition/shape/canonical.hpp"
#include "plan/limits.hpp"

#include <cmath>

namespace hetgrid::partition {
namespace {

std::string three_digits(double value) {
  return plan::text_of(std::round(value * 1000) / 1000);
}

} // namespace

bool squares_overlap(std::span<const double> shares) {
  return std::sqrt(shares[1]) + std::sqrt(shares[2]) >= 1;
}

namespace shape {

const CanonicalShape square_corner_of_two{
    "Square Corner", 2, [](std::span<const double> shares) { return std::vector{std::sqrt(shares[1])}; },
    no_obstacle,
    [](std::int64_t n, std::span<const std::int64_t> sides) {
      const std::int64_t s = sides[0];
      return std::vector<Rectangle>{{n - s, n - s, s, s, 1}};
    }};

const CanonicalShape square_corner{"Square Corner", 3,
                                   [](std::span<const double> shares) {
                                     return std::vector{std::sqrt(shares[1]), std::sqrt(shares[2])};
                                   },
                                   [](std::span<const double> shares) {
                                     return squares_overlap(shares)
                                                ? "squares of " + three_digits(std::sqrt(shares[1])) +
                                                      " N and " + three_digits(std::sqrt(shares[2])) +
                                                      " N do not fit beside each other"
                                                : std::string();
                                   },
                                   [](std::int64_t n, std::span<const std::int64_t> sides) {
                                     const std::int64_t r = sides[0], s = sides[1];
                                     if (r + s > n)
                                       return std::vector<Rectangle>();
                                     return std::vector<Rectangle>{{0, 0, r, r, 1}, {n - s, n - s, s, s, 2}};
                                   }};

} // namespace shape
} // namespace hetgrid::partition
