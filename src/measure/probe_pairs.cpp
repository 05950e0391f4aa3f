#include "measure/probe_pairs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

namespace hetgrid::measure {
namespace {

using Group = std::vector<int>; ///< ranks
using Pairs = std::vector<Pair>;

/// Each member of a group and the next.
Pairs within(const Group& group) {
  Pairs pairs;
  for (std::size_t k = 1; k < group.size(); ++k)
    pairs.emplace_back(group[k - 1], group[k]);
  return pairs;
}

/// Of each group and the next: their first members, then their second ones, and so on.
Pairs between(const std::vector<Group>& groups) {
  std::size_t largest = 0;
  for (const Group& group : groups)
    largest = std::max(largest, group.size());
  Pairs pairs;
  for (std::size_t member = 0; member < largest; ++member)
    for (std::size_t k = 1; k < groups.size(); ++k)
      if (member < std::min(groups[k - 1].size(), groups[k].size()))
        pairs.emplace_back(groups[k - 1][member], groups[k][member]);
  return pairs;
}

/// The first of every list, then the second ones, and so on.
Pairs in_turns(const std::vector<Pairs>& lists, int most) {
  Pairs taken;
  for (std::size_t k = 0;; ++k) {
    bool left = false;
    for (const Pairs& list : lists)
      if (k < list.size()) {
        if (std::ssize(taken) == most)
          return taken;
        taken.push_back(list[k]);
        left = true;
      }
    if (!left)
      return taken;
  }
}

/// The processes of each value of `key`, in the order of their first ranks.
template <typename Key>
std::vector<Group> grouped(const Group& ranks, Key&& key) {
  std::map<std::string, std::size_t> place;
  std::vector<Group> groups;
  for (const int rank : ranks) {
    const std::string name = key(rank);
    const auto known = name.empty() ? place.end() : place.find(name);
    if (known != place.end()) {
      groups[known->second].push_back(rank);
      continue;
    }
    if (!name.empty())
      place[name] = groups.size();
    groups.push_back({rank});
  }
  return groups;
}

Group all_ranks(const plan::Platform& platform) {
  Group all(platform.processes.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

} // namespace

std::vector<int> first_of_hosts(const plan::Platform& platform) {
  std::vector<int> firsts;
  for (const Group& host : grouped(all_ranks(platform), [&](int rank) {
         return platform.processes[static_cast<std::size_t>(rank)].host;
       }))
    firsts.push_back(host.front());
  return firsts;
}

ProbePairs probe_pairs(const plan::Platform& platform, int most) {
  const auto process = [&](int rank) -> const plan::ProcessSpeed& {
    return platform.processes[static_cast<std::size_t>(rank)];
  };
  // A process without a name of a host has it for itself; without a segment it belongs to the one without a name.
  const std::vector<Group> segments =
      grouped(all_ranks(platform), [&](int rank) { return "segment " + process(rank).segment; });
  std::vector<Pairs> of_hosts, between_hosts;
  for (const Group& segment : segments) {
    const std::vector<Group> hosts = grouped(segment, [&](int rank) { return process(rank).host; });
    for (const Group& host : hosts)
      of_hosts.push_back(within(host));
    between_hosts.push_back(between(hosts));
  }
  return {in_turns(of_hosts, most), in_turns(between_hosts, most), in_turns({between(segments)}, most)};
}

} // namespace hetgrid::measure
