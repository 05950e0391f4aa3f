#include "cli/machine.hpp"

#include <array>
#include <fstream>
#include <set>
#include <vector>

#include <unistd.h>

#include "comm/mpi_check.hpp"

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

int count_hosts(MPI_Comm comm, int ranks) {
  using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
  Name mine{};
  int length = 0;
  HG_MPI(MPI_Get_processor_name(mine.data(), &length));
  std::vector<Name> all(static_cast<std::size_t>(ranks));
  HG_MPI(MPI_Allgather(mine.data(), mine.size(), MPI_CHAR, all.data(), mine.size(), MPI_CHAR, comm));
  return static_cast<int>(std::set<Name>(all.begin(), all.end()).size());
}

} // namespace

Machine describe_machine(MPI_Comm comm) {
  Machine machine;
  HG_MPI(MPI_Comm_size(comm, &machine.ranks));
  machine.cpu = cpu_model();
  machine.cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  machine.hosts = count_hosts(comm, machine.ranks);
  machine.blas = blas_version();
  machine.mpi = mpi_version();
  return machine;
}

} // namespace hetgrid::cli
