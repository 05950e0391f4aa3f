// [DeFlumere14] (3.12): T = send(1) + sum over k of max(send(k + 1), compute(k)) + compute(N), where step k needs column k of A
// and row k of B.
#include "partition/model/computation.hpp"
#include "partition/model/sending_steps.hpp"

#include <algorithm>

namespace hetgrid::partition {

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
  return time;
}

} // namespace hetgrid::partition
