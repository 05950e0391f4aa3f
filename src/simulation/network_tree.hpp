// Who meets whom where: the hosts of a platform, and the segments they belong to.
#pragma once

#include "hetgrid/platform.hpp"

#include <vector>

namespace hetgrid::simulation {

/// Processes that share a host, by rank.
using Host = std::vector<int>;

struct SegmentOfHosts {
  plan::Segment segment;
  std::vector<Host> hosts;

  bool one_process_a_host() const;
};

/// The segments in the order of their first processes; a star is one segment.
std::vector<SegmentOfHosts> segments_of(const plan::Platform& platform);

/// Whether links along a tree - process, host, segment, everything - can add up to the links of the platform: a message
/// that leaves a host, a segment, must not be faster than those that stay there. Processes of a star must not share hosts,
/// pairs must not be known one by one.
bool is_tree(const plan::Platform& platform, const std::vector<SegmentOfHosts>& segments);

} // namespace hetgrid::simulation
