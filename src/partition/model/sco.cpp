// [DeFlumere14] (3.10): T = max_X(max(V beta, o_X) + c_X).
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"

namespace hetgrid::partition {

PredictedTime serial_with_overlap(const Bands& partition, const Run& run) {
  return computed_around(serial_communication(partition, run), partition, run, true);
}

} // namespace hetgrid::partition
