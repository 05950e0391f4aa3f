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

/// The link whose relative errors, (alpha + beta m - t) / t, have the least sum of squares; neither is negative.
/// \param transfers  of two sizes at least
plan::Link fit_link(std::span<const Transfer> transfers);

/// Ping-pong between a few pairs of processes for each kind of link: within a host, between hosts, between segments, as
/// `platform` names them. Collective; every process gets the same result. A link that no pair of `comm` uses keeps its
/// default and stays Link::assumed.
plan::Network probe_network(MPI_Comm comm, const plan::Platform& platform);

} // namespace hetgrid::measure
