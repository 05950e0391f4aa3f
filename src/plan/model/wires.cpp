// Links are Hockney's, alpha + beta m. Host and segment names are numbered once, since links are asked for by the
// thousand.
#include "plan/model/wires.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hetgrid::plan {

const schedule::Broadcast& Line::broadcast(double bytes, int receivers, double delay) const {
  if (const Question question{bytes, receivers, delay}; question != last_question_) {
    last_ = schedule::broadcast_of(bytes, receivers, machine, delay);
    last_question_ = question;
  }
  return last_;
}

double Line::seconds(double bytes, int position, int receivers, double delay) const {
  return schedule::broadcast_seconds(broadcast(bytes, receivers, delay), bytes, position, hop.latency,
                                     hop.seconds_per_byte, delay);
}

int Line::passed_on(double bytes) const {
  return hosts < 2 ? 0 : schedule::hops_to(hosts - 1, broadcast(bytes, hosts - 1, 0).fan_out) - 1;
}

Wires::Wires(const Platform& platform, const std::vector<int>& members, const schedule::Machine& machine)
    : platform_(platform), members_(members), machine_(machine) {
  std::unordered_map<std::string_view, int> hosts, segments;
  for (const int member : members) {
    const ProcessSpeed& process = platform.processes[index(member)];
    const bool alone = process.host.empty();
    const auto [place, is_new] = hosts.try_emplace(process.host, hosts_);
    if (alone || is_new)
      ++hosts_;
    host_.push_back(alone ? hosts_ - 1 : place->second);
    const auto [segment, first] = segments.try_emplace(process.segment, static_cast<int>(segments.size()));
    if (first)
      segments_.push_back(platform.network.segment(process.segment));
    segment_.push_back(segment->second);
  }
  find_bus();
}

/// A panel goes round all hosts, so that every bus carries it for its own hosts, at the same time as the others: the bus
/// that is busy longest counts.
void Wires::find_bus() {
  std::vector<int> processes(segments_.size());
  for (const int segment : segment_)
    ++processes[index(segment)];
  for (std::size_t k = 0; k < segments_.size(); ++k)
    if (segments_[k].medium == Medium::bus)
      bus_seconds_per_byte_ =
          std::max(bus_seconds_per_byte_, segments_[k].between_hosts.seconds_per_byte * processes[k] /
                                              static_cast<double>(segment_.size()));
}

Link Wires::link(int from, int to) const {
  const Network& network = platform_.network;
  if (!network.pairs.empty() || network.medium == Medium::star)
    return platform_.link(members_[index(from)], members_[index(to)]);
  if (same_host(from, to))
    return network.within_host;
  const int segment = segment_[index(from)];
  return segment == segment_[index(to)] ? segments_[index(segment)].between_hosts : network.between_segments;
}

std::vector<Line> Wires::lines(std::span<const int> line, int count) const {
  std::vector<Line> lines(static_cast<std::size_t>(count), Line({flag_latency(), 0}, machine_));
  struct Ring {
    int first, last;
    std::vector<int> hosts;
  };
  std::vector<Ring> rings(lines.size());
  for (int member = 0; member < static_cast<int>(line.size()); ++member) {
    Line& mine = lines[index(line[index(member)])];
    Ring& ring = rings[index(line[index(member)])];
    ++mine.members;
    if (std::ranges::find(ring.hosts, host_[index(member)]) != ring.hosts.end())
      continue;
    ring.hosts.push_back(host_[index(member)]);
    if (++mine.hosts > 1) {
      const Link& hop = link(ring.last, member);
      mine.hop.latency = std::max(mine.hop.latency, hop.latency);
      mine.hop.seconds_per_byte = std::max(mine.hop.seconds_per_byte, hop.seconds_per_byte);
    }
    ring.last = member;
  }
  return lines;
}

std::vector<bool> Wires::receivers(std::span<const int> line) const {
  std::unordered_set<std::int64_t> known;
  std::vector<bool> first;
  for (std::size_t member = 0; member < line.size(); ++member)
    first.push_back(known.insert(std::int64_t{line[member]} * hosts_ + host_[member]).second);
  return first;
}

double Wires::occupy_bus(double time, double bytes) {
  if (bus_seconds_per_byte_ < 0 || bytes == 0)
    return time;
  bus_free_ = std::max(bus_free_, time) + bytes * bus_seconds_per_byte_;
  return bus_free_;
}

} // namespace hetgrid::plan
