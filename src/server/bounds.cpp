#include "hetgrid/server_bounds.hpp"

#include "hetgrid/error.hpp"
#include "hetgrid/server_memory.hpp"
#include "server/wire.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace hetgrid::server {
namespace {

/// What a worker needs for an update, seconds.
struct Need {
  double update = 0;    ///< of computing
  double link = 0;      ///< of its link
  double port = 0;      ///< of what all workers share
  double free_work = 0; ///< updates that need no transfer
};

/// Not the server itself, nor who is on its host.
bool uses_wire(const Worker& worker) {
  return worker.seconds_per_block > 0 && worker.copy_seconds_per_block == 0;
}

/// Of a block, on its link.
double link_seconds(const Star& star, const Worker& worker) {
  return travels(star, worker) ? worker.seconds_per_block : 0;
}

/// Of the link of a worker and of what all share, if it needs so many blocks for an update.
Need need_of(const Star& star, const Worker& worker, double blocks, double free_work) {
  const double link = blocks * link_seconds(star, worker);
  double port = star.port == plan::Port::one ? link : 0;
  if (star.posting == Posting::ahead)
    port = uses_wire(worker) ? blocks * star.wire_seconds_per_block : 0;
  return {worker.seconds_per_update, link, port, free_work};
}

/// Results do not keep a link from operands.
bool both_ways(const Star& star) {
  return star.posting == Posting::ahead && star.both_ways;
}

/// Updates that are possible in so many seconds: maximise sum x_i, where x_i updates take no longer on worker i, and the transfers
/// no longer on its link, and all on the port. \param needs by increasing need of the port
double most_work(const std::vector<Need>& needs, double seconds) {
  double left = seconds, work = 0;
  for (const Need& need : needs) {
    const double all = seconds / need.update, free = std::min(all, need.free_work);
    double sent = all - free;
    if (need.link > 0)
      sent = std::min(sent, seconds / need.link);
    if (need.port > 0)
      sent = std::min(sent, left / need.port);
    work += free + sent;
    left = std::max(0.0, left - sent * need.port);
  }
  return work;
}

/// The time in which so much work becomes possible, rounded down.
double least_time(std::vector<Need> needs, double work) {
  std::ranges::sort(needs, {}, &Need::port);
  double low = 0, high = needs.front().update;
  while (most_work(needs, high) < work)
    high *= 2;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (most_work(needs, middle) < work ? low : high) = middle;
  }
  return low;
}

double blocks(const Product& product, Index rows, Index columns) {
  const double q = static_cast<double>(product.block_size);
  return static_cast<double>(rows) / q * (static_cast<double>(columns) / q);
}

/// In m transfers at most 2 m blocks are seen, those that the worker had and those that come: 4.2. If C is zero, its blocks need not
/// come, but those that do not go are still there: 3 m. Of both ways, m transfers each: 4 m.
double least_ratio(const Product& product, Index buffers, bool both_ways = false) {
  if (!product.begins_with_zeros())
    return least_communication_ratio(buffers);
  const double m = static_cast<double>(buffers);
  return both_ways ? std::sqrt(27 / (64 * m)) : 1 / std::sqrt(m);
}

std::vector<Need> needs_of_any_algorithm(const Star& star, const Product& product) {
  std::vector<Need> needs;
  for (const Worker& worker : star.workers)
    if (worker.buffers > 0) {
      const double ratio = least_ratio(product, worker.buffers, both_ways(star));
      needs.push_back(need_of(star, worker, ratio, static_cast<double>(worker.buffers) / ratio));
    } else {
      needs.push_back(need_of(star, worker, 0, 0));
    }
  return needs;
}

/// The least of 1/a + 1/b, the blocks of operands that come for an update, of all chunks of a x b blocks of C that a worker has
/// room for: with a <= b these are a b blocks of C, in a step a blocks of one operand, and one of the other after the other.
/// Where blocks are not whole the latter are less, and C alone is counted. 0: no room
double least_operands(const Product& product, Index buffers) {
  const double q = static_cast<double>(product.block_size), height = static_cast<double>(product.m) / q,
               width = static_cast<double>(product.n) / q;
  const auto [low, high] = std::minmax(height, width);
  if (buffers == 0)
    return 1 / low + 1 / high;
  if (largest_mu(MemoryLayout::maximum_reuse, buffers) == 0)
    return 0;
  const bool whole = low >= 1 && product.k >= product.block_size;
  const double one = whole ? 1 : 0, room = static_cast<double>(buffers) - one;
  // With a b + one a = room the sum is least at b = sqrt(room), and where C is narrower than that, at its border.
  const double a = std::min(low, room / (std::min(high, std::sqrt(room)) + one)),
               b = std::min(high, (room - one * a) / a);
  return 1 / a + 1 / b;
}

/// Of both directions, or of the one that returns results. A chunk needs operands, journeys_of_c() times.
std::vector<Need> needs_of_chunks(const Star& star, const Product& product, bool operands, int journeys) {
  const double t = static_cast<double>(product.k) / static_cast<double>(product.block_size);
  std::vector<Need> needs;
  for (const Worker& worker : star.workers)
    if (const double least = least_operands(product, worker.buffers); least > 0)
      needs.push_back(need_of(star, worker, (operands ? least : 0) + journeys / t, 0));
  return needs;
}

} // namespace

Bounds bounds(const Star& star, const Product& product) {
  validate(star);
  validate(product);
  const double updates = blocks(product, product.m, product.n) * static_cast<double>(product.k) /
                         static_cast<double>(product.block_size);
  const double of_c = blocks(product, product.m, product.n),
               operands = blocks(product, product.m, product.k) + blocks(product, product.k, product.n);
  const int returned = product.returned ? 1 : 0, sent = product.journeys_of_c() - returned;
  const double moved = both_ways(star) ? std::max(sent * of_c + operands, returned * of_c)
                                       : product.journeys_of_c() * of_c + operands;
  double speed = 0, bandwidth = 0, fastest = std::numeric_limits<double>::infinity();
  for (const Worker& worker : star.workers) {
    speed += 1 / worker.seconds_per_update;
    bandwidth += 1 / link_seconds(star, worker); // infinite for a link of no cost
    fastest = std::min(fastest, worker.seconds_per_block);
  }
  Bounds result;
  result.computing = updates / speed;
  result.traffic = moved / bandwidth;
  if (star.posting == Posting::ahead) {
    if (std::ranges::all_of(star.workers, uses_wire))
      result.traffic = std::max(result.traffic, moved * star.wire_seconds_per_block);
  } else if (star.port == plan::Port::one)
    result.traffic = moved * fastest;
  result.any_algorithm = least_time(needs_of_any_algorithm(star, product), updates);
  const auto chunks = [&](bool with_operands, int journeys) {
    const std::vector<Need> needs = needs_of_chunks(star, product, with_operands, journeys);
    return needs.empty() ? 0 : least_time(needs, updates);
  };
  result.chunks = both_ways(star) ? std::max(chunks(true, sent), chunks(false, returned))
                                  : chunks(true, product.journeys_of_c());
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
