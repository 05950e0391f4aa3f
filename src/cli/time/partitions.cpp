#include "cli/time/partitions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/options/precision.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/shape.hpp"

namespace hetgrid::cli {
namespace {

bool is_file(const std::string& name) {
  return name.ends_with(".json");
}

struct Found {
  partition::Partition partition;
  int lookahead;
  std::optional<double> predicted;
};

/// N of a partition for a case.
std::int64_t cells_for(const Case& one) {
  return std::max(1, (std::max(one.m, one.n) + one.block_size - 1) / one.block_size);
}

/// The shapes for a case, fastest first.
std::vector<partition::Candidate> shapes_for(const plan::Platform& platform, const Case& one,
                                             const schedule::Parameters& parameters) {
  plan::Problem problem;
  problem.n = std::max(one.m, one.n);
  problem.block_size = one.block_size;
  problem.element_bytes = element_bytes(one.precision);
  return partition::candidates(platform, problem, partition::Schedule(parameters), cells_for(one));
}

Found find_shape(const Speeds& speeds, const std::string& name, const Case& one,
                 const schedule::Parameters& parameters) {
  const plan::Platform platform =
      speeds.platform ? *speeds.platform : plan::platform_from_cycle_times(speeds.cycle_times);
  const auto shapes = shapes_for(platform, one, parameters);
  const partition::Candidate& found =
      partition::candidate_named("--partition", name, shapes, "a file .json or ");
  return {
      partition::partition_of(cells_for(one), static_cast<int>(platform.processes.size()), found.rectangles),
      found.lookahead, speeds.platform ? std::optional(found.time.seconds) : std::nullopt};
}

/// \throws ArgumentError, InputError
Found find_partition(const Speeds& speeds, const std::string& name, const Case& one,
                     const schedule::Parameters& parameters) {
  if (!is_file(name))
    return find_shape(speeds, name, one, parameters);
  Found found{partition_from_file(name), parameters.gemm_lookahead, std::nullopt};
  if (found.partition.processes() != static_cast<int>(speeds.cycle_times.size()))
    throw ArgumentError("--partition", name,
                        fmt::format("a partition for {} processes, not for {}", speeds.cycle_times.size(),
                                    found.partition.processes()));
  return found;
}

} // namespace

std::vector<TimedPartition> make_partitions(const MpiSession& session, const Speeds& speeds,
                                            const std::vector<std::string>& names, const Case& one,
                                            const schedule::Parameters& parameters) {
  std::vector<TimedPartition> partitions;
  for (const std::string& name : names) {
    std::optional<double> predicted;
    int lookahead = 0;
    // On one rank: others need not see the file, and share cores.
    const std::string text = session.from_root([&] {
      const Found found = find_partition(speeds, name, one, parameters);
      predicted = found.predicted;
      lookahead = found.lookahead;
      return partition::to_json(found.partition);
    });
    comm::broadcast(&lookahead, 1, 0, MPI_COMM_WORLD);
    partitions.push_back({name, parsed(text, partition::owner_map_from_json), lookahead, predicted});
  }
  return partitions;
}

} // namespace hetgrid::cli
