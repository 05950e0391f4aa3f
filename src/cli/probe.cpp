// hetgrid probe: measures the cycle-times of the ranks it is started with and writes them as a platform file.
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/commands.hpp"

#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/mpi_session.hpp"
#include "hetgrid/plan.hpp"
#include "linalg/probe.hpp"

namespace hetgrid::cli {
namespace {

struct Options {
  int block_size = 64;
  double seconds = 2;
  std::string output = "-";
};

void print_table(const plan::Platform& platform) {
  fmt::print(stderr, "{:>5}  {:<20}  {:>10}  {:>9}  {:>7}\n", "rank", "host", "cycle-time", "GF/s", "spread");
  for (const plan::ProcessSpeed& speed : platform.processes)
    fmt::print(stderr, "{:>5}  {:<20}  {:>10.3f}  {:>9.2f}  {:>5.1f} %\n", speed.rank, speed.host,
               speed.cycle_time, speed.gflops, 100 * speed.spread);
}

int run(const Options& options, const MpiSession& session) {
  plan::Platform platform;
  session.together([&] { platform = linalg::probe(MPI_COMM_WORLD, options.block_size, options.seconds); });
  session.together([&] {
    if (!session.root())
      return;
    print_table(platform);
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
  command->add_option("--seconds", options->seconds, "Time of all measurements together, seconds; up to three times as long if they scatter")
      ->capture_default_str();
  command->add_option("--output", options->output, "Platform file, JSON; - is standard output")
      ->capture_default_str();
  command->callback([options, &invocation] {
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
