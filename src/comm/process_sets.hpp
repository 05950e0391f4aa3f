// What contexts with the same processes have in common.
#pragma once

#include <mpi.h>

namespace hetgrid::comm {

/// One communicator for all communicators that have the processes of `comm`, in whatever order; lives until
/// MPI_Finalize. Processes that mean different contexts of theirs meet there and find out, instead of waiting for each
/// other. `comm` itself if it has processes that are not in MPI_COMM_WORLD. Collective over the processes, at the first
/// call for them.
MPI_Comm communicator_of_processes(MPI_Comm comm);

} // namespace hetgrid::comm
