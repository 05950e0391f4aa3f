// Which pairs of processes the network is measured by.
#pragma once

#include "hetgrid/platform.hpp"

#include <utility>
#include <vector>

namespace hetgrid::measure {

using Pair = std::pair<int, int>; ///< of ranks

/// A few pairs of each kind of link, none where there is no such link.
struct ProbePairs {
  std::vector<Pair> within_host, between_hosts, between_segments;
};

/// The first process of each host.
std::vector<int> first_of_hosts(const plan::Platform& platform);

/// By the hosts and segments of the processes, wherever their ranks are: at most `most` pairs of a kind, of as many
/// different hosts and segments as there are.
ProbePairs probe_pairs(const plan::Platform& platform, int most);

} // namespace hetgrid::measure
