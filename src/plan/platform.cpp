#include "hetgrid/platform.hpp"

#include "hetgrid/error.hpp"
#include "plan/kernel_rate_names.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace hetgrid::plan {
namespace {

void check(bool legal, const std::string& name, double value, const char* expected) {
  if (!legal)
    throw ArgumentError(name, std::to_string(value), expected);
}

void check_positive(const std::string& name, double value) {
  check(std::isfinite(value) && value > 0, name, value, "positive and finite");
}

void check_not_negative(const std::string& name, double value) {
  check(std::isfinite(value) && value >= 0, name, value, "not negative and finite");
}

void validate(const ProcessSpeed& process, const std::string& name) {
  check_positive(name + ".cycle_time", process.cycle_time);
  check_positive(name + ".gflops", process.gflops);
  check_not_negative(name + ".spread", process.spread);
  check_not_negative(name + ".memory", process.memory);
  double before = 0;
  for (std::size_t k = 0; k < process.curve.size(); ++k) {
    const std::string point = name + ".curve[" + std::to_string(k) + "]";
    check_positive(point + ".elements", process.curve[k].elements);
    check_positive(point + ".gflops", process.curve[k].gflops);
    check(process.curve[k].elements > before, point + ".elements", process.curve[k].elements,
          "increasing sizes");
    check((process.curve[k].interchange > 0 && std::isfinite(process.curve[k].interchange)) ||
              (process.curve[k].interchange == 0 && process.curve.front().interchange == 0),
          point + ".interchange", process.curve[k].interchange, "positive at all sizes or 0 at all sizes");
    before = process.curve[k].elements;
  }
  check_not_negative(name + ".quota.period", process.quota.period);
  check(process.quota.share > 0 && process.quota.share <= 1, name + ".quota.share", process.quota.share,
        "above 0, at most 1");
  for (const auto& [kernel, rate] : kernel_rate_names)
    check_positive(name + ".kernels." + kernel, process.kernels.*rate);
}

void validate(const Link& link, const std::string& name) {
  check_not_negative(name + ".latency", link.latency);
  check_not_negative(name + ".seconds_per_byte", link.seconds_per_byte);
}

double interpolate(const std::vector<SpeedPoint>& curve, double SpeedPoint::*value, double elements) {
  const auto above = std::ranges::upper_bound(curve, elements, {}, &SpeedPoint::elements);
  if (above == curve.begin())
    return curve.front().*value;
  if (above == curve.end())
    return curve.back().*value;
  const SpeedPoint &left = *(above - 1), &right = *above;
  return left.*value +
         (right.*value - left.*value) * (elements - left.elements) / (right.elements - left.elements);
}

} // namespace

double ProcessSpeed::gflops_at(double elements) const {
  return curve.empty() ? gflops : interpolate(curve, &SpeedPoint::gflops, elements);
}

double ProcessSpeed::interchange_at(double elements) const {
  return curve.empty() || curve.front().interchange == 0
             ? kernels.interchange
             : interpolate(curve, &SpeedPoint::interchange, elements);
}

std::vector<double> Platform::cycle_times() const {
  std::vector<double> times;
  for (const ProcessSpeed& process : processes)
    times.push_back(process.cycle_time);
  return times;
}

Segment Network::segment(const std::string& name) const {
  const auto listed = std::ranges::find(segments, name, &Segment::name);
  return listed == segments.end() ? Segment{name, medium, between_hosts} : *listed;
}

bool Platform::same_host(int a, int b) const {
  const std::string& host = processes[static_cast<std::size_t>(a)].host;
  return a == b || (!host.empty() && host == processes[static_cast<std::size_t>(b)].host);
}

Link Platform::link(int from, int to) const {
  const auto source = static_cast<std::size_t>(from), target = static_cast<std::size_t>(to);
  if (!network.pairs.empty())
    return network.pairs[source * processes.size() + target];
  if (same_host(from, to))
    return network.within_host;
  if (network.medium == Medium::star) {
    const Link &up = network.links[source], &down = network.links[target];
    return {up.latency + down.latency, std::max(up.seconds_per_byte, down.seconds_per_byte)};
  }
  const std::string& segment = processes[source].segment;
  return segment == processes[target].segment ? network.segment(segment).between_hosts
                                              : network.between_segments;
}

