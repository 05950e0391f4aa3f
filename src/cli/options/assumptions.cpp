#include "cli/options/assumptions.hpp"

#include <CLI/CLI.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/option_values.hpp"
#include "hetgrid/error.hpp"
#include "plan/limits.hpp"

namespace hetgrid::cli {

void add_assumptions(CLI::App& command, Assumptions& assumed, const char* gflops) {
  const plan::Link link = plan::Network().between_hosts;
  command.add_option("--gflops", assumed.gflops, gflops)
      ->transform(number(plan::limits::gflops.low, plan::limits::gflops.high))
      ->default_str(fmt::format("{:g}", plan::assumed_gflops))
      ->excludes("--platform");
  command
      .add_option("--latency", assumed.latency,
                  "Latency between hosts, microseconds; of a platform file: its own")
      ->transform(zero_or_number(1e-6, 1e9))
      ->default_str(fmt::format("{:g}", 1e6 * link.latency));
  command
      .add_option("--bandwidth", assumed.bandwidth,
                  "Bandwidth between hosts, GB/s; of a platform file: its own")
      ->transform(number(1e-9, 1e6))
      ->default_str(fmt::format("{:g}", 1e-9 / link.seconds_per_byte));
  command
      .add_option("--network", assumed.medium,
                  "What connects the hosts: a switch or a bus; of a platform file: its own")
      ->transform(one_of({"switch", "bus"}))
      ->default_str("switch");
}

void assume(const Assumptions& assumed, plan::Platform& platform) {
  if (assumed.gflops > 0)
    for (plan::ProcessSpeed& process : platform.processes) {
      process.gflops *= assumed.gflops / plan::assumed_gflops;
      process.gflops_assumed = false;
      if (constexpr double least = plan::limits::gflops.low; process.gflops < least)
        throw ArgumentError("--gflops", fmt::format("{:g}", assumed.gflops),
                            fmt::format("at least {:g}, as one of the processes has {:g} of it",
                                        assumed.gflops * least / process.gflops, process.gflops));
    }
  if (!assumed.network())
    return;
  plan::Network& network = platform.network;
  for (plan::Link* link : {&network.between_hosts, &network.between_segments}) {
    if (assumed.latency >= 0)
      link->latency = 1e-6 * assumed.latency;
    if (assumed.bandwidth > 0)
      link->seconds_per_byte = 1e-9 / assumed.bandwidth;
    link->assumed = link->assumed && assumed.latency < 0 && assumed.bandwidth <= 0;
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
