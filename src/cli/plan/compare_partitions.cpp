#include "cli/plan/compare_partitions.hpp"

#include <fmt/format.h>

#include "hetgrid/best_partitions.hpp"

namespace hetgrid::cli {
namespace {

/// The cells as the panel of a distribution that does not repeat.
plan::Distribution distribution_of(const partition::Candidate& candidate, std::int64_t cells, int processes) {
  const partition::Partition partition = partition::partition_of(cells, processes, candidate.rectangles);
  plan::Distribution distribution{candidate.shape, static_cast<int>(cells), static_cast<int>(cells), {}};
  distribution.owner.reserve(static_cast<std::size_t>(cells * cells));
  for (std::int64_t i = 0; i < cells; ++i)
    for (std::int64_t j = 0; j < cells; ++j)
      distribution.owner.push_back(partition.owner(i, j));
  return distribution;
}

} // namespace

std::int64_t cells_of(const plan::Problem& problem) {
  return (problem.n + problem.block_size - 1) / problem.block_size;
}

bool may_be_partitioned(const plan::Platform& platform, const plan::Problem& problem) {
  return problem.operation == plan::Operation::gemm && platform.processes.size() >= 2 &&
         platform.processes.size() <= partition::most_processes &&
         cells_of(problem) <= partition::Partition::most_cells;
}

std::vector<partition::Candidate> partitions_for(const plan::Platform& platform,
                                                 const plan::Problem& problem) {
  return partition::candidates(platform, problem, partition::Algorithm::pio, cells_of(problem));
}

std::vector<plan::Compared> compared(const std::vector<partition::Candidate>& candidates,
                                     const plan::Platform& platform, const plan::Problem& problem,
                                     const plan::Plan& plan, const plan::Prediction& of_plan) {
  const std::int64_t cells = cells_of(problem);
  const auto processes = static_cast<int>(platform.processes.size());
  std::vector<plan::Compared> rows;
  for (const partition::Candidate& candidate : candidates) {
    if (!candidate.feasible())
      continue;
    plan::Compared row;
    row.distribution = distribution_of(candidate, cells, processes);
    row.shape = fmt::format("{0} x {0} cells", cells);
    row.balance = plan::balance(row.distribution, platform.cycle_times(), problem.blocks());
    row.half_perimeters =
        plan::half_perimeters(row.distribution, problem.blocks()) / (plan.arrangement.p + plan.arrangement.q);
    row.prediction.seconds = candidate.time.seconds;
    row.prediction.gflops = 1e-9 * problem.operations() / candidate.time.seconds;
    row.ratio = candidate.time.seconds / of_plan.seconds;
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace hetgrid::cli
