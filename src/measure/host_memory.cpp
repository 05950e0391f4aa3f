// A container or batch system limits memory by control groups: memory.max of version 2, memory.limit_in_bytes of
// version 1, at any level of the hierarchy. /proc/self/cgroup has lines "0::/path" and "5:memory:/path".
#include "measure/host_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace hetgrid::measure {
namespace {

/// The smallest limit from the group `path` of the hierarchy mounted at `root` upwards, at most `limit`.
double smallest_limit(const std::string& root, std::filesystem::path path, const char* file, double limit) {
  for (path = path.relative_path();; path = path.parent_path()) {
    std::ifstream in(std::filesystem::path(root) / path / file);
    if (double bytes = 0; in >> bytes) // "max" is no number
      limit = std::min(limit, bytes);
    if (path.empty())
      return limit;
  }
}

} // namespace

double host_memory() {
  double limit = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::string path = line.substr(line.rfind(':') + 1);
    if (line.starts_with("0::"))
      limit = smallest_limit("/sys/fs/cgroup", path, "memory.max", limit);
    else if (line.find(":memory:") != std::string::npos)
      limit = smallest_limit("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", limit);
  }
  return limit;
}

} // namespace hetgrid::measure
