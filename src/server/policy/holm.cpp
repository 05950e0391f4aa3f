// As many workers as the port can feed, in turn: HoLM, [Dongarra06] 5, for equal workers. Of others it sees the smallest memory
// and the means of links and speeds.
#include "server/policy/holm.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hetgrid::server {
namespace {

/// Workers that keep the port busy with steps of side x side updates: ceil(mu w / 2 c).
double saturating(Index side, double c, double w) {
  return c > 0 ? std::ceil(static_cast<double>(side) * w / (2 * c)) : std::numeric_limits<double>::infinity();
}

} // namespace

Enrolment holm_enrolment(Index workers, double c, double w, Index mu, const Product& product) {
  const double p = static_cast<double>(workers),
               blocks = static_cast<double>(product.r()) * static_cast<double>(product.s());
  const auto fits = [&](double count, Index side) {
    return count * static_cast<double>(side) * static_cast<double>(side) <= blocks;
  };
  if (const double enough = std::min(p, saturating(mu, c, w)); fits(enough, mu))
    return {static_cast<Index>(enough), mu};
  // C is small: the largest nu such that all who are needed have a chunk.
  Index nu = std::clamp<Index>(static_cast<Index>(std::sqrt(blocks)), 1, mu);
  while (nu > 1 && !fits(saturating(nu, c, w), nu))
    --nu;
  if (const double needed = saturating(nu, c, w); needed <= p)
    return {static_cast<Index>(needed), nu};
  const double all = std::min(std::sqrt(blocks / p), 2 * c * p / w);
  return {workers, std::clamp<Index>(static_cast<Index>(all), 1, mu)};
}

std::unique_ptr<Policy> holm(const Star& star, const Product& product) {
  std::vector<ChunkShape> shapes = chunk_shapes(star, product, MemoryLayout::overlapped);
  std::vector<int> workers;
  double c = 0, w = 0;
  Index mu = std::numeric_limits<Index>::max();
  for (std::size_t k = 0; k < shapes.size(); ++k)
    if (shapes[k].side > 0) {
      workers.push_back(static_cast<int>(k));
      c += star.workers[k].seconds_per_block;
      w += star.workers[k].seconds_per_update;
      mu = std::min(mu, shapes[k].side);
    }
  const double p = static_cast<double>(workers.size());
  const auto [count, side] = holm_enrolment(static_cast<Index>(workers.size()), c / p, w / p, mu, product);
  workers.resize(static_cast<std::size_t>(count));
  for (ChunkShape& shape : shapes)
    shape.side = side;
  return round_robin(product, std::move(shapes), std::move(workers));
}

} // namespace hetgrid::server
