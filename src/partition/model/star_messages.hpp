// How long the processes of a star take to send each other what a product needs, all at once.
#pragma once

#include "partition/model/model.hpp"

namespace hetgrid::partition {

/// Of more processes than this there are thousands of messages, whose sharing is not followed: the busiest link counts
/// (sending_at_once).
inline constexpr int most_processes_of_star_messages = 4;

/// Every process sends every other one all that it needs of it, in messages of a step each, beginning together. An outer process has a
/// link to the centre, in both directions at once; what one outer process sends another takes both links one after the other,
/// half of the time of either if they are alike. Messages that share a link share it in inverse proportion to the time that
/// a byte of them is under way, as windows of a size make them, and what one leaves to the others they have.
double star_messages(const Bands& partition, const Run& run);

} // namespace hetgrid::partition
