// [DeFlumere14] (3.12): T = send(1) + sum over k of max(send(k + 1), compute(k)) + compute(N), where step k needs column k of A
// and row k of B. In a star several steps share the links, and some of them are idle meanwhile: star_windows follows that.
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/sending_steps.hpp"
#include "partition/model/star.hpp"
#include "partition/model/star_windows.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::partition {
namespace {

/// Seconds that each process computes in all, and its messages take of that.
std::vector<double> compute_of_processes(const Bands& partition, const Run& run) {
  std::vector<double> seconds = overhead_of_messages(partition, run);
  const std::vector<ProcessMetrics> all = metrics(partition);
  for (std::size_t k = 0; k < seconds.size(); ++k)
    seconds[k] += seconds_of_cells(partition, run, static_cast<int>(k), all[k], all[k].cells);
  return seconds;
}

/// (3.12). \param compute  seconds of a step
double step_by_step(const std::vector<SendingSteps>& all, double compute) {
  double seconds = all.front().seconds + compute;
  for (const SendingSteps& alike : all) {
    const std::int64_t meanwhile =
        alike.count - (&alike == &all.front()); // nothing is computed before the first
    seconds += static_cast<double>(meanwhile) * std::max(alike.seconds, compute);
  }
  return seconds;
}

} // namespace

PredictedTime parallel_interleaving(const Bands& partition, const Run& run) {
  std::vector<double> compute = compute_of_processes(partition, run);
  const auto last = std::ranges::max_element(compute);
  const double computing = *last; // of all steps
  PredictedTime time;
  time.last = static_cast<int>(last - compute.begin());
  for (double& seconds : compute) // of a step
    seconds /= static_cast<double>(partition.cells());
  time.remainder = *last;
  time.overlapped = computing - time.remainder;
  const std::vector<SendingSteps> all = sending_steps(partition, run);
  for (const SendingSteps& alike : all)
    time.communication += static_cast<double>(alike.count) * alike.seconds;
  time.seconds = messages_share_star(partition, run) ? star_windows(partition, run, compute)
                                                     : step_by_step(all, time.remainder);
  return time;
}

} // namespace hetgrid::partition
