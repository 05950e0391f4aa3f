#include "cli/mpi/surroundings.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/options/option_values.hpp"
#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "measure/host_memory.hpp"
#include "measure/probe.hpp"
#include "measure/probe_memory.hpp"

namespace hetgrid::cli {
namespace {

using server::Index;

constexpr Index smallest_block = 32, largest_block = 256; ///< orders that are suitable
constexpr double posted_copies = 2; ///< transfers of each link of which the server holds a copy

/// Seconds of a round of measuring.
double probe_seconds(double operations, int ranks) {
  return std::clamp(operations / (1e9 * plan::assumed_gflops * ranks) / 50, 0.1, 1.5);
}

} // namespace

void add_service_options(CLI::App& command, ServiceOptions& options) {
  command
      .add_option("--policy", options.policy,
                  "Who is sent what next; auto: what is predicted to be the fastest")
      ->transform(policy_name())
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--memory", options.memory,
                  "Memory of each worker, or of all alike, as in 2G,500M; default: that of the platform "
                  "file, else half "
                  "of what is free")
      ->transform(byte_sizes());
  command.add_option("--platform", options.platform, "Platform file of hetgrid probe; default: measured")
      ->transform(not_empty());
  command
      .add_option("--speed-error", options.speed_error,
                  "How wrong speeds may be, as in 0.3, or unknown: for --policy auto, which then tries tasks "
                  "on demand as well")
      ->transform(speed_error())
      ->type_name("PART")
      ->capture_default_str();
  command.add_option("--block-size", options.block_size, "Elements; default: by the memory")
      ->transform(size());
  command.add_flag("--server-computes", options.server_computes,
                   "Rank 0, which has the matrices, is a worker, too; alone it always is");
}

Surroundings find_surroundings(const MpiSession& session, const ServiceOptions& options, double operations) {
  Surroundings found;
  found.hosts = comm::all_host_names(MPI_COMM_WORLD);
  found.free_memory = comm::gather(std::vector{measure::free_memory()}, 0, MPI_COMM_WORLD);
  session.together([&] {
    if (options.platform.empty()) {
      constexpr int block_size = 128;
      const double seconds = probe_seconds(operations, session.size());
      found.platform = measure::probe(MPI_COMM_WORLD, block_size, seconds);
      measure::probe_memory(MPI_COMM_WORLD, found.platform, seconds / 5);
    } else if (session.root())
      found.platform = platform_from_file(options.platform);
    if (session.root() && found.platform.processes.size() != static_cast<std::size_t>(session.size()))
      throw ArgumentError("--platform", fmt::format("{} processes", found.platform.processes.size()),
                          fmt::format("one for each of the {} ranks", session.size()));
    if (session.root() && server::uncertainty_from_text("--speed-error", options.speed_error).unknown)
      found.platform = server::with_equal_speeds(found.platform);
    found.platform.server.rank = 0;
    found.platform.server.computes = options.server_computes || session.size() == 1;
  });
  return found;
}

plan::Platform platform_with_memory(const Surroundings& surroundings, const ServiceOptions& options,
                                    std::size_t element_bytes) {
  plan::Platform platform = surroundings.platform;
  set_worker_memory(platform, options.memory, options.block_size > 0 ? options.block_size : smallest_block,
                    element_bytes);
  const auto half = [&](std::size_t rank) {
    const auto ranks = std::ranges::count(surroundings.hosts, surroundings.hosts[rank]);
    return std::max(1.0, surroundings.free_memory[rank] / static_cast<double>(ranks) / 2); // 0: without limit
  };
  const double links =
      platform.server.port == plan::Port::one ? 1 : static_cast<double>(platform.processes.size()) - 1;
  const double most = half(0) / (posted_copies * std::max(1.0, links));
  for (plan::ProcessSpeed& process : platform.processes)
    if (process.memory == 0)
      process.memory =
          process.rank == 0 ? half(0) : std::min(half(static_cast<std::size_t>(process.rank)), most);
  return platform;
}

std::vector<double> memory_of_workers(const plan::Platform& platform) {
  std::vector<double> bytes;
  for (const plan::ProcessSpeed& process : platform.processes)
    if (process.rank != platform.server.rank || platform.server.computes)
      bytes.push_back(process.memory);
  if (bytes.empty())
    throw ArgumentError("--server-computes", "not given", "it, or more than one rank");
  return bytes;
}

Index suitable_block_size(double memory, std::size_t element_bytes, Index side) {
  const double chunk = std::sqrt(memory / static_cast<double>(element_bytes));
  const double most = std::min(chunk / 16, static_cast<double>(side) / 8);
  return std::clamp<Index>(
      static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, most)))), smallest_block,
      largest_block);
}

} // namespace hetgrid::cli
