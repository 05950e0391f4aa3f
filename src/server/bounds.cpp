#include "hetgrid/server_bounds.hpp"

#include "hetgrid/error.hpp"
#include "hetgrid/server_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace hetgrid::server {
namespace {

/// What a worker needs of its link.
struct Need {
  double update = 0;    ///< seconds of computing for an update
  double transfer = 0;  ///< seconds of the link for an update
  double free_work = 0; ///< updates that need no transfer
};

/// Updates that are possible in so many seconds: maximise sum x_i, where x_i updates take no longer on worker i, and the transfers
/// no longer on the port, or on each link. \param needs by increasing transfer
double most_work(const std::vector<Need>& needs, plan::Port port, double seconds) {
  double left = seconds, work = 0;
  for (const Need& need : needs) {
    if (port == plan::Port::many)
      left = seconds;
    const double all = seconds / need.update, free = std::min(all, need.free_work);
    const double sent = need.transfer > 0 ? std::min(all - free, left / need.transfer) : all - free;
    work += free + sent;
    left = std::max(0.0, left - sent * need.transfer);
  }
  return work;
}

/// The time in which so much work becomes possible, rounded down.
double least_time(std::vector<Need> needs, plan::Port port, double work) {
  std::ranges::sort(needs, {}, &Need::transfer);
  double low = 0, high = needs.front().update;
  while (most_work(needs, port, high) < work)
    high *= 2;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (most_work(needs, port, middle) < work ? low : high) = middle;
  }
  return low;
}

double blocks(const Product& product, Index rows, Index columns) {
  const double q = static_cast<double>(product.block_size);
  return static_cast<double>(rows) / q * (static_cast<double>(columns) / q);
}

/// In m transfers at most 2 m blocks are seen, those that the worker had and those that come: 4.2. If C is zero, its blocks need not
/// come, but those that do not go are still there: 3 m.
double least_ratio(const Product& product, Index buffers) {
  return product.begins_with_zeros() ? 1 / std::sqrt(static_cast<double>(buffers)) : least_communication_ratio(buffers);
}

std::vector<Need> needs_of_any_algorithm(const Star& star, const Product& product) {
  std::vector<Need> needs;
  for (const Worker& worker : star.workers)
    if (worker.buffers > 0) {
      const double ratio = least_ratio(product, worker.buffers);
      needs.push_back({worker.seconds_per_update, ratio * worker.seconds_per_block,
                       static_cast<double>(worker.buffers) / ratio});
    } else {
      needs.push_back({worker.seconds_per_update, 0, 0});
    }
  return needs;
}

std::vector<Need> needs_of_chunks(const Star& star, const Product& product) {
  const double q = static_cast<double>(product.block_size), height = static_cast<double>(product.m) / q,
               width = static_cast<double>(product.n) / q, t = static_cast<double>(product.k) / q;
  std::vector<Need> needs;
  for (const Worker& worker : star.workers) {
    const double mu = worker.buffers == 0
                          ? std::max(height, width)
                          : static_cast<double>(largest_mu(MemoryLayout::maximum_reuse, worker.buffers));
    if (mu > 0) // chunks are no larger than C
      needs.push_back({worker.seconds_per_update,
                       worker.seconds_per_block *
                           (1 / std::min(mu, height) + 1 / std::min(mu, width) + product.journeys_of_c() / t),
                       0});
  }
  return needs;
}

} // namespace

Bounds bounds(const Star& star, const Product& product) {
  validate(star);
  validate(product);
  const double updates = blocks(product, product.m, product.n) * static_cast<double>(product.k) /
                         static_cast<double>(product.block_size);
  const double moved = product.journeys_of_c() * blocks(product, product.m, product.n) +
                       blocks(product, product.m, product.k) + blocks(product, product.k, product.n);
  double speed = 0, bandwidth = 0, fastest = std::numeric_limits<double>::infinity();
  for (const Worker& worker : star.workers) {
    speed += 1 / worker.seconds_per_update;
    bandwidth += 1 / worker.seconds_per_block; // infinite for a link of no cost
    fastest = std::min(fastest, worker.seconds_per_block);
  }
  Bounds result;
  result.computing = updates / speed;
  result.traffic = star.port == plan::Port::one ? moved * fastest : moved / bandwidth;
  result.any_algorithm = least_time(needs_of_any_algorithm(star, product), star.port, updates);
  if (const auto needs = needs_of_chunks(star, product); !needs.empty())
    result.chunks = least_time(needs, star.port, updates);
  return result;
}

double least_traffic(const Star& star, const Product& product, std::span<const double> updates) {
  validate(star);
  validate(product);
  if (updates.size() != star.workers.size())
    throw ArgumentError("updates", std::to_string(updates.size()) + " numbers",
                        std::to_string(star.workers.size()) + ", one for each worker");
  double sum = 0;
  for (std::size_t k = 0; k < updates.size(); ++k) {
    // u updates see a of A, b of B and c of C with a b c >= u^2 (Loomis and Whitney): a + b + c >= 3 u^(2/3).
    double least = product.returned ? 3 * std::pow(updates[k], 2.0 / 3) : 0;
    if (const Index buffers = star.workers[k].buffers; buffers > 0)
      least = std::max(least, least_ratio(product, buffers) * updates[k] - static_cast<double>(buffers));
    sum += least;
  }
  return sum;
}

} // namespace hetgrid::server
