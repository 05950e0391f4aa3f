#include "simulation/network_tree.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace hetgrid::simulation {
namespace {

bool is_slower(const plan::Link& link, const plan::Link& other) {
  return link.latency >= other.latency && link.seconds_per_byte >= other.seconds_per_byte;
}

} // namespace

bool SegmentOfHosts::one_process_a_host() const {
  return std::ranges::all_of(hosts, [](const Host& host) { return host.size() == 1; });
}

std::vector<SegmentOfHosts> segments_of(const plan::Platform& platform) {
  const bool star = platform.network.medium == plan::Medium::star;
  std::vector<SegmentOfHosts> segments;
  std::unordered_map<std::string, std::size_t> segment_places;
  std::unordered_map<std::string_view, std::size_t> host_places;
  for (const plan::ProcessSpeed& process : platform.processes) {
    const std::string name = star ? "" : process.segment;
    const auto [segment, first_of_segment] = segment_places.try_emplace(name, segments.size());
    if (first_of_segment)
      segments.push_back({platform.network.segment(name), {}});
    std::vector<Host>& hosts = segments[segment->second].hosts;
    const auto [host, first_of_host] = host_places.try_emplace(process.host, hosts.size());
    if (first_of_host || process.host.empty())
      hosts.push_back({process.rank});
    else
      hosts[host->second].push_back(process.rank);
  }
  return segments;
}

bool is_tree(const plan::Platform& platform, const std::vector<SegmentOfHosts>& segments) {
  const plan::Network& network = platform.network;
  if (!network.pairs.empty())
    return false;
  return std::ranges::all_of(segments, [&](const SegmentOfHosts& one) {
    const plan::Link& between_hosts = one.segment.between_hosts;
    const bool hosts_fit = one.one_process_a_host() || (network.medium != plan::Medium::star &&
                                                        is_slower(between_hosts, network.within_host));
    return hosts_fit && (segments.size() == 1 || is_slower(network.between_segments, between_hosts));
  });
}

} // namespace hetgrid::simulation
