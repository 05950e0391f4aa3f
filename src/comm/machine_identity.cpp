#include "comm/machine_identity.hpp"

#include "comm/collectives.hpp"

#include <array>
#include <fstream>
#include <set>
#include <unistd.h>

namespace hetgrid::comm {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name"))
      return line.substr(line.find(':') + 2);
  return "unknown";
}

int cores() {
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

std::string mpi_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  HG_MPI(MPI_Get_library_version(text.data(), &length));
  // Without tabs and runs of spaces.
  std::string result;
  for (const char* c = text.data(); *c && *c != '\n'; ++c) {
    const char plain = *c == '\t' ? ' ' : *c;
    if (plain != ' ' || (!result.empty() && result.back() != ' '))
      result += plain;
  }
  return result;
}

std::vector<std::string> all_host_names(MPI_Comm comm) {
  using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
  Name mine{};
  int length = 0;
  HG_MPI(MPI_Get_processor_name(mine.data(), &length));
  std::vector<std::string> names;
  for (const Name& name : all_gather(std::vector{mine}, comm))
    names.emplace_back(name.data());
  return names;
}

int count_hosts(const std::vector<std::string>& names) {
  return static_cast<int>(std::set<std::string>(names.begin(), names.end()).size());
}

} // namespace hetgrid::comm
