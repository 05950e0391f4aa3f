// [DeFlumere14] (3.11): T = max_X(max(T_comm, o_X) + c_X), T_comm of PCB.
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"

namespace hetgrid::partition {

PredictedTime parallel_with_overlap(const Bands& partition, const Run& run) {
  return computed_around(parallel_communication(partition, run), partition, run, true);
}

} // namespace hetgrid::partition
