#include "partition/model/fluid.hpp"

#include "layout/subscript.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::partition {
namespace {

constexpr double unknown = -1;

} // namespace

void Fluid::add(const Message& message) {
  messages_.push_back({message, unknown});
  has_rates_ = false;
}

double Fluid::next() {
  if (!has_rates_)
    find_rates();
  double seconds = std::numeric_limits<double>::infinity();
  for (const auto& [message, rate] : messages_)
    seconds = std::min(seconds, message.bytes / rate);
  return seconds;
}

const std::vector<int>& Fluid::advance(double seconds) {
  constexpr double rounding = 1e-9;
  ended_.clear();
  if (!has_rates_)
    find_rates();
  std::erase_if(messages_, [&](Flow& flow) {
    const double sent = seconds * flow.rate;
    const bool ends = sent >= (1 - rounding) * flow.message.bytes;
    flow.message.bytes -= sent;
    if (ends)
      ended_.push_back(flow.message.name);
    return ends;
  });
  has_rates_ = has_rates_ && ended_.empty();
  return ended_;
}

/// The link that is full first sets the rates of its messages, and they leave the others what remains.
void Fluid::find_rates() {
  left_ = links_;
  std::ranges::fill(wanted_, 0);
  for (Flow& flow : messages_) {
    flow.rate = unknown;
    for (const int link : flow.message.links)
      if (link != no_link)
        wanted_[at(link)] += flow.message.weight;
  }
  for (std::size_t open = messages_.size(); open > 0;) {
    int full = no_link;
    double level = std::numeric_limits<double>::infinity();
    for (int link = 0; link < static_cast<int>(links_.size()); ++link)
      if (wanted_[at(link)] > 0)
        if (const double here = std::max(0.0, left_[at(link)]) / wanted_[at(link)]; here < level) {
          level = here;
          full = link;
        }
    for (Flow& flow : messages_)
      if (flow.rate == unknown && std::ranges::count(flow.message.links, full) > 0) {
        flow.rate = level * flow.message.weight;
        take(flow);
        --open;
      }
    wanted_[at(full)] = 0; // but for rounding
  }
  has_rates_ = true;
}

void Fluid::take(const Flow& flow) {
  for (const int link : flow.message.links)
    if (link != no_link) {
      left_[at(link)] -= flow.rate;
      wanted_[at(link)] -= flow.message.weight;
    }
}

} // namespace hetgrid::partition
