#include "hetgrid/error.hpp"
#include "partition/model/model.hpp"
#include "schedule/parameters.hpp"

namespace hetgrid::partition {

Schedule::Schedule(const schedule::Parameters& parameters)
    : algorithm(parameters.product), depth(schedule::gemm_depth(parameters)),
      lookahead(parameters.gemm_lookahead) {}

void check(std::int64_t cells, int processes, const Run& run) {
  plan::validate(run.platform);
  plan::validate(run.problem);
  const auto available = static_cast<int>(run.platform.processes.size());
  if (processes > available)
    throw ArgumentError("processes", std::to_string(processes),
                        "at most those of the platform, " + std::to_string(available));
  if (run.problem.operation != plan::Operation::gemm)
    throw ArgumentError("operation", std::to_string(static_cast<int>(run.problem.operation)), "gemm");
  if (run.problem.n < cells)
    throw ArgumentError("n", std::to_string(run.problem.n),
                        "at least the cells of a side, " + std::to_string(cells));
  if (run.schedule.depth < 0)
    throw ArgumentError("depth", std::to_string(run.schedule.depth), "a number of rows");
  if (run.schedule.lookahead < 0 || run.schedule.lookahead > schedule::furthest_lookahead)
    throw ArgumentError("lookahead", std::to_string(run.schedule.lookahead),
                        "0 to " + std::to_string(schedule::furthest_lookahead));
  if (const auto centre = run.topology.centre; centre && (*centre < 0 || *centre >= processes))
    throw ArgumentError("centre", std::to_string(*centre), "0 to " + std::to_string(processes - 1));
}

PredictedTime predict(const Bands& partition, const Run& run) {
  switch (run.schedule.algorithm) {
  case Algorithm::scb:
    return serial_with_barrier(partition, run);
  case Algorithm::pcb:
    return parallel_with_barrier(partition, run);
  case Algorithm::sco:
    return serial_with_overlap(partition, run);
  case Algorithm::pco:
    return parallel_with_overlap(partition, run);
  case Algorithm::pio:
    return parallel_interleaving(partition, run);
  }
  throw ArgumentError("algorithm", std::to_string(static_cast<int>(run.schedule.algorithm)), "scb to pio");
}

PredictedTime predict(const Partition& partition, const plan::Platform& platform,
                      const plan::Problem& problem, const Schedule& schedule, const Topology& topology) {
  const Run run{platform, problem, schedule, topology};
  check(partition.cells(), partition.processes(), run);
  return predict(partition, run);
}

} // namespace hetgrid::partition
