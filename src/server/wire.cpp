#include "server/wire.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::server {

void Wire::begin(double now, int worker, bool to_server, double seconds, Index tag) {
  advance(now);
  const Worker& other = star_.workers[static_cast<std::size_t>(worker)];
  const bool local = other.copy_seconds_per_block > 0;
  const double block = local ? other.seconds_per_block : star_.wire_seconds_per_block;
  flows_.push_back({worker, to_server, local, seconds, tag, other.seconds_per_block,
                    block > 0 ? 1 / block : std::numeric_limits<double>::infinity()});
  shared_ = false;
}

std::vector<Index> Wire::arrivals(double now) {
  constexpr double same_time = 1 + 1e-12;
  share();
  advance(now);
  std::vector<Index> tags;
  std::erase_if(flows_, [&](const Flow& flow) {
    const bool there = flow.end <= now * same_time;
    if (there)
      tags.push_back(flow.tag);
    return there;
  });
  shared_ = false;
  return tags;
}

void Wire::advance(double now) {
  if (now == since_)
    return;
  share();
  for (Flow& flow : flows_)
    flow.left = std::max(0.0, flow.left - flow.rate * (now - since_));
  since_ = now;
}

bool Wire::share_wire(const Flow& one, const Flow& other) const {
  return one.local == other.local && (one.local || !star_.both_ways || one.to_server == other.to_server);
}

bool Wire::share_link(const Flow& one, const Flow& other) const {
  return one.worker == other.worker && share_wire(one, other);
}

/// In alike_, where it is the first if it is not there.
std::size_t Wire::kind_of(const Flow& flow) {
  const auto found = std::ranges::find_if(alike_, [&](const Alike& other) {
    return other.one->worker == flow.worker && other.one->to_server == flow.to_server;
  });
  const auto kind = static_cast<std::size_t>(found - alike_.begin());
  if (found == alike_.end())
    alike_.push_back({&flow, 0});
  return kind;
}

/// What each of those would get that are open, in equal parts of what the others leave.
double Wire::part_of(const Flow& flow) const {
  double wire = flow.capacity, own = 1 / flow.link, on_wire = 0, on_link = 0;
  for (const Alike& other : alike_) {
    const bool same_wire = share_wire(flow, *other.one), same_link = share_link(flow, *other.one);
    (other.open ? on_wire : wire) += (other.open ? other.count : -other.count * other.rate) * same_wire;
    (other.open ? on_link : own) += (other.open ? other.count : -other.count * other.rate) * same_link;
  }
  return std::max(0.0, std::min(wire / on_wire, own / on_link));
}

/// Those that get least have their rate, the others share what is left, and so on.
void Wire::share_rates() {
  alike_.clear();
  const Flow* last = nullptr; // most are of the same kind
  for (Flow& flow : flows_)
    if (flow.link > 0) {
      const bool same = last && last->worker == flow.worker && last->to_server == flow.to_server;
      flow.kind = same ? last->kind : kind_of(flow);
      ++alike_[flow.kind].count;
      last = &flow;
    }
  for (std::size_t left = alike_.size(); left > 0; --left) {
    Alike* slowest = nullptr;
    double least = 0;
    for (Alike& one : alike_)
      if (one.open)
        if (const double part = part_of(*one.one); !slowest || part < least) {
          slowest = &one;
          least = part;
        }
    slowest->rate = least;
    slowest->open = false;
  }
}

/// From since_ on.
void Wire::share() {
  if (shared_)
    return;
  shared_ = true;
  const bool alone = flows_.size() == 1; // exactly as fast as that
  if (!alone)
    share_rates();
  next_ = std::numeric_limits<double>::infinity();
  for (Flow& flow : flows_) {
    flow.rate = flow.link == 0 ? 1
                : alone        ? std::min(1.0, flow.link * flow.capacity)
                               : alike_[flow.kind].rate * flow.link;
    flow.end = since_ + (flow.left > 0 ? flow.left / flow.rate : 0);
    next_ = std::min(next_, flow.end);
  }
}

} // namespace hetgrid::server
