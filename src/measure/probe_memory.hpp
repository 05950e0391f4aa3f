// Measures how fast a process copies what no cache holds.
#pragma once

#include "hetgrid/platform.hpp"

#include <mpi.h>

namespace hetgrid::measure {

/// Sets copy_alone of all processes, and KernelRates::copy until probe_curve measures it while all copy: the first of each host
/// copies while the others there wait, as a server does while its workers compute. Collective. \param seconds  in all, positive
void probe_memory(MPI_Comm comm, plan::Platform& platform, double seconds = 0.2);

} // namespace hetgrid::measure
