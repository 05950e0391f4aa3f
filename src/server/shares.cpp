// Shares of C for products one after the other, each of which has to end before the next one begins.
#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_policies.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace hetgrid::server {

Star with_shares(const Star& star, const Product& product) {
  constexpr double chunks_of_worker = 6;
  const double blocks = static_cast<double>(product.r()) * static_cast<double>(product.s());
  const auto star_with = [&](Index workers) {
    const double share = blocks / (chunks_of_worker * static_cast<double>(workers));
    return enrolled(star, {workers, std::max<Index>(1, static_cast<Index>(std::sqrt(share)))});
  };
  std::optional<Star> best;
  double seconds = 0;
  for (Index workers = std::ssize(star.workers); workers > 0; workers = workers * 2 / 3) {
    Star one = star_with(workers);
    if (const double least = bounds(one, product).best(); !best || least < seconds) {
      best = std::move(one);
      seconds = least;
    }
  }
  return std::move(*best);
}

} // namespace hetgrid::server
