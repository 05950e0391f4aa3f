// hetgrid probe: measures the cycle-times of the ranks it is started with and writes them as a platform file.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/mpi/machine.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/output/quantities.hpp"
#include "hetgrid/plan.hpp"
#include "linalg/panel/panel_rates.hpp"
#include "measure/probe.hpp"
#include "measure/probe_curve.hpp"
#include "measure/probe_memory.hpp"
#include "measure/probe_network.hpp"
#include "measure/probe_overhead.hpp"

namespace hetgrid::cli {
namespace {

/// Larger ones would measure what no one blocks matrices by, in minutes and gigabytes.
constexpr int largest_block_size = 16384;

struct ProbeOptions {
  int block_size = 64;
  double seconds = 2;
  std::string output = "-";
  bool network = false, curve = false, progress = false;
  int largest = 4000;
  double memory = 0;
};

void print_table(const plan::Platform& platform) {
  fmt::print(stderr, "{:>5}  {:<20}  {:>10}  {:>10}  {:>7}\n", "rank", "host", "cycle-time", "speed",
             "spread");
  for (const plan::ProcessSpeed& process : platform.processes)
    fmt::print(stderr, "{:>5}  {:<20}  {:>10.3f}  {:>10}  {:>5.1f} %\n", process.rank, process.host,
               process.cycle_time, speed(process.gflops), 100 * process.spread);
}

void print_curves(const plan::Platform& platform) {
  for (const plan::ProcessSpeed& process : platform.processes) {
    fmt::print(stderr, "rank {}, {}; with a local part of order", process.rank, byte_size(process.memory));
    const char* separator = " ";
    for (const plan::SpeedPoint& point : process.curve)
      fmt::print(stderr, "{}{:.0f}: {}", std::exchange(separator, ", "), std::sqrt(point.elements),
                 speed(point.gflops));
    fmt::print(stderr, "\n");
  }
}

void print_overheads(const plan::Platform& platform) {
  for (const plan::ProcessSpeed& process : platform.processes)
    if (const auto& [send, receive] = process.overhead; process.overhead != plan::Overhead())
      fmt::print(
          stderr,
          "rank {}: a byte sent to another host takes {:.3f} ns of computing, one received {:.3f} ns\n",
          process.rank, 1e9 * send, 1e9 * receive);
}

/// What was not measured is not in the file: who reads that assumes it.
void print_network(const plan::Network& network) {
  const auto print = [](const char* name, const plan::Link& link, const char* why_not) {
    fmt::print(stderr, "{}: latency {}, bandwidth {}, {}{}\n", name, duration(link.latency),
               bandwidth(1 / link.seconds_per_byte), link.assumed ? "assumed: " : "measured",
               link.assumed ? why_not : "");
  };
  print("within a host", network.within_host, "no two ranks share a host");
  print("between hosts", network.between_hosts, "all ranks are on one host");
  const auto ranks = static_cast<std::size_t>(std::sqrt(static_cast<double>(network.pairs.size())));
  for (std::size_t a = 0; a < ranks; ++a)
    for (std::size_t b = a + 1; b < ranks; ++b)
      print(fmt::format("between ranks {} and {}", a, b).c_str(), network.pairs[a * ranks + b], "");
  for (std::size_t rank = 0; rank < network.links.size(); ++rank)
    print(fmt::format("from rank {} to the centre", rank).c_str(), network.links[rank], "");
}

int run(const ProbeOptions& options, const MpiSession& session) {
  constexpr double longest = 0.5; // of one of many measurements
  plan::Platform platform;
  std::optional<OutputFile> output;
  session.together([&] {
    if (session.root())
      output.emplace(options.output);
  });
  std::optional<ProgressClock> clock;
  const auto tell = [&](const char* what) {
    if (clock)
      clock->tell(what);
  };
  if (session.root())
    clock.emplace(options.progress);
  session.together([&] {
    tell("measuring cycle-times");
    platform = measure::probe(MPI_COMM_WORLD, options.block_size, options.seconds);
    measure::probe_memory(MPI_COMM_WORLD, platform, options.seconds / 10);
    tell(options.curve ? "measuring speeds against sizes, panels and links" : "measuring links");
    if (options.curve)
      measure::probe_curve(MPI_COMM_WORLD, platform, options.largest, options.memory,
                           std::min(longest, options.seconds / 4),
                           {linalg::panel_rate_kernels, linalg::panel_rate_memory});
    else if (options.network) {
      platform.network = measure::probe_network(MPI_COMM_WORLD, platform);
      measure::probe_overhead(MPI_COMM_WORLD, platform, options.seconds / 4);
    }
  });
  clock.reset();
  session.together([&] {
    if (!session.root())
      return;
    print_table(platform);
    if (const std::string slow = describe_slow_blas(); !slow.empty())
      fmt::print(stderr, "{}\n", slow);
    if (options.curve)
      print_curves(platform);
    if (options.curve || options.network) {
      print_network(platform.network);
      print_overheads(platform);
    }
    output->write(plan::to_json(platform) + "\n");
    output->publish();
  });
  return 0;
}

} // namespace

void add_probe(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "probe", "Measure the cycle-time of every rank: mpiexec -n N hetgrid probe --output FILE");
  const auto options = std::make_shared<ProbeOptions>();
  command->add_option("--block-size", options->block_size, "Block size of the matrices to come, elements")
      ->transform(whole_number(1, largest_block_size))
      ->capture_default_str();
  command
      ->add_option(
          "--seconds", options->seconds,
          "Time of the measurements of cycle-times, seconds, up to three times as long if they scatter; "
          "what --network and --curve measure takes up to a quarter each")
      ->transform(number(1e-3, 3600))
      ->capture_default_str();
  command->add_flag(
      "--network", options->network,
      "Also measure the links between the ranks, and what messages take of their computing: some seconds");
  CLI::Option* const curve = command->add_flag(
      "--curve", options->curve,
      "Also measure speeds against the size of the local part, panels, memory and network: half a minute");
  command->add_option("--largest", options->largest, "Order of the largest local part of the curve, elements")
      ->needs(curve)
      ->transform(whole_number(256, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("--memory", options->memory,
                   "Bytes of matrices on a rank; default: 0.8 of the host's memory over its ranks")
      ->needs(curve)
      ->transform(zero_or_number(1e6, 1e18));
  add_progress(*command, options->progress);
  command->add_option("--output", options->output, "Platform file, JSON; - is standard output")
      ->transform(not_empty())
      ->capture_default_str();
  command->callback([options, &invocation] {
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
