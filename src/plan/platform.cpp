#include "hetgrid/platform.hpp"

#include "hetgrid/error.hpp"
#include "plan/kernel_rate_names.hpp"
#include "plan/limits.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hetgrid::plan {
namespace {

std::string process_name(std::size_t k) {
  return "processes[" + std::to_string(k) + "]";
}

void check_text(const std::string& name, const std::string& text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (text.size() > limits::name_length || std::ranges::any_of(text, is_control))
    throw ArgumentError(name, text_of(text.substr(0, limits::name_length)),
                        "at most " + std::to_string(limits::name_length) + " bytes, no control characters");
}

void validate_curve(const ProcessSpeed& process, const std::string& name) {
  double before = 0;
  for (std::size_t k = 0; k < process.curve.size(); ++k) {
    const std::string point = name + ".curve[" + std::to_string(k) + "]";
    const auto& [elements, gflops, interchange] = process.curve[k];
    check(point + ".elements", elements, limits::elements);
    check(point + ".gflops", gflops, limits::gflops);
    if (elements <= before)
      throw ArgumentError(point + ".elements", text_of(elements), "increasing sizes");
    if (interchange != 0 || process.curve.front().interchange != 0) // at all sizes or at none
      check(point + ".interchange", interchange, limits::kernel_rate);
    before = elements;
  }
}

void validate(const ProcessSpeed& process, const std::string& name) {
  check_text(name + ".host", process.host);
  check_text(name + ".segment", process.segment);
  check(name + ".gflops", process.gflops, limits::gflops);
  check(name + ".spread", process.spread, limits::spread);
  check(name + ".memory", process.memory, limits::memory);
  validate_curve(process, name);
  check(name + ".quota.period", process.quota.period, limits::quota_period);
  check(name + ".quota.share", process.quota.share, limits::quota_share);
  check(name + ".overhead.send", process.overhead.send, limits::seconds_per_byte);
  check(name + ".overhead.receive", process.overhead.receive, limits::seconds_per_byte);
  check(name + ".copy_alone", process.copy_alone, limits::copy_alone);
  for (const auto& [kernel, rate] : kernel_rate_names)
    check(name + ".kernels." + kernel, process.kernels.*rate, limits::kernel_rate);
  for (const auto& [kernel, curve, base] : width_curve_names) {
    const auto& rates = (process.kernels.by_width.*curve).rates;
    for (std::size_t k = 0; k < rates.size(); ++k)
      check(name + ".kernels.by_width." + kernel + "[" + std::to_string(k) + "]", rates[k],
            limits::kernel_rate);
  }
}

void validate(const Link& link, const std::string& name) {
  check(name + ".latency", link.latency, limits::latency);
  check(name + ".seconds_per_byte", link.seconds_per_byte, limits::seconds_per_byte);
}

/// Two processes that differ by a factor in cycle-time and by another one in speed: one of the two is wrong.
void check_contradictions(const std::vector<ProcessSpeed>& processes) {
  const ProcessSpeed& first = processes.front();
  for (std::size_t k = 1; k < processes.size(); ++k) {
    const double expected = first.gflops * first.cycle_time / processes[k].cycle_time;
    const double factor = processes[k].gflops / expected;
    if (factor > limits::contradiction || factor < 1 / limits::contradiction)
      throw ArgumentError(process_name(k) + ".gflops", text_of(processes[k].gflops),
                          "about " + text_of(expected) +
                              ", as cycle_time = " + text_of(processes[k].cycle_time) +
                              " says beside processes[0] with cycle_time = " + text_of(first.cycle_time) +
                              ", gflops = " + text_of(first.gflops));
  }
}

void validate_speeds(const Platform& platform) {
  check_cycle_times("processes", platform.cycle_times(), ".cycle_time");
  std::vector<double> gflops;
  for (const ProcessSpeed& process : platform.processes)
    gflops.push_back(process.gflops);
  check_ratios("processes", gflops, ".gflops");
  check_contradictions(platform.processes);
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
  if (segment != processes[target].segment)
    return network.between_segments;
  const auto listed = std::ranges::find(network.segments, segment, &Segment::name);
  return listed == network.segments.end() ? network.between_hosts : listed->between_hosts;
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
    process.gflops_assumed = true;
    platform.processes.push_back(std::move(process));
  }
  return platform;
}

namespace {

void validate_segments(const Network& network) {
  std::unordered_set<std::string_view> known;
  for (std::size_t k = 0; k < network.segments.size(); ++k) {
    const Segment& segment = network.segments[k];
    const std::string name = "network.segments[" + std::to_string(k) + "]";
    check_text(name + ".name", segment.name);
    validate(segment.between_hosts, name + ".between_hosts");
    if (network.medium == Medium::star || segment.medium == Medium::star)
      throw ArgumentError(name + ".medium", "a star", "a bus or a switch, in a network that is not a star");
    if (!known.insert(segment.name).second)
      throw ArgumentError(name + ".name", text_of(segment.name), "a segment that is not listed before");
  }
}

/// A host lies in one segment.
void validate_hosts(const Platform& platform) {
  std::unordered_map<std::string_view, std::string_view> segments;
  for (std::size_t k = 0; k < platform.processes.size(); ++k) {
    const ProcessSpeed& process = platform.processes[k];
    const auto host = segments.try_emplace(process.host, process.segment).first;
    if (!process.host.empty() && host->second != process.segment)
      throw ArgumentError(process_name(k) + ".segment", text_of(process.segment),
                          text_of(std::string(host->second)) + " as for host " + process.host);
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
  if (platform.processes.size() > limits::processes)
    throw ArgumentError("processes", std::to_string(platform.processes.size()),
                        "at most " + std::to_string(limits::processes));
  if (platform.block_size < 1 || platform.block_size > limits::block_size)
    throw ArgumentError("block_size", std::to_string(platform.block_size),
                        "1 to " + std::to_string(limits::block_size));
  for (std::size_t k = 0; k < platform.processes.size(); ++k) {
    if (platform.processes[k].rank != static_cast<int>(k))
      throw ArgumentError(process_name(k) + ".rank", std::to_string(platform.processes[k].rank),
                          std::to_string(k) + ", as processes come in the order of their ranks");
    validate(platform.processes[k], process_name(k));
  }
  validate_speeds(platform);
  validate_hosts(platform);
  const Network& network = platform.network;
  validate(network.within_host, "network.within_host");
  validate(network.between_hosts, "network.between_hosts");
  validate(network.between_segments, "network.between_segments");
  validate_segments(network);
  const std::size_t n = platform.processes.size();
  validate_links(network, n);
  if (platform.server.rank < 0 || platform.server.rank >= static_cast<int>(n))
    throw ArgumentError("server.rank", std::to_string(platform.server.rank),
                        "0 to " + std::to_string(n - 1) + ", a process");
  if (!network.pairs.empty() && network.pairs.size() != n * n)
    throw ArgumentError("network.pairs", std::to_string(network.pairs.size()) + " links",
                        "none, or one for each pair of the " + std::to_string(n) + " processes");
  for (std::size_t k = 0; k < network.pairs.size(); ++k)
    validate(network.pairs[k], "network.pairs[" + std::to_string(k / n) + "][" + std::to_string(k % n) + "]");
}

} // namespace hetgrid::plan
