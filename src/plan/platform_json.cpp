// Platform files. For people, links have a bandwidth instead of its inverse and curves are lists of pairs. Fields that
// only `hetgrid probe --curve` writes may be missing.
#include "hetgrid/platform.hpp"
#include "plan/json_fields.hpp"
#include "plan/kernel_rate_names.hpp"

#include <limits>
#include <utility>

namespace hetgrid::plan {
namespace {

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

Json network_to_json(const Network& network) {
  Json json{{"medium", network.medium == Medium::bus ? "bus" : "switch"}};
  for (const auto& [name, link] : link_names)
    json[name] = link_to_json(network.*link);
  for (const Link& link : network.pairs)
    json["pairs"].push_back(link_to_json(link));
  return json;
}

Network network_from_json(const Json& json) {
  Network network;
  const auto medium = field_or<std::string>(json, "medium", "switch");
  if (medium != "switch" && medium != "bus")
    throw InputError("field \"network.medium\" = \"" + medium + "\": expected switch or bus");
  network.medium = medium == "bus" ? Medium::bus : Medium::crossbar;
  for (const auto& [name, link] : link_names)
    if (json.contains(name))
      network.*link = link_from_json(json[name], std::string("network.") + name);
  for (const Json& link : field_or(json, "pairs", Json::array()))
    network.pairs.push_back(
        link_from_json(link, "network.pairs[" + std::to_string(network.pairs.size()) + "]"));
  return network;
}

Json process_to_json(const ProcessSpeed& process) {
  Json json{{"host", process.host},
            {"rank", process.rank},
            {"cycle_time", process.cycle_time},
            {"gflops", process.gflops},
            {"spread", process.spread}};
  for (const SpeedPoint& point : process.curve)
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

ProcessSpeed process_from_json(const Json& json) {
  ProcessSpeed process;
  process.host = field<std::string>(json, "host");
  process.rank = field<int>(json, "rank");
  process.cycle_time = field<double>(json, "cycle_time");
  process.gflops = field<double>(json, "gflops");
  process.spread = field<double>(json, "spread");
  for (const auto& [elements, gflops] : field_or<std::vector<std::pair<double, double>>>(json, "curve", {}))
    process.curve.push_back({elements, gflops});
  process.memory = field_or(json, "memory", 0.0);
  process.segment = field_or<std::string>(json, "segment", "");
  if (json.contains("kernels"))
    for (const auto& [name, rate] : kernel_rate_names)
      process.kernels.*rate = field_or(json["kernels"], name, process.kernels.*rate);
  if (json.contains("quota"))
    process.quota = {field<double>(json["quota"], "period"), field<double>(json["quota"], "share")};
  return process;
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
    platform.processes.push_back(process_from_json(process));
  if (json.contains("network"))
    platform.network = network_from_json(json["network"]);
  validate(platform);
  return platform;
}

} // namespace hetgrid::plan
