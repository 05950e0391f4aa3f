#include "cli/multiply/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_policies.hpp"
#include "measure/host_memory.hpp"
#include "measure/probe.hpp"

namespace hetgrid::cli {
namespace {

constexpr double posted_copies = 2; ///< transfers of each link of which the server holds a copy
constexpr double fewest_chunks = 8; ///< of C: a run that is interrupted loses those that are not finished

/// As told, or half of what is free, which ranks of a host share: there are the packed factors of the BLAS, too, and, on the
/// server, copies of what is on its way.
void set_memory(const Surroundings& surroundings, const PlanOptions& options, plan::Platform& platform) {
  set_worker_memory(platform, options.memory);
  const auto half = [&](std::size_t rank) {
    const auto ranks = std::ranges::count(surroundings.hosts, surroundings.hosts[rank]);
    return surroundings.free_memory[rank] / static_cast<double>(ranks) / 2;
  };
  const double links =
      platform.server.port == plan::Port::one ? 1 : static_cast<double>(platform.processes.size()) - 1;
  const double most = half(0) / (posted_copies * std::max(1.0, links));
  for (plan::ProcessSpeed& process : platform.processes)
    if (process.memory == 0)
      process.memory =
          process.rank == 0 ? half(0) : std::min(half(static_cast<std::size_t>(process.rank)), most);
}

/// Bytes of each worker.
std::vector<double> memory_of_workers(const plan::Platform& platform) {
  std::vector<double> bytes;
  for (const plan::ProcessSpeed& process : platform.processes)
    if (process.rank != platform.server.rank || platform.server.computes)
      bytes.push_back(process.memory);
  return bytes;
}

/// Large enough for the BLAS, small enough for chunks of some blocks, a power of two: a chunk of C takes most of the memory.
Index suitable_block_size(double memory, const MatrixLayout& c, Index k) {
  const double chunk = std::sqrt(memory / static_cast<double>(c.element_bytes()));
  const double most = std::min(chunk / 16, static_cast<double>(std::max({c.m, c.n, k})) / 8);
  return std::clamp<Index>(
      static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(std::max(1.0, most)))), 32, 256);
}

/// The server alone has no links, by which policies differ: one whose chunks are as large as the memory, since operands may be larger.
std::string policy_for(const plan::Platform& platform, const server::Product& product,
                       const std::string& policy) {
  if (policy == "auto" && platform.processes.size() == 1)
    return "orroml";
  return policy != "auto"
             ? policy
             : chosen_policy(policy, server::compare_policies(server::star_of(platform, product), product),
                             product);
}

/// Seconds of a round of measuring: a fiftieth of what the product may take.
double probe_seconds(const MatrixLayout& c, Index k, int ranks) {
  const double operations = 2 * static_cast<double>(c.m) * static_cast<double>(c.n) * static_cast<double>(k);
  return std::clamp(operations / (1e9 * plan::assumed_gflops * ranks) / 50, 0.1, 1.5);
}

} // namespace

Surroundings find_surroundings(const MpiSession& session, const PlanOptions& options, const MatrixLayout& c,
                               Index k) {
  Surroundings found;
  found.hosts = comm::all_host_names(MPI_COMM_WORLD);
  found.free_memory = comm::gather(std::vector{measure::free_memory()}, 0, MPI_COMM_WORLD);
  session.together([&] {
    if (options.platform.empty()) {
      constexpr int block_size = 128;
      found.platform = measure::probe(MPI_COMM_WORLD, block_size, probe_seconds(c, k, session.size()));
    } else if (session.root())
      found.platform = platform_from_file(options.platform);
    if (session.root() && found.platform.processes.size() != static_cast<std::size_t>(session.size()))
      throw ArgumentError("--platform", fmt::format("{} processes", found.platform.processes.size()),
                          fmt::format("one for each of the {} ranks", session.size()));
    found.platform.server.rank = 0;
    found.platform.server.computes = options.server_computes || session.size() == 1;
  });
  return found;
}

server::Product product_of(const MatrixLayout& c, Index k, Index block_size) {
  return {c.by_rows ? c.n : c.m,
          c.by_rows ? c.m : c.n,
          k,
          block_size,
          static_cast<int>(c.element_bytes()),
          true,
          true};
}

ProductPlan make_plan(const std::string& platform, const server::Product& product,
                      const std::string& policy) {
  if (server::product_for(policy, product).added)
    throw ArgumentError("--policy", policy,
                        "one that returns a part of C once, as a run that goes on needs it");
  ProductPlan plan{platform, plan::platform_from_json(platform), product, policy, {}, {}};
  plan.star = server::star_of(plan.platform, product);
  plan.schedule = server::static_plan(plan.star, product, *server::make_policy(policy, plan.star, product));
  return plan;
}

ProductPlan make_plan(const Surroundings& surroundings, const PlanOptions& options, const MatrixLayout& c,
                      Index k) {
  plan::Platform platform = surroundings.platform;
  set_memory(surroundings, options, platform);
  const std::vector<double> memory = memory_of_workers(platform);
  if (memory.empty())
    throw ArgumentError("--server-computes", "not given", "it, or more than one rank");
  const Index block_size =
      options.block_size > 0 ? options.block_size : suitable_block_size(std::ranges::min(memory), c, k);
  const server::Product product = product_of(c, k, block_size);
  const double c_bytes = static_cast<double>(c.bytes()), each = c_bytes / static_cast<double>(memory.size()),
               least =
                   8 * static_cast<double>(block_size * block_size) * static_cast<double>(c.element_bytes()),
               largest = std::max(least, c_bytes / fewest_chunks);
  // Chunks as large as the memory are the fewest to send, but may be too few for all workers to have as much as they can do.
  std::optional<ProductPlan> best;
  for (double most : {largest, each, each / 4, each / 16}) {
    most = std::clamp(most, least, largest);
    for (plan::ProcessSpeed& process : platform.processes)
      process.memory = std::min(process.memory, most);
    if (best && memory_of_workers(platform) == memory_of_workers(best->platform))
      continue;
    ProductPlan plan =
        make_plan(plan::to_json(platform), product, policy_for(platform, product, options.policy));
    if (!best || plan.schedule.predicted.seconds < best->schedule.predicted.seconds)
      best = std::move(plan);
  }
  return std::move(*best);
}

} // namespace hetgrid::cli
