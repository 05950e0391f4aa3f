#include "server/wire.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::server {

void Wire::begin(double now, int worker, bool to_server, double seconds, Index tag) {
  advance(now);
  flows_.push_back({worker, to_server, seconds, tag});
  share(now);
}

std::vector<Index> Wire::arrivals(double now) {
  constexpr double same_time = 1 + 1e-12;
  advance(now);
  std::vector<Index> tags;
  std::erase_if(flows_, [&](const Flow& flow) {
    const bool there = flow.end <= now * same_time;
    if (there)
      tags.push_back(flow.tag);
    return there;
  });
  share(now);
  return tags;
}

void Wire::advance(double now) {
  for (Flow& flow : flows_)
    flow.left = std::max(0.0, flow.left - flow.rate * (now - since_));
  since_ = now;
}

/// Seconds for a block.
double Wire::link(const Flow& flow) const {
  return star_.workers[static_cast<std::size_t>(flow.worker)].seconds_per_block;
}

/// Blocks a second: of the server's wire, or of its memory for a process of its host.
double Wire::capacity(const Flow& flow) const {
  const Worker& worker = star_.workers[static_cast<std::size_t>(flow.worker)];
  const double seconds =
      worker.copy_seconds_per_block > 0 ? worker.seconds_per_block : star_.wire_seconds_per_block;
  return seconds > 0 ? 1 / seconds : std::numeric_limits<double>::infinity();
}

bool Wire::share_wire(const Flow& one, const Flow& other) const {
  const auto local = [&](const Flow& flow) {
    return star_.workers[static_cast<std::size_t>(flow.worker)].copy_seconds_per_block > 0;
  };
  return local(one) == local(other) && (local(one) || !star_.both_ways || one.to_server == other.to_server);
}

bool Wire::share_link(const Flow& one, const Flow& other) const {
  return one.worker == other.worker && share_wire(one, other);
}

/// The message that gets least has its rate, the others share what is left, and so on.
void Wire::share(double now) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  std::vector<Flow*> open;
  for (Flow& flow : flows_) {
    flow.rate = 1;
    if (link(flow) > 0)
      open.push_back(&flow);
  }
  if (open.size() == 1) // exactly as fast as alone
    open.front()->rate = std::min(1.0, link(*open.front()) * capacity(*open.front()));
  else
    for (std::vector<std::pair<Flow*, double>> given; !open.empty();) { // and blocks a second
      std::size_t slowest = 0;
      double least = unlimited;
      for (std::size_t k = 0; k < open.size(); ++k) {
        const Flow& flow = *open[k];
        double wire = capacity(flow), own = 1 / link(flow), on_wire = 0, on_link = 0;
        for (const Flow* other : open) {
          on_wire += share_wire(flow, *other);
          on_link += share_link(flow, *other);
        }
        for (const auto& [other, rate] : given) {
          wire -= share_wire(flow, *other) ? rate : 0;
          own -= share_link(flow, *other) ? rate : 0;
        }
        if (const double part = std::max(0.0, std::min(wire / on_wire, own / on_link)); part < least) {
          slowest = k;
          least = part;
        }
      }
      open[slowest]->rate = least * link(*open[slowest]);
      given.emplace_back(open[slowest], least);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(slowest));
    }
  next_ = unlimited;
  for (Flow& flow : flows_) {
    flow.end = now + (flow.left > 0 ? flow.left / flow.rate : 0);
    next_ = std::min(next_, flow.end);
  }
}

} // namespace hetgrid::server
