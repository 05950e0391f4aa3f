// Measures what messages between hosts take of a process that computes meanwhile.
#pragma once

#include "comm/mpi_check.hpp"
#include "hetgrid/platform.hpp"

#include <utility>
#include <vector>

namespace hetgrid::measure {

/// Who sends to whom at the same time, among so many hosts: in all rounds together each sends once at least, and receives.
/// No host is in two transfers of a round.
std::vector<std::vector<std::pair<int, int>>> transfer_rounds(int hosts);

/// Fills in Overhead of every process, of a platform whose speeds and network are known; none where all are on one host. The first
/// process of each host multiplies matrices, alone and while messages come or go, as long as that: what it loses, over their
/// bytes, median of three. Other processes of the host have the same work, at their own speed. Collective; every process gets the
/// same result.
/// \param seconds  of a measurement, positive; of some 16 periods of a CPU quota at least, else it tells little
void probe_overhead(MPI_Comm comm, plan::Platform& platform, double seconds);

} // namespace hetgrid::measure
