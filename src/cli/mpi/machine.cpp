#include "cli/mpi/machine.hpp"

#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/machine_identity.hpp"
#include "kernel/blas_library.hpp"
#include "kernel/execution.hpp"

namespace hetgrid::cli {
namespace {

std::string describe_blas() {
  const kernel::BlasLibrary& library = kernel::blas_library();
  if (library.is_openblas())
    return library.openblas;
  if (library.file.empty())
    return "BLAS that does not tell its version";
  return fmt::format("BLAS in {}, which does not tell its version",
                     std::filesystem::weakly_canonical(library.file).string());
}

} // namespace

std::vector<std::string> all_blas(MPI_Comm comm) {
  using Text = std::array<char, 256>;
  Text mine{};
  std::string text = describe_blas();
  if (const int threads = kernel::blas_library().threads; threads > 0)
    text += ", " + counted(threads, "thread", "threads");
  text.copy(mine.data(), mine.size() - 1);
  std::vector<std::string> all;
  for (const Text& one : comm::gather(std::vector{mine}, 0, comm))
    all.emplace_back(one.data());
  return all;
}

std::string describe_slow_blas() {
  const std::string_view core = kernel::blas_library().core,
                         faster = kernel::faster_core(core, kernel::vector_units());
  if (faster.empty())
    return "";
  return fmt::format("OpenBLAS uses kernels for {0}, without all vector instructions of this processor: "
                     "OPENBLAS_CORETYPE={1} is faster",
                     core, faster);
}

Machine describe_machine(MPI_Comm comm) {
  Machine machine;
  const int rank = comm::rank_in(comm);
  HG_MPI(MPI_Comm_size(comm, &machine.ranks));
  machine.host_names = comm::all_host_names(comm);
  machine.hosts = comm::count_hosts(machine.host_names);
  if (rank != 0)
    return machine;
  machine.cpu = comm::cpu_model();
  machine.cores = comm::cores();
  machine.blas = describe_blas();
  machine.slow_blas = describe_slow_blas();
  machine.mpi = comm::mpi_version();
  if constexpr (kernel::simulated)
    machine.simulation = describe_simulation();
  return machine;
}

} // namespace hetgrid::cli
