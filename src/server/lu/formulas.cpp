// Closed forms of [Dongarra06] 7.
#include "hetgrid/error.hpp"
#include "hetgrid/server_lu.hpp"

#include <cmath>
#include <limits>

namespace hetgrid::server::lu {
namespace {

void check_positive(const char* name, Index value) {
  if (value < 1)
    throw ArgumentError(name, std::to_string(value), "at least 1");
}

Index ceil_divide(Index a, Index b) {
  return (a + b - 1) / b;
}

} // namespace

Cost one_worker(Index r, Index mu) {
  check_positive("r", r);
  if (mu < 1 || r % mu != 0)
    throw ArgumentError("mu", std::to_string(mu), "a divisor of " + std::to_string(r));
  const double n = static_cast<double>(r), side = static_cast<double>(mu);
  return {n * n * n / side + n * n, (n * n * n + 2 * side * side * n) / 3};
}

Index enrolled_of_cluster(const Worker& worker, Index mu, Index p) {
  validate(Star{plan::Port::one, {worker}});
  check_positive("mu", mu);
  check_positive("p", p);
  const double fed = static_cast<double>(mu) * worker.seconds_per_update / (3 * worker.seconds_per_block);
  return fed < static_cast<double>(p) ? std::max<Index>(1, static_cast<Index>(std::ceil(fed))) : p;
}

// Square: 3 mu_i blocks for mu_i^2 updates. Columns: mu + 2 mu_i^2 / mu blocks for as many. (2 mu_i / mu - 1)(mu_i / mu - 1) < 0 iff
// columns are better.
Chunk chunk_of_paper(Index mu_i, Index mu) {
  check_positive("mu_i", mu_i);
  check_positive("mu", mu);
  if (2 * mu_i <= mu)
    return {mu_i, mu_i};
  return {mu, mu_i * mu_i / mu};
}

// For `width` columns of a row of A22: mu blocks of L21, and 2 width of A22 for each of mu / height chunks.
double blocks_per_update(const Chunk& chunk, Index mu) {
  if (chunk.height < 1 || chunk.width < 1)
    return std::numeric_limits<double>::infinity();
  const double passes = static_cast<double>(ceil_divide(mu, chunk.height));
  return 1 / static_cast<double>(chunk.width) + 2 * passes / static_cast<double>(mu);
}

Chunk best_chunk(Index buffers, Index mu, Index columns) {
  check_positive("mu", mu);
  check_positive("columns", columns);
  if (buffers == 0)
    return {mu, columns};
  Chunk best;
  double best_ratio = std::numeric_limits<double>::infinity();
  for (Index passes = 1; passes <= mu; ++passes) {
    const Index height = ceil_divide(mu, passes);
    const Chunk chunk{height, std::min(columns, (buffers - 2 * height) / (height + 2))};
    if (const double ratio = blocks_per_update(chunk, mu); ratio < best_ratio) {
      best = chunk;
      best_ratio = ratio;
    }
  }
  return best;
}

} // namespace hetgrid::server::lu
