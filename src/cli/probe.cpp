// hetgrid probe: measures the cycle-times of the ranks it is started with and writes them as a platform file.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/mpi_session.hpp"
#include "hetgrid/plan.hpp"
#include "linalg/probe.hpp"
#include "linalg/probe_curve.hpp"

namespace hetgrid::cli {
namespace {

struct Options {
  int block_size = 64;
  double seconds = 2;
  std::string output = "-";
  bool curve = false;
  int largest = 4000;
  double memory = 0;
};

void print_table(const plan::Platform& platform) {
  fmt::print(stderr, "{:>5}  {:<20}  {:>10}  {:>9}  {:>7}\n", "rank", "host", "cycle-time", "GF/s", "spread");
  for (const plan::ProcessSpeed& speed : platform.processes)
    fmt::print(stderr, "{:>5}  {:<20}  {:>10.3f}  {:>9.2f}  {:>5.1f} %\n", speed.rank, speed.host,
               speed.cycle_time, speed.gflops, 100 * speed.spread);
}

void print_curves(const plan::Platform& platform) {
  for (const plan::ProcessSpeed& speed : platform.processes) {
    fmt::print(stderr, "rank {}, {:.1f} GB; GF/s with a local part of order", speed.rank, speed.memory / 1e9);
    for (const plan::SpeedPoint& point : speed.curve)
      fmt::print(stderr, " {:.0f}: {:.2f}", std::sqrt(point.elements), point.gflops);
    fmt::print(stderr, "\n");
  }
  const auto print = [](const char* name, const plan::Link& link) {
    fmt::print(stderr, "{}: latency {:.2f} us, bandwidth {:.2f} GB/s\n", name, 1e6 * link.latency,
               1e-9 / link.seconds_per_byte);
  };
  print("within a host", platform.network.within_host);
  print("between hosts", platform.network.between_hosts);
}

int run(const Options& options, const MpiSession& session) {
  constexpr double seconds_of_a_size = 0.5;
  plan::Platform platform;
  session.together([&] {
    platform = linalg::probe(MPI_COMM_WORLD, options.block_size, options.seconds);
    if (options.curve)
      linalg::probe_curve(MPI_COMM_WORLD, platform, options.largest, options.memory, seconds_of_a_size);
  });
  session.together([&] {
    if (!session.root())
      return;
    print_table(platform);
    if (options.curve)
      print_curves(platform);
    write_text(options.output, plan::to_json(platform) + "\n");
  });
  return 0;
}

} // namespace

void add_probe(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "probe", "Measure the cycle-time of every rank: mpiexec -n N hetgrid probe --output FILE");
  const auto options = std::make_shared<Options>();
  command->add_option("--block-size", options->block_size, "Block size of the matrices to come, elements")
      ->capture_default_str();
  command
      ->add_option("--seconds", options->seconds,
                   "Time of all measurements together, seconds; up to three times as long if they scatter")
      ->capture_default_str();
  CLI::Option* const curve = command->add_flag(
      "--curve", options->curve,
      "Also measure speeds against the size of the local part, panels, memory and network: half a minute");
  command->add_option("--largest", options->largest, "Order of the largest local part of the curve, elements")
      ->needs(curve)
      ->check(CLI::Range(256, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("--memory", options->memory,
                   "Bytes of matrices on a rank; default: 0.8 of the host's memory over its ranks")
      ->needs(curve)
      ->check(CLI::NonNegativeNumber);
  command->add_option("--output", options->output, "Platform file, JSON; - is standard output")
      ->capture_default_str();
  command->callback([options, &invocation] {
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
