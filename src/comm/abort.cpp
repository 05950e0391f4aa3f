#include "comm/abort.hpp"

#include <cstdlib>

#include <mpi.h>
#include <unistd.h>

#include "kernel/execution.hpp"

namespace hetgrid::comm {

void abort(int status) {
  if constexpr (!kernel::simulated)
    usleep(200'000);
  int initialized = 0;
  if (MPI_Initialized(&initialized) == MPI_SUCCESS && initialized)
    MPI_Abort(MPI_COMM_WORLD, status); // SimGrid's throws what ends the process
  std::_Exit(status);
}

} // namespace hetgrid::comm
