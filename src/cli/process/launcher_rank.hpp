// The rank of a process that may not have initialised MPI.
#pragma once

#include <optional>

namespace hetgrid::cli {

/// As mpiexec of MPICH or Open MPI or Slurm's srun tells it in the environment; none if it has not started this process.
std::optional<int> launcher_rank();

/// Before another launcher is started, which may not set what the first one has set.
void forget_launcher_rank();

/// The processes that were started together, likewise; where one launcher has started another, of that with the fewest.
std::optional<int> launcher_size();

/// Whether Slurm has started this process, or the launcher that has.
bool launched_by_srun();

/// The ranks on this host.
struct HostRank {
  int rank = 0; ///< of this process among them
  int count = 1;
};

/// As the launcher tells it; none if it does not.
std::optional<HostRank> launcher_host_rank();

} // namespace hetgrid::cli
