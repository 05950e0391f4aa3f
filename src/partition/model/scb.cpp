// [DeFlumere14] (3.8): T = V beta + max c_X.
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"

namespace hetgrid::partition {

PredictedTime serial_with_barrier(const Bands& partition, const Run& run) {
  return computed_around(serial_communication(partition, run), partition, run, false);
}

} // namespace hetgrid::partition
