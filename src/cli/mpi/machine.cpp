#include "cli/mpi/machine.hpp"

#include <array>
#include <fstream>
#include <set>
#include <vector>

#include <unistd.h>

#ifdef HETGRID_SIMULATED
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <simgrid/host.h>
#include <simgrid/version.h>
#endif

#include "cli/output/quantities.hpp"
#include "comm/collectives.hpp"

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

#ifdef HETGRID_SIMULATED

/// "SimGrid 3.32: 9 hosts of 25 MF/s to 100 MF/s, kernels timed"
std::string describe_simulation() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  const std::size_t count = sg_host_count();
  const std::unique_ptr<sg_host_t, decltype(&std::free)> hosts(sg_host_list(), &std::free);
  const auto gflops = [](sg_host_t host) { return sg_host_get_speed(host) / 1e9; };
  const auto [slowest_host, fastest_host] = std::ranges::minmax(std::span(hosts.get(), count), {}, gflops);
  const double slowest = gflops(slowest_host), fastest = gflops(fastest_host);
  const char* const kernels = std::getenv("HETGRID_KERNELS");
  return fmt::format("SimGrid {}.{}: {} of {}, kernels {}", major, minor, counted(count, "host", "hosts"),
                     slowest == fastest ? speed(slowest) : speed(slowest) + " to " + speed(fastest),
                     kernels ? kernels : "timed");
}

#else

std::string describe_simulation() {
  return {};
}

#endif

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
  machine.simulation = describe_simulation();
  return machine;
}

} // namespace hetgrid::cli
