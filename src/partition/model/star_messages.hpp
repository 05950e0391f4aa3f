// How long the processes of a star take to send each other what a product needs, all at once.
#pragma once

#include "partition/model/model.hpp"

namespace hetgrid::partition {

/// Every process sends every other one all that it needs of it, in messages of a step each, beginning together.
/// \pre messages_share_star()
double star_messages(const Bands& partition, const Run& run);

} // namespace hetgrid::partition
