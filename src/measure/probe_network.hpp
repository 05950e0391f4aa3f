// Measures the network between the processes.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/platform.hpp"

#include <span>

namespace hetgrid::measure {

/// A message and its time.
struct Transfer {
  double bytes = 0, seconds = 0;
};

/// Bandwidth from the largest message and the second before it, by how much longer the larger one takes: a link that was idle may let what
/// is smaller pass at once (a token bucket, buffers). Latency from those of which it is more than half of the time, by the least
/// squares of relative errors, (alpha + beta m - t) / t. Neither is negative.
/// \param transfers  of two sizes at least, increasing
plan::Link fit_link(std::span<const Transfer> transfers);

/// Ping-pong between a few pairs of processes for each kind of link: within a host, between hosts, between segments, as
/// `platform` names them. Messages grow until they take 10 ms, or 16 periods of a CPU quota, at most 16 MB. Up to 8 hosts are measured pair by pair, and
/// Network::pairs has their links if these are not alike. More of them are measured many pairs at a time (LinkTournament),
/// unless these disturb each other; if their links are not alike, but those of hosts to a centre explain them, the network is a
/// star of such links. Collective; every process gets the same result. A link that no
/// pair of `comm` uses keeps its default and stays Link::assumed.
plan::Network probe_network(MPI_Comm comm, const plan::Platform& platform);

} // namespace hetgrid::measure
