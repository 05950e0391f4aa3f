// How long the steps of PIO send: step k spreads column k of A and row k of B.
#pragma once

#include "partition/model/model.hpp"

#include <cstdint>
#include <vector>

namespace hetgrid::partition {

/// Steps that follow one another and send for the same time.
struct SendingSteps {
  std::int64_t count;
  double seconds; ///< each
};

/// As [DeFlumere14] (3.12) has it, V_k beta: all messages of a step one after the other. So it is for up to three processes,
/// whose messages have no other order in most shapes, in a star and on a bus.
///
/// Among more processes that all have links with each other, those that do not share an owner or a receiver travel at once,
/// and what many need is passed on (schedule::broadcast_of): a step lasts as long as the host that sends or receives
/// most, or as what is longest on its way.
std::vector<SendingSteps> sending_steps(const Bands& partition, const Run& run);

} // namespace hetgrid::partition
