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

/// Messages of a worker in one direction are alike. Those that get least have their rate, the others share what is left, and so on.
void Wire::share(double now) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  struct Alike {
    const Flow* one;
    double count;
    double rate = 0; ///< blocks a second, each
    bool open = true;
  };
  std::vector<Alike> all;
  const auto alike = [&](const Flow& flow) {
    return std::ranges::find_if(all, [&](const Alike& other) {
      return other.one->worker == flow.worker && other.one->to_server == flow.to_server;
    });
  };
  for (const Flow& flow : flows_)
    if (link(flow) > 0) {
      if (const auto found = alike(flow); found != all.end())
        ++found->count;
      else
        all.push_back({&flow, 1});
    }
  const auto part_of = [&](const Flow& flow) {
    double wire = capacity(flow), own = 1 / link(flow), on_wire = 0, on_link = 0;
    for (const Alike& other : all) {
      const bool same_wire = share_wire(flow, *other.one), same_link = share_link(flow, *other.one);
      (other.open ? on_wire : wire) += (other.open ? other.count : -other.count * other.rate) * same_wire;
      (other.open ? on_link : own) += (other.open ? other.count : -other.count * other.rate) * same_link;
    }
    return std::max(0.0, std::min(wire / on_wire, own / on_link));
  };
  for (std::size_t left = all.size(); left > 0; --left) {
    Alike* slowest = nullptr;
    double least = unlimited;
    for (Alike& one : all)
      if (one.open)
        if (const double part = part_of(*one.one); !slowest || part < least) {
          slowest = &one;
          least = part;
        }
    slowest->rate = least;
    slowest->open = false;
  }
  const bool alone = flows_.size() == 1; // exactly as fast as that
  next_ = unlimited;
  for (Flow& flow : flows_) {
    flow.rate = link(flow) == 0 ? 1
                : alone         ? std::min(1.0, link(flow) * capacity(flow))
                                : alike(flow)->rate * link(flow);
    flow.end = now + (flow.left > 0 ? flow.left / flow.rate : 0);
    next_ = std::min(next_, flow.end);
  }
}

} // namespace hetgrid::server
