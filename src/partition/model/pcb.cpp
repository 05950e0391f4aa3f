// [DeFlumere14] (3.9): T = max v_X beta + max c_X.
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"

namespace hetgrid::partition {

PredictedTime parallel_with_barrier(const Bands& partition, const Run& run) {
  return computed_around(parallel_communication(partition, run), partition, run, false);
}

} // namespace hetgrid::partition
