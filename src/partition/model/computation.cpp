#include "partition/model/computation.hpp"

#include "partition/model/communication.hpp"
#include "plan/precision.hpp"
#include "schedule/parameters.hpp"

#include <algorithm>

namespace hetgrid::partition {

double elements_per_cell(const Bands& partition, const Run& run) {
  const double side = static_cast<double>(run.problem.n) / static_cast<double>(partition.cells());
  return side * side;
}

double seconds_of_cells(const Bands& partition, const Run& run, int process, const ProcessMetrics& owned,
                        std::int64_t cells) {
  const double per_cell = elements_per_cell(partition, run);
  const plan::ProcessSpeed& speed = run.platform.processes[static_cast<std::size_t>(process)];
  return 2e-9 * plan::operation_weight(run.problem) * static_cast<double>(run.problem.n) * per_cell *
         static_cast<double>(cells) /
         speed.gflops_at(
             plan::in_doubles(per_cell * static_cast<double>(owned.cells), run.problem.element_bytes));
}

double steps_of_window(const Bands& partition, const Run& run) {
  const double rows_of_cell = static_cast<double>(run.problem.n) / static_cast<double>(partition.cells());
  return run.schedule.depth > 0
             ? std::min(run.schedule.depth / rows_of_cell, static_cast<double>(partition.cells()))
             : 1;
}

PredictedTime computed_around(double communication, const Bands& partition, const Run& run, bool overlap) {
  const std::vector<ProcessMetrics> all = metrics(partition);
  const std::vector<double> overhead = overhead_of_messages(partition, run);
  PredictedTime latest;
  for (int process = 0; process < partition.processes(); ++process) {
    const ProcessMetrics& of = all[static_cast<std::size_t>(process)];
    const std::int64_t alone = overlap ? of.overlapped() : 0;
    PredictedTime time{0, communication, seconds_of_cells(partition, run, process, of, alone),
                       seconds_of_cells(partition, run, process, of, of.cells - alone), process};
    if (alone > 0)
      time.overlapped += overhead[static_cast<std::size_t>(process)];
    time.seconds = std::max(time.communication, time.overlapped) + time.remainder;
    if (time.seconds > latest.seconds)
      latest = time;
  }
  return latest;
}

double bytes_needed(const Bands& partition, const Run& run, const ProcessMetrics& of) {
  const double part = run.schedule.algorithm == Algorithm::pio
                          ? schedule::windows_of_product(true, run.schedule.lookahead) *
                                steps_of_window(partition, run) / static_cast<double>(partition.cells())
                          : 1;
  const double received = part * static_cast<double>(of.received);
  return (3 * static_cast<double>(of.cells) + received) * elements_per_cell(partition, run) *
         run.problem.element_bytes;
}

} // namespace hetgrid::partition