Platform platform_from_cycle_times(std::span<const double> cycle_times) {
  Platform platform;
  platform.block_size = 64;
  const double fastest = cycle_times.empty() ? 1 : *std::ranges::min_element(cycle_times);
  for (const double t : cycle_times) {
    ProcessSpeed process;
    process.rank = static_cast<int>(platform.processes.size());
    process.cycle_time = t;
    process.gflops = assumed_gflops * fastest / t;
    platform.processes.push_back(std::move(process));
  }
  return platform;
}

namespace {

void validate_segments(const Network& network) {
  for (std::size_t k = 0; k < network.segments.size(); ++k) {
    const Segment& segment = network.segments[k];
    const std::string name = "network.segments[" + std::to_string(k) + "]";
    validate(segment.between_hosts, name + ".between_hosts");
    if (network.medium == Medium::star || segment.medium == Medium::star)
      throw ArgumentError(name + ".medium", "a star", "a bus or a switch, in a network that is not a star");
    for (std::size_t before = 0; before < k; ++before)
      if (network.segments[before].name == segment.name)
        throw ArgumentError(name + ".name", "\"" + segment.name + "\"",
                            "a segment that is not listed before");
  }
}

/// A host lies in one segment.
void validate_hosts(const Platform& platform) {
  std::unordered_map<std::string_view, std::string_view> segments;
  for (std::size_t k = 0; k < platform.processes.size(); ++k) {
    const ProcessSpeed& process = platform.processes[k];
    const auto host = segments.try_emplace(process.host, process.segment).first;
    if (!process.host.empty() && host->second != process.segment)
      throw ArgumentError("processes[" + std::to_string(k) + "].segment", "\"" + process.segment + "\"",
                          "\"" + std::string(host->second) + "\" as for host " + process.host);
  }
}

void validate_links(const Network& network, std::size_t processes) {
  const std::size_t expected = network.medium == Medium::star ? processes : 0;
  // A star of which all pairs are known needs no links.
  if (network.links.size() != expected && (!network.links.empty() || network.pairs.empty()))
    throw ArgumentError("network.links", std::to_string(network.links.size()) + " links",
                        expected == 0 ? "none, as the network is no star"
                                      : "one for each of the " + std::to_string(processes) + " processes");
  for (std::size_t k = 0; k < network.links.size(); ++k)
    validate(network.links[k], "network.links[" + std::to_string(k) + "]");
}

} // namespace

void validate(const Platform& platform) {
  if (platform.processes.empty())
    throw ArgumentError("processes", "(none)", "at least one");
  if (platform.block_size < 1)
    throw ArgumentError("block_size", std::to_string(platform.block_size), "at least 1");
  for (std::size_t k = 0; k < platform.processes.size(); ++k) {
    const std::string name = "processes[" + std::to_string(k) + "]";
    if (platform.processes[k].rank != static_cast<int>(k))
      throw ArgumentError(name + ".rank", std::to_string(platform.processes[k].rank),
                          "processes in the order of their ranks");
    validate(platform.processes[k], name);
  }
  validate_hosts(platform);
  const Network& network = platform.network;
  validate(network.within_host, "network.within_host");
  validate(network.between_hosts, "network.between_hosts");
  validate(network.between_segments, "network.between_segments");
  validate_segments(network);
  const std::size_t n = platform.processes.size();
  validate_links(network, n);
  if (!network.pairs.empty() && network.pairs.size() != n * n)
    throw ArgumentError("network.pairs", std::to_string(network.pairs.size()) + " links",
                        "none, or one for each pair of the " + std::to_string(n) + " processes");
  for (std::size_t k = 0; k < network.pairs.size(); ++k)
    validate(network.pairs[k], "network.pairs[" + std::to_string(k / n) + "][" + std::to_string(k % n) + "]");
}

} // namespace hetgrid::plan
