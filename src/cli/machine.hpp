// What a measurement was made on.
#pragma once

#include <string>

#include <mpi.h>

namespace hetgrid::cli {

struct Machine {
  std::string cpu; ///< model name of rank 0's processor
  int cores = 0;   ///< of rank 0's host
  int hosts = 0;   ///< distinct
  int ranks = 0;
  std::string blas; ///< name and version, as far as the library tells
  std::string mpi;  ///< name and version
};

/// Collective; complete on every rank but for cpu and cores, which are the rank's own.
Machine describe_machine(MPI_Comm comm);

} // namespace hetgrid::cli
