#include "cli/assumptions.hpp"

#include <CLI/CLI.hpp>

#include "cli/arguments.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {

void add_assumptions(CLI::App& command, Assumptions& assumed) {
  command.add_option("--gflops", assumed.gflops, "GF/s of the smallest cycle-time, with --cycle-times")
      ->check(CLI::PositiveNumber)
      ->excludes("--platform");
  command.add_option("--latency", assumed.latency, "Latency between hosts, microseconds")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--bandwidth", assumed.bandwidth, "Bandwidth between hosts, GB/s")
      ->check(CLI::PositiveNumber);
  command.add_option("--network", assumed.medium, "What connects the hosts: a switch or a bus")
      ->check(CLI::IsMember({"switch", "bus"}));
}

void assume(const Assumptions& assumed, plan::Platform& platform) {
  if (assumed.gflops > 0)
    for (plan::ProcessSpeed& process : platform.processes)
      process.gflops *= assumed.gflops / plan::assumed_gflops;
  if (!assumed.network())
    return;
  plan::Network& network = platform.network;
  for (plan::Link* link : {&network.between_hosts, &network.between_segments}) {
    if (assumed.latency >= 0)
      link->latency = 1e-6 * assumed.latency;
    if (assumed.bandwidth > 0)
      link->seconds_per_byte = 1e-9 / assumed.bandwidth;
  }
  network.pairs.clear();
  network.links.clear();
  network.segments.clear();
  if (!assumed.medium.empty())
    network.medium = assumed.medium == "bus" ? plan::Medium::bus : plan::Medium::crossbar;
  else if (network.medium == plan::Medium::star)
    network.medium = plan::Medium::crossbar;
}

plan::Platform described_platform(const std::string& cycle_times, const std::string& platform,
                                  const Assumptions& assumed) {
  if (cycle_times.empty() == platform.empty())
    throw ArgumentError("--cycle-times, --platform", platform.empty() ? "neither" : "both", "one of the two");
  plan::Platform described = platform.empty()
                                 ? plan::platform_from_cycle_times(parse_cycle_times(cycle_times))
                                 : platform_from_file(platform);
  assume(assumed, described);
  return described;
}

} // namespace hetgrid::cli
