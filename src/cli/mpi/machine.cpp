#include "cli/mpi/machine.hpp"

#include "comm/machine_identity.hpp"
#include "kernel/execution.hpp"

// Only OpenBLAS has this function.
extern "C" char* openblas_get_config(void) __attribute__((weak));

namespace hetgrid::cli {
namespace {

std::string blas_version() {
  return openblas_get_config ? openblas_get_config() : "BLAS that does not tell its version";
}

} // namespace

Machine describe_machine(MPI_Comm comm) {
  Machine machine;
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  HG_MPI(MPI_Comm_size(comm, &machine.ranks));
  machine.host_names = comm::all_host_names(comm);
  machine.hosts = comm::count_hosts(machine.host_names);
  if (rank != 0)
    return machine;
  machine.cpu = comm::cpu_model();
  machine.cores = comm::cores();
  machine.blas = blas_version();
  machine.mpi = comm::mpi_version();
  if constexpr (kernel::simulated)
    machine.simulation = describe_simulation();
  return machine;
}

} // namespace hetgrid::cli
