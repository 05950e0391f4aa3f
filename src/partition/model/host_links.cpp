#include "partition/model/host_links.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace hetgrid::partition {

HostLinks::HostLinks(const plan::Platform& platform) : platform_(platform) {
  std::unordered_map<std::string_view, int> leaders, segments;
  for (const plan::ProcessSpeed& process : platform.processes) {
    const int k = static_cast<int>(leader_.size());
    leader_.push_back(process.host.empty() ? k : leaders.try_emplace(process.host, k).first->second);
    const auto [segment, is_new] = segments.try_emplace(process.segment, static_cast<int>(segments.size()));
    if (is_new)
      of_segment_.push_back(platform.network.segment(process.segment).between_hosts);
    segment_.push_back(segment->second);
  }
  if (platform.network.pairs.empty() && platform.network.medium != plan::Medium::star &&
      of_segment_.size() == 1)
    common_ = of_segment_.front();
}

plan::Link HostLinks::link(int from, int to) const {
  const plan::Network& network = platform_.network;
  if (!network.pairs.empty() || network.medium == plan::Medium::star)
    return platform_.link(from, to);
  const auto segment = static_cast<std::size_t>(segment_[static_cast<std::size_t>(from)]);
  return segment_[static_cast<std::size_t>(to)] == static_cast<int>(segment) ? of_segment_[segment]
                                                                             : network.between_segments;
}

} // namespace hetgrid::partition
