// How long processes send at once: all that a product needs, or, with PIO, step by step, of which k spreads column k of A and
// row k of B.
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

/// On a bus as [DeFlumere14] (3.12) has it, V_k beta: all messages of a step one after the other.
///
/// Elsewhere as the product sends them, all at once: what many need is passed on (schedule::broadcast_of), and a step lasts as
/// long as the host that sends or receives most, or as what is longest on its way. In a star only outer hosts count, and
/// what one of them sends another takes the links of both one after the other.
std::vector<SendingSteps> sending_steps(const Bands& partition, const Run& run);

/// All steps at once, on other networks than a bus.
double sending_at_once(const Bands& partition, const Run& run);

} // namespace hetgrid::partition
