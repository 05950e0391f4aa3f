// Broadcasts from one process to others: along which tree, in how many segments.
#pragma once

#include "hetgrid/layout.hpp"
#include "hetgrid/parameters.hpp"

namespace hetgrid::schedule {

/// The owner has position 0, receivers have 1, 2, ..; position x passes what it has on to fan_out x + 1 .. fan_out x +
/// fan_out, one segment after the other. A fan-out of 1 is a chain, which sends everything once and has the first
/// receiver served first; a larger one has fewer hops, each of them as much longer.
struct Broadcast {
  int fan_out;
  int segments;
};

/// Receivers are `size` places on a ring, in order from place `begin` on; the owner's place, if it is one of them, is left out.
struct Ring {
  int size, begin;
  int owner; ///< or -1

  int position(int place) const; ///< of a receiver, from 1 on
  int place(int position) const;
};

/// Who owns the next block is the next on the ring: each process is a little later than the one before, and finds what this one
/// passes on. Where orders are irregular, a process passes on at the end of a chunk of its update: passing_delay.
inline bool goes_round(const layout::AxisMap& owners) {
  return owners == layout::AxisMap::uniform(owners.nprocs());
}

/// From the owner to the receiver at a position.
int hops_to(int position, int fan_out);

/// What has all receivers served soonest. \param delay  seconds before a receiver passes on what it has, as it is busy with
/// something else
Broadcast broadcast_of(double bytes, int receivers, const Machine& machine, double delay = 0);
/// The same, but no more than `direct` receivers get all of it from the owner.
Broadcast broadcast_of(double bytes, int receivers, const Machine& machine, double delay, int direct);

/// From the beginning until the receiver at a position has everything. \param latency, seconds_per_byte  of a hop
double broadcast_seconds(const Broadcast& broadcast, double bytes, int position, double latency,
                         double seconds_per_byte, double delay = 0);

/// How long a process is busy with a chunk of its update before it passes on what has come, on average.
/// \param area  of its part of what is updated, elements \param width  of the window
double passing_delay(double area, double width, const Machine& machine);

} // namespace hetgrid::schedule
