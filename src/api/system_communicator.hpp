// System contexts of the BLACS.
#pragma once

#include "comm/blacs.hpp"

#include <mpi.h>

namespace hetgrid::api {

/// What the BLACS give a process that is left out of a grid: a system context it is certainly not.
inline constexpr int no_context = -1;

/// The communicator behind a system context. From C, BLACS_GET(-1, 0) gives an index into the BLACS' own
/// table; from Fortran it gives the Fortran handle of the communicator. Handles of MPICH have their kind in
/// the highest bits and are never small; with other implementations the index of MPI_COMM_WORLD is its
/// handle, too.
inline MPI_Comm system_communicator(int system_context) {
#ifdef MPICH_VERSION
  constexpr int no_index = 1 << 24;
  if (system_context >= 0 && system_context < no_index)
    return Cblacs2sys_handle(system_context);
#endif
  return MPI_Comm_f2c(system_context);
}

} // namespace hetgrid::api
