// [DeFlumere14] (3.12): T = send(1) + sum over k of max(send(k + 1), compute(k)) + compute(N), where step k needs column k of A
// and row k of B. In a star several steps share the links, and some of them are idle meanwhile: star_windows follows that.
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/sending_steps.hpp"
#include "partition/model/star.hpp"
#include "partition/model/star_windows.hpp"

#include <algorithm>

namespace hetgrid::partition {
namespace {

/// Seconds that each process computes in a step, and its messages take of that.
std::vector<double> compute_of_step(const Bands& partition, const Run& run) {
  std::vector<double> seconds = overhead_of_messages(partition, run);
  const std::vector<ProcessMetrics> all = metrics(partition);
  for (std::size_t k = 0; k < seconds.size(); ++k)
    seconds[k] = (seconds[k] + seconds_of_cells(partition, run, static_cast<int>(k), all[k], all[k].cells)) /
                 static_cast<double>(partition.cells());
  return seconds;
}

} // namespace

PredictedTime parallel_interleaving(const Bands& partition, const Run& run) {
  const PredictedTime computing = computed_around(0, partition, run, false);
  const double compute = computing.seconds / static_cast<double>(partition.cells()); // of a step
  const std::vector<SendingSteps> all = sending_steps(partition, run);
  PredictedTime time{all.front().seconds + compute, 0, computing.seconds - compute, compute, computing.last};
  for (const SendingSteps& alike : all) {
    time.communication += static_cast<double>(alike.count) * alike.seconds;
    const std::int64_t meanwhile =
        alike.count - (&alike == &all.front()); // nothing is computed before the first
    time.seconds += static_cast<double>(meanwhile) * std::max(alike.seconds, compute);
  }
  if (run.topology.centre && run.platform.network.medium != plan::Medium::bus &&
      partition.processes() <= most_processes_of_star)
    time.seconds = star_windows(partition, run, compute_of_step(partition, run));
  return time;
}

} // namespace hetgrid::partition
