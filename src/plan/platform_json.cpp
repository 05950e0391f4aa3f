// Platform files. For people, links have a bandwidth instead of its inverse and curves are lists of lists. What
// `hetgrid probe` writes without --curve, and what people write by hand, has few of the fields.
#include "hetgrid/platform.hpp"
#include "plan/json_fields.hpp"
#include "plan/kernel_rate_names.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hetgrid::plan {
namespace {

constexpr double unknown_gflops = 0;

constexpr std::pair<const char*, Link Network::*> link_names[] = {
    {"within_host", &Network::within_host},
    {"between_hosts", &Network::between_hosts},
    {"between_segments", &Network::between_segments}};

Json link_to_json(const Link& link) {
  Json json{{"latency", link.latency}};
  if (link.seconds_per_byte > 0) // else unlimited
    json["bandwidth"] = 1 / link.seconds_per_byte;
  return json;
}

Link link_from_json(const Json& json, const std::string& name) {
  const double bandwidth = field_or(json, "bandwidth", std::numeric_limits<double>::infinity());
  if (!(bandwidth > 0))
    throw ArgumentError(name + ".bandwidth", std::to_string(bandwidth), "positive, bytes a second");
  return {field<double>(json, "latency"), 1 / bandwidth};
}

constexpr std::pair<const char*, Medium> medium_names[] = {
    {"switch", Medium::crossbar}, {"bus", Medium::bus}, {"star", Medium::star}};

const char* medium_to_json(Medium medium) {
  return std::ranges::find(medium_names, medium, &std::pair<const char*, Medium>::second)->first;
}

Medium medium_from_json(const Json& json, const std::string& name) {
  const auto text = field_or<std::string>(json, "medium", "switch");
  const auto known = std::ranges::find(medium_names, text, &std::pair<const char*, Medium>::first);
  if (known == std::end(medium_names))
    throw InputError("field \"" + name + ".medium\" = \"" + text + "\": expected switch, bus or star");
  return known->second;
}

Json network_to_json(const Network& network) {
  Json json{{"medium", medium_to_json(network.medium)}};
  for (const auto& [name, link] : link_names)
    json[name] = link_to_json(network.*link);
  for (const Segment& segment : network.segments)
    json["segments"].push_back({{"name", segment.name},
                                {"medium", medium_to_json(segment.medium)},
                                {"between_hosts", link_to_json(segment.between_hosts)}});
  for (const Link& link : network.links)
    json["links"].push_back(link_to_json(link));
  for (const Link& link : network.pairs)
    json["pairs"].push_back(link_to_json(link));
  return json;
}

std::vector<Link> links_from_json(const Json& json, const char* field) {
  std::vector<Link> links;
  for (const Json& link : field_or(json, field, Json::array()))
    links.push_back(
        link_from_json(link, std::string("network.") + field + "[" + std::to_string(links.size()) + "]"));
  return links;
}

Segment segment_from_json(const Json& json, const std::string& name) {
  Segment segment{field<std::string>(json, "name"), medium_from_json(json, name), {}};
  segment.between_hosts = link_from_json(field<Json>(json, "between_hosts"), name + ".between_hosts");
  return segment;
}

Network network_from_json(const Json& json) {
  Network network;
  network.medium = medium_from_json(json, "network");
  for (const auto& [name, link] : link_names)
    if (json.contains(name))
      network.*link = link_from_json(json[name], std::string("network.") + name);
  for (const Json& segment : field_or(json, "segments", Json::array()))
    network.segments.push_back(
        segment_from_json(segment, "network.segments[" + std::to_string(network.segments.size()) + "]"));
  network.links = links_from_json(json, "links");
  network.pairs = links_from_json(json, "pairs");
  return network;
}

Json process_to_json(const ProcessSpeed& process) {
  Json json{{"host", process.host},
            {"rank", process.rank},
            {"cycle_time", process.cycle_time},
            {"gflops", process.gflops},
            {"spread", process.spread}};
  for (const SpeedPoint& point : process.curve)
    if (point.interchange > 0)
      json["curve"].push_back({point.elements, point.gflops, point.interchange});
    else
      json["curve"].push_back({point.elements, point.gflops});
  if (process.memory > 0)
    json["memory"] = process.memory;
  if (!process.segment.empty())
    json["segment"] = process.segment;
  if (process.kernels != KernelRates())
    for (const auto& [name, rate] : kernel_rate_names)
      json["kernels"][name] = process.kernels.*rate;
  if (process.quota != Quota())
    json["quota"] = {{"period", process.quota.period}, {"share", process.quota.share}};
  return json;
}

SpeedPoint speed_point(const std::vector<double>& values) {
  if (values.size() < 2 || values.size() > 3)
    throw InputError(
        "points of \"curve\" must be [elements, gflops] or [elements, gflops, interchange], not " +
        Json(values).dump());
  return {values[0], values[1], values.size() > 2 ? values[2] : 0};
}

ProcessSpeed process_from_json(const Json& json, int place) {
  ProcessSpeed process;
  process.host = field_or<std::string>(json, "host", "");
  process.rank = field_or(json, "rank", place);
  process.cycle_time = field<double>(json, "cycle_time");
  process.gflops = field_or(json, "gflops", unknown_gflops);
  process.spread = field_or(json, "spread", 0.0);
  for (const std::vector<double>& point : field_or<std::vector<std::vector<double>>>(json, "curve", {}))
    process.curve.push_back(speed_point(point));
  process.memory = field_or(json, "memory", 0.0);
  process.segment = field_or<std::string>(json, "segment", "");
  if (json.contains("kernels"))
    for (const auto& [name, rate] : kernel_rate_names)
      process.kernels.*rate = field_or(json["kernels"], name, process.kernels.*rate);
  if (json.contains("quota"))
    process.quota = {field<double>(json["quota"], "period"), field<double>(json["quota"], "share")};
  return process;
}

/// Speeds that the file does not tell.
void assume_gflops(Platform& platform) {
  const auto known = std::ranges::find_if(
      platform.processes, [](const ProcessSpeed& process) { return process.gflops != unknown_gflops; });
  const Platform assumed = platform_from_cycle_times(platform.cycle_times());
  for (std::size_t k = 0; k < platform.processes.size(); ++k)
    if (ProcessSpeed& process = platform.processes[k]; process.gflops == unknown_gflops)
      process.gflops = known == platform.processes.end()
                           ? assumed.processes[k].gflops
                           : known->gflops * known->cycle_time / process.cycle_time;
}

} // namespace

std::string to_json(const Platform& platform) {
  Json processes = Json::array();
  for (const ProcessSpeed& process : platform.processes)
    processes.push_back(process_to_json(process));
  Json json{{"block_size", platform.block_size}, {"processes", processes}};
  if (platform.network != Network())
    json["network"] = network_to_json(platform.network);
  return json.dump(2);
}

Platform platform_from_json(const std::string& text) {
  const Json json = parse_json(text, "platform");
  Platform platform;
  platform.block_size = field<int>(json, "block_size");
  const Json processes = field<Json>(json, "processes");
  if (!processes.is_array() || processes.empty())
    throw InputError("field \"processes\": expected a non-empty array");
  for (const Json& process : processes)
    platform.processes.push_back(process_from_json(process, static_cast<int>(platform.processes.size())));
  assume_gflops(platform);
  if (json.contains("network"))
    platform.network = network_from_json(json["network"]);
  validate(platform);
  return platform;
}

} // namespace hetgrid::plan
