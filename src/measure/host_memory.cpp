// A container or batch system limits memory by control groups: memory.max of version 2, memory.limit_in_bytes of
// version 1, at any level of the hierarchy. /proc/self/cgroup has lines "0::/path" and "5:cpu,memory:/path".
#include "measure/host_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace hetgrid::measure {
namespace {

using Path = std::filesystem::path;

/// The number in a file; -1 if there is none: "max", or no such file.
double number_in(const Path& file) {
  std::ifstream in(file);
  double number = -1;
  return in >> number ? number : -1;
}

/// Behind a word at the beginning of a line, as in "MemAvailable:  1234 kB"; -1 if there is none.
double number_behind(const Path& file, const std::string& word) {
  std::ifstream in(file);
  double number = -1;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(word))
      return std::istringstream(line.substr(word.size())) >> number ? number : -1;
  return -1;
}

/// What the memory controller of a version calls its files, in its hierarchy.
struct Hierarchy {
  const char *root, *limit, *usage, *cache;
};
constexpr Hierarchy version_2{"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
constexpr Hierarchy version_1{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                              "total_inactive_file"};

/// visit(hierarchy, folder) for the control groups that this process is in, upwards.
template <typename Visit>
void each_control_group(Visit&& visit) {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::optional<MemoryGroup> group = memory_group(line);
    if (!group)
      continue;
    const Hierarchy& hierarchy = group->version == 2 ? version_2 : version_1;
    for (Path path = Path(group->path).relative_path();; path = path.parent_path()) {
      visit(hierarchy, Path(hierarchy.root) / path);
      if (path.empty())
        break;
    }
  }
}

/// What is left of a limit of this process. \param used  words of /proc/self/status, kB
double left_of(int resource, const char* used) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<double>::infinity();
  return static_cast<double>(limit.rlim_cur) - 1024 * std::max(0.0, number_behind("/proc/self/status", used));
}

} // namespace

std::optional<MemoryGroup> memory_group(const std::string& line) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos)
    return {};
  const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
  if (line.starts_with("0::"))
    return MemoryGroup{2, path};
  if (("," + controllers + ",").find(",memory,") == std::string::npos)
    return {};
  return MemoryGroup{1, path};
}

double host_memory() {
  double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  each_control_group([&](const Hierarchy& hierarchy, const Path& group) {
    if (const double limit = number_in(group / hierarchy.limit); limit >= 0)
      bytes = std::min(bytes, limit);
  });
  return bytes;
}

double free_memory() {
  double bytes = 1024 * number_behind("/proc/meminfo", "MemAvailable:");
  if (bytes < 0)
    bytes = static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  each_control_group([&](const Hierarchy& hierarchy, const Path& group) {
    const double limit = number_in(group / hierarchy.limit), usage = number_in(group / hierarchy.usage),
                 cache = number_behind(group / "memory.stat", std::string(hierarchy.cache) + " ");
    if (limit >= 0 && usage >= 0)
      bytes = std::min(bytes, limit - usage + std::max(0.0, cache));
  });
  bytes = std::min({bytes, left_of(RLIMIT_AS, "VmSize:"), left_of(RLIMIT_DATA, "VmData:")});
  return std::max(0.0, bytes);
}

} // namespace hetgrid::measure
