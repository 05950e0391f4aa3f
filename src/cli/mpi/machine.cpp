#include "cli/mpi/machine.hpp"

#include <array>
#include <fstream>
#include <set>
#include <vector>

#include <unistd.h>

#include "comm/collectives.hpp"
#include "kernel/execution.hpp"

// Only OpenBLAS has this function.
extern "C" char* openblas_get_config(void) __attribute__((weak));

namespace hetgrid::cli {
namespace {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name"))
      return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string blas_version() {
  return openblas_get_config ? openblas_get_config() : "BLAS that does not tell its version";
}

/// The first line of what MPI says, without tabs and runs of spaces.
std::string mpi_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  HG_MPI(MPI_Get_library_version(text.data(), &length));
  std::string result;
  for (const char* c = text.data(); *c && *c != '\n'; ++c) {
    const char plain = *c == '\t' ? ' ' : *c;
    if (plain != ' ' || (!result.empty() && result.back() != ' '))
      result += plain;
  }
  return result;
}

int count_distinct(const std::vector<std::string>& names, MPI_Comm comm) {
  int count = static_cast<int>(std::set<std::string>(names.begin(), names.end()).size());
  comm::broadcast(&count, 1, 0, comm);
  return count;
}

} // namespace

std::vector<std::string> host_names(MPI_Comm comm) {
  using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
  Name mine{};
  int length = 0;
  HG_MPI(MPI_Get_processor_name(mine.data(), &length));
  std::vector<std::string> names;
  for (const Name& name : comm::gather(std::vector{mine}, 0, comm))
    names.emplace_back(name.data());
  return names;
}

Machine describe_machine(MPI_Comm comm) {
  Machine machine;
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  HG_MPI(MPI_Comm_size(comm, &machine.ranks));
  machine.host_names = host_names(comm);
  machine.hosts = count_distinct(machine.host_names, comm);
  if (rank != 0)
    return machine;
  machine.cpu = cpu_model();
  machine.cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  machine.blas = blas_version();
  machine.mpi = mpi_version();
  if constexpr (kernel::simulated)
    machine.simulation = describe_simulation();
  return machine;
}

} // namespace hetgrid::cli
