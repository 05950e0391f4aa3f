// Platform files. For people, links have a bandwidth instead of its inverse and curves are lists of lists. What
// `hetgrid probe` writes without --curve, and what people write by hand, has few of the fields.
#include "hetgrid/platform.hpp"
#include "plan/json_fields.hpp"
#include "plan/kernel_rate_names.hpp"
#include "plan/limits.hpp"

#include <algorithm>
#include <utility>

namespace hetgrid::plan {
namespace {

constexpr double unknown_gflops = 0; // which a file cannot say

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

Link link_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  Link link{fields.get<double>("latency"), 0};
  if (const Json* const bandwidth = fields.find("bandwidth")) { // else unlimited
    const std::string name = fields.place("bandwidth");
    const double bytes_a_second = value_of<double>(*bandwidth, name);
    check(name, bytes_a_second, {1 / limits::seconds_per_byte.high, 1 / limits::seconds_per_byte.low});
    link.seconds_per_byte = 1 / bytes_a_second;
  }
  fields.finish();
  return link;
}

constexpr std::pair<const char*, Medium> medium_names[] = {
    {"switch", Medium::crossbar}, {"bus", Medium::bus}, {"star", Medium::star}};

const char* medium_to_json(Medium medium) {
  return std::ranges::find(medium_names, medium, &std::pair<const char*, Medium>::second)->first;
}

Medium medium_from_json(Fields& fields) {
  const auto text = fields.get_or<std::string>("medium", "switch");
  const auto known = std::ranges::find(medium_names, text, &std::pair<const char*, Medium>::first);
  if (known == std::end(medium_names))
    refuse(fields.place("medium"), text, "switch, bus or star");
  return known->second;
}

Json network_to_json(const Network& network) {
  Json json{{"medium", medium_to_json(network.medium)}};
  for (const auto& [name, link] : link_names)
    if (network.*link != Network().*link) // else it is assumed where the file is read, too
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

std::vector<Link> links_from_json(Fields& network, const char* name) {
  std::vector<Link> links;
  if (const Json* const json = network.find(name))
    for_each_of(*json, network.place(name), [&](const Json& link, const std::string& place) {
      links.push_back(link_from_json(link, place));
    });
  return links;
}

Segment segment_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  Segment segment{fields.get<std::string>("name"), medium_from_json(fields), {}};
  segment.between_hosts = link_from_json(fields.require("between_hosts"), fields.place("between_hosts"));
  fields.finish();
  return segment;
}

Network network_from_json(const Json& json) {
  Fields fields(json, "network");
  Network network;
  network.medium = medium_from_json(fields);
  for (const auto& [name, link] : link_names)
    if (const Json* const known = fields.find(name))
      network.*link = link_from_json(*known, fields.place(name));
  if (const Json* const segments = fields.find("segments"))
    for_each_of(*segments, fields.place("segments"), [&](const Json& segment, const std::string& place) {
      network.segments.push_back(segment_from_json(segment, place));
    });
  network.links = links_from_json(fields, "links");
  network.pairs = links_from_json(fields, "pairs");
  fields.finish();
  return network;
}

Json kernels_to_json(const KernelRates& kernels) {
  Json json;
  for (const auto& [name, rate] : kernel_rate_names)
    json[name] = kernels.*rate;
  if (kernels.by_width != WidthRates())
    for (const auto& [name, curve, base] : width_curve_names)
      json["by_width"][name] = (kernels.by_width.*curve).rates;
  return json;
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
    json["kernels"] = kernels_to_json(process.kernels);
  if (process.copy_alone > 0)
    json["copy_alone"] = process.copy_alone;
  if (process.quota != Quota())
    json["quota"] = {{"period", process.quota.period}, {"share", process.quota.share}};
  if (process.overhead != Overhead())
    json["overhead"] = {{"send", process.overhead.send}, {"receive", process.overhead.receive}};
  return json;
}

SpeedPoint point_from_json(const Json& json, const std::string& place) {
  const auto values = value_of<std::vector<double>>(json, place);
  if (values.size() < 2 || values.size() > 3)
    throw InputError(ArgumentError(place, std::to_string(values.size()) + " numbers",
                                   "[elements, gflops] or [elements, gflops, interchange]")
                         .what());
  return {values[0], values[1], values.size() > 2 ? values[2] : 0};
}

WidthCurve width_curve_from_json(const Json& json, const std::string& place) {
  const auto rates = value_of<std::vector<double>>(json, place);
  WidthCurve curve;
  if (rates.size() != curve.rates.size())
    throw InputError(ArgumentError(place, std::to_string(rates.size()) + " numbers",
                                   "one for each of the widths 32, 64, 128 and 256")
                         .what());
  std::ranges::copy(rates, curve.rates.begin());
  return curve;
}

WidthRates width_rates_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  WidthRates rates;
  for (const auto& [name, curve, base] : width_curve_names)
    if (const Json* const values = fields.find(name))
      rates.*curve = width_curve_from_json(*values, fields.place(name));
  fields.finish();
  return rates;
}

