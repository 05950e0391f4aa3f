// Memory that this process may use.
#pragma once

#include <optional>
#include <string>

namespace hetgrid::measure {

/// Bytes of the host's physical memory, or of the smallest limit of the control groups this process is in.
double host_memory();

/// Of these, what nobody uses now, but for caches of files, which give way; and no more than this process's limits leave it.
double free_memory();

/// A control group that may limit memory.
struct MemoryGroup {
  int version;      ///< of control groups: 1 or 2
  std::string path; ///< below the root of the hierarchy
};

/// \param line  of /proc/self/cgroup: ID:CONTROLLERS:PATH; the path may have colons, too. Nothing if it is not for memory
std::optional<MemoryGroup> memory_group(const std::string& line);

} // namespace hetgrid::measure
