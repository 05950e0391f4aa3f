// Time of messages ([DeFlumere14] 3.1), each by the latency and the bandwidth of its own link (10.2.1).
#pragma once

#include "partition/model/model.hpp"

#include <vector>

namespace hetgrid::partition {

/// From process to process, over the links that the message takes one after the other: in a star the centre passes on what
/// others send each other, (3.5).
double seconds_of_message(const Run& run, int from, int to, double bytes);

/// All messages of a product, one for each pair of processes, one after the other: V beta of (3.8).
double serial_communication(const Bands& partition, const Run& run);

/// The same, processes sending at once, as the product does: as long as the host takes that sends or receives most, which max v_X
/// beta of (3.9) is as well where none receives more than another one sends. In a star by star_messages, where [DeFlumere14] 7.2
/// has what outer processes send each other wait in the centre until all of it is there. On a bus one after the other.
double parallel_communication(const Bands& partition, const Run& run);

/// By process: seconds that all its messages take of what it computes beside them (plan::Overhead). Processes of a host share
/// what the first of them receives.
std::vector<double> overhead_of_messages(const Bands& partition, const Run& run);

} // namespace hetgrid::partition
