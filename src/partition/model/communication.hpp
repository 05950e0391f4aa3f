// Time of messages ([DeFlumere14] 3.1), each by the latency and the bandwidth of its own link (10.2.1).
#pragma once

#include "partition/model/model.hpp"

namespace hetgrid::partition {

/// From process to process, over the links that the message takes one after the other: in a star the centre passes on what
/// others send each other, (3.5).
double seconds_of_message(const Run& run, int from, int to, double bytes);

/// All messages of a product, one for each pair of processes, one after the other: V beta of (3.8).
double serial_communication(const Bands& partition, const Run& run);

/// The same, processes sending at once. All connected: max v_X beta of (3.9). In a star, [DeFlumere14] 7.2: an outer process
/// sends all that it has, the centre sends its own first and what it passes on after it has received that and sent its own.
double parallel_communication(const Bands& partition, const Run& run);

} // namespace hetgrid::partition
