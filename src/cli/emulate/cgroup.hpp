// CPU quotas through Linux control groups, version 1 and 2.
//
// A group with quota q and period p lets its processes run q microseconds in every p; on a core of its own a
// process then has the speed q / p. New groups are made below the group of the calling process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace hetgrid::cli {

/// The group of the calling process in the hierarchy that has the cpu controller.
struct CpuHierarchy {
  int version = 0; ///< 1 or 2
  std::filesystem::path directory;
};

/// Finds the hierarchy.
/// \param mountinfo  text of /proc/self/mountinfo
/// \param membership text of /proc/self/cgroup
/// \throws SystemError if no mounted hierarchy offers the cpu controller
CpuHierarchy find_cpu_hierarchy(const std::string& mountinfo, const std::string& membership);

/// The same for the calling process.
CpuHierarchy own_cpu_hierarchy();

/// Share of a core, in microseconds.
struct CpuQuota {
  std::int64_t quota = 0; ///< 0: no limit
  std::int64_t period = 0;
};

/// Also of a group that has a quota and processes. \throws SystemError, with advice, if it is refused
void set_quota(const CpuHierarchy& hierarchy, const std::filesystem::path& group, const CpuQuota& quota);

/// A group that exists as long as the object. The destructor kills the processes left in it and removes it.
class CpuGroup {
public:
  /// \throws SystemError, with advice, if the group cannot be made or the quota is refused
  CpuGroup(const CpuHierarchy& hierarchy, const std::string& name, const CpuQuota& quota);
  ~CpuGroup();
  CpuGroup(CpuGroup&& other) noexcept;
  CpuGroup& operator=(CpuGroup&&) = delete;

  const std::filesystem::path& directory() const noexcept { return directory_; }

private:
  std::filesystem::path directory_;
};

/// Puts the calling process into the group. \throws SystemError
void join_group(const std::filesystem::path& directory);

/// Name of the group number `rank` made by process `owner`.
std::string group_name(pid_t owner, int rank);

/// Removes the groups that process `owner` has made, and the processes left in them.
void remove_groups_of(const CpuHierarchy& hierarchy, pid_t owner) noexcept;

/// Removes the groups whose maker no longer lives, and the processes left in them.
/// \return their names
std::vector<std::string> remove_stale_groups(const CpuHierarchy& hierarchy);

} // namespace hetgrid::cli
