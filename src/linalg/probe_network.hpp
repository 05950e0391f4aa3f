// Measures the network between the processes.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/platform.hpp"

#include <span>

namespace hetgrid::linalg {

/// A message and its time.
struct Transfer {
  double bytes = 0, seconds = 0;
};

/// The link whose relative errors, (alpha + beta m - t) / t, have the least sum of squares; neither is negative.
/// \param transfers  of two sizes at least
plan::Link fit_link(std::span<const Transfer> transfers);

/// Ping-pong between a few pairs of processes of each class: of one host, of different hosts. Collective; every process
/// gets the same result. A class that `comm` has no pair of keeps its defaults; there is no telling segments.
plan::Network probe_network(MPI_Comm comm, const plan::Platform& platform);

} // namespace hetgrid::linalg
