// What a measurement was made on.
#pragma once

#include <string>
#include <vector>

#include <mpi.h>

namespace hetgrid::cli {

struct Machine {
  std::string cpu; ///< model name of rank 0's processor
  int cores = 0;   ///< of rank 0's host
  int hosts = 0;   ///< distinct
  int ranks = 0;
  std::string blas;       ///< name and version, as far as the library tells
  std::string slow_blas;  ///< why it is slow on rank 0's processor, and what helps; empty: not known to be
  std::string mpi;        ///< name and version
  std::string simulation; ///< whose time is measured; empty: real time
  std::vector<std::string> host_names; ///< by rank
};

/// "SimGrid 3.32: 9 hosts of 25 MF/s to 100 MF/s, kernels timed". Of a simulated program alone.
std::string describe_simulation();

/// Why the BLAS of this process is slow, and what helps; empty: it is not known to be.
std::string describe_slow_blas();

/// The BLAS of every rank, with its threads, on rank 0: what rounding depends on. Collective.
std::vector<std::string> all_blas(MPI_Comm comm);

/// Collective; complete on rank 0, the others get ranks, hosts and their names.
Machine describe_machine(MPI_Comm comm);

} // namespace hetgrid::cli