KernelRates kernels_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  KernelRates kernels;
  for (const auto& [name, rate] : kernel_rate_names)
    kernels.*rate = fields.get_or(name, kernels.*rate);
  if (const Json* const rates = fields.find("by_width"))
    kernels.by_width = width_rates_from_json(*rates, fields.place("by_width"));
  fields.finish();
  return kernels;
}

Quota quota_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  const Quota quota{fields.get<double>("period"), fields.get<double>("share")};
  fields.finish();
  return quota;
}

Overhead overhead_from_json(const Json& json, const std::string& place) {
  Fields fields(json, place);
  const Overhead overhead{fields.get<double>("send"), fields.get<double>("receive")};
  fields.finish();
  return overhead;
}

ProcessSpeed process_from_json(const Json& json, const std::string& place, int rank) {
  Fields fields(json, place);
  ProcessSpeed process;
  process.host = fields.get_or<std::string>("host", "");
  process.rank = fields.get_or("rank", rank);
  process.cycle_time = fields.get<double>("cycle_time");
  if (const Json* const gflops = fields.find("gflops")) {
    process.gflops = value_of<double>(*gflops, fields.place("gflops"));
    check(fields.place("gflops"), process.gflops, limits::gflops); // before it tells those of others
  }
  process.spread = fields.get_or("spread", 0.0);
  if (const Json* const curve = fields.find("curve"))
    for_each_of(*curve, fields.place("curve"), [&](const Json& point, const std::string& where) {
      process.curve.push_back(point_from_json(point, where));
    });
  process.memory = fields.get_or("memory", 0.0);
  process.segment = fields.get_or<std::string>("segment", "");
  if (const Json* const kernels = fields.find("kernels"))
    process.kernels = kernels_from_json(*kernels, fields.place("kernels"));
  process.copy_alone = fields.get_or("copy_alone", 0.0);
  if (const Json* const quota = fields.find("quota"))
    process.quota = quota_from_json(*quota, fields.place("quota"));
  if (const Json* const overhead = fields.find("overhead"))
    process.overhead = overhead_from_json(*overhead, fields.place("overhead"));
  fields.finish();
  return process;
}

/// Speeds that the file does not tell, by cycle-times, which are checked before.
void assume_gflops(Platform& platform) {
  check_cycle_times("processes", platform.cycle_times(), ".cycle_time");
  const auto known = std::ranges::find_if(
      platform.processes, [](const ProcessSpeed& process) { return process.gflops != unknown_gflops; });
  const Platform assumed = platform_from_cycle_times(platform.cycle_times());
  for (std::size_t k = 0; k < platform.processes.size(); ++k)
    if (ProcessSpeed& process = platform.processes[k]; process.gflops == unknown_gflops) {
      process.gflops = known == platform.processes.end()
                           ? assumed.processes[k].gflops
                           : known->gflops * known->cycle_time / process.cycle_time;
      process.gflops_assumed = true;
    }
}

constexpr std::pair<const char*, Port> port_names[] = {{"one", Port::one}, {"many", Port::many}};

Json server_to_json(const Server& server) {
  const auto port = std::ranges::find(port_names, server.port, &std::pair<const char*, Port>::second);
  return {{"rank", server.rank}, {"port", port->first}, {"computes", server.computes}};
}

Server server_from_json(const Json& json) {
  Fields fields(json, "server");
  Server server;
  server.rank = fields.get_or("rank", server.rank);
  const auto text = fields.get_or<std::string>("port", "one");
  const auto known = std::ranges::find(port_names, text, &std::pair<const char*, Port>::first);
  if (known == std::end(port_names))
    refuse(fields.place("port"), text, "one or many");
  server.port = known->second;
  server.computes = fields.get_or("computes", server.computes);
  fields.finish();
  return server;
}

} // namespace

std::string to_json(const Platform& platform) {
  Json processes = Json::array();
  for (const ProcessSpeed& process : platform.processes)
    processes.push_back(process_to_json(process));
  Json json{{"block_size", platform.block_size}, {"processes", processes}};
  if (platform.network != Network())
    json["network"] = network_to_json(platform.network);
  if (platform.server != Server())
    json["server"] = server_to_json(platform.server);
  return json_text(json);
}

Platform platform_from_json(const std::string& text) {
  const Json json = parse_json(text, "platform");
  Fields fields(json, "");
  Platform platform;
  platform.block_size = fields.get<int>("block_size");
  for_each_of(fields.require("processes"), "processes", [&](const Json& process, const std::string& place) {
    platform.processes.push_back(
        process_from_json(process, place, static_cast<int>(platform.processes.size())));
  });
  if (const Json* const network = fields.find("network"))
    platform.network = network_from_json(*network);
  if (const Json* const server = fields.find("server"))
    platform.server = server_from_json(*server);
  fields.finish();
  if (platform.processes.empty())
    throw InputError("processes: expected a non-empty array");
  assume_gflops(platform);
  validate(platform);
  return platform;
}

} // namespace hetgrid::plan
