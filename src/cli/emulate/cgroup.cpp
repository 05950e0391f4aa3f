#include "cli/emulate/cgroup.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view name_prefix = "hetgrid-";
constexpr std::string_view name_infix = "-rank";

constexpr const char* advice =
    "emulation of unequal speeds needs control groups that may be written: run as root or, with cgroup v2, "
    "in a "
    "scope of your own: systemd-run --user --scope -p Delegate=yes hetgrid emulate ...";

std::string read_file(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Control files want one write(); its errno is the kernel's answer. \return 0 or errno
int write_control(const fs::path& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  const ssize_t written = write(file, text.data(), text.size());
  const int status = written < 0 ? errno : 0;
  close(file);
  return status;
}

void write_control_or_throw(const fs::path& path, const std::string& text) {
  if (const int status = write_control(path, text))
    throw SystemError(
        fmt::format("{}: cannot write \"{}\": {}; {}", path.string(), text, std::strerror(status), advice));
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, separator);)
    words.push_back(word);
  return words;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// mountinfo writes space, tab, newline and backslash as \ooo.
std::string unescape(const std::string& text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto octal = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
    if (text[k] == '\\' && octal(k + 1) && octal(k + 2) && octal(k + 3)) {
      result += static_cast<char>((text[k + 1] - '0') * 64 + (text[k + 2] - '0') * 8 + (text[k + 3] - '0'));
      k += 3;
    } else {
      result += text[k];
    }
  }
  return result;
}

struct Mount {
  std::string root, point, type;
  std::vector<std::string> options; ///< of the file system: names the controllers of a version 1 hierarchy
};

/// A line of mountinfo: id parent major:minor root point options [optional...] - type source super-options
std::optional<Mount> parse_mount(const std::string& line) {
  const std::vector<std::string> words = split(line, ' ');
  const auto dash = std::find(words.begin(), words.end(), "-");
  if (dash - words.begin() < 6 || words.end() - dash < 4)
    return std::nullopt;
  return Mount{unescape(words[3]), unescape(words[4]), dash[1], split(dash[3], ',')};
}

/// The directory of a group, seen through a mount that may show only a part of the hierarchy.
fs::path group_directory(const Mount& mount, const std::string& group) {
  std::string relative = group;
  if (mount.root != "/" && relative.starts_with(mount.root))
    relative.erase(0, mount.root.size());
  while (relative.starts_with('/'))
    relative.erase(0, 1);
  const fs::path directory = relative.empty() ? fs::path(mount.point) : fs::path(mount.point) / relative;
  // In a container the path may name a group outside of it; the mount point is then the group.
  return fs::exists(directory) ? directory : fs::path(mount.point);
}

/// The calling process's group by version 1 controller, or by "" for version 2.
std::optional<std::string> group_of(const std::string& membership, std::string_view controller) {
  for (const std::string& line : split(membership, '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? controllers.empty() : contains(split(controllers, ','), controller))
      return line.substr(second + 1);
  }
  return std::nullopt;
}

/// Processes of a group. In a threaded group of version 2 only the list of threads can be read; a signal to a
/// thread reaches its process.
std::vector<pid_t> members(const fs::path& directory) {
  std::vector<pid_t> result;
  for (const char* list : {"cgroup.procs", "cgroup.threads"}) {
    std::istringstream in(read_file(directory / list));
    for (pid_t pid; in >> pid;)
      if (pid > 0) // else of another namespace
        result.push_back(pid);
    if (!result.empty())
      break;
  }
  return result;
}

void kill_members(const fs::path& directory) noexcept try {
  for (const pid_t pid : members(directory))
    kill(pid, SIGKILL);
} catch (...) {
  // Out of memory: the caller's retry does it.
}

/// Kills what lives in the group and removes it; killed processes need a moment to leave. \return true if
/// removed
bool remove_group(const fs::path& directory) noexcept {
  using namespace std::chrono_literals;
  for (int attempt = 0; attempt < 300; ++attempt) {
    if (rmdir(directory.c_str()) == 0 || errno == ENOENT)
      return true;
    kill_members(directory);
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

/// Version 2: children have cpu.max only if the parent hands the controller down. The parent may hold
/// processes, since cpu is a threaded controller; the children then have to be threaded, too.
void hand_down_cpu(const fs::path& parent) {
  const std::string enabled = read_file(parent / "cgroup.subtree_control");
  if (!contains(split(enabled.substr(0, enabled.find('\n')), ' '), "cpu"))
    write_control_or_throw(parent / "cgroup.subtree_control", "+cpu");
}

/// The maker's process id in the name of a group, if it is one of ours.
std::optional<pid_t> maker(const std::string& name) {
  if (!name.starts_with(name_prefix))
    return std::nullopt;
  pid_t pid = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, status] = std::from_chars(name.data() + name_prefix.size(), end, pid);
  if (status != std::errc() || pid <= 0 || !std::string_view(rest, end - rest).starts_with(name_infix))
    return std::nullopt;
  return pid;
}

} // namespace

CpuHierarchy find_cpu_hierarchy(const std::string& mountinfo, const std::string& membership) {
  std::optional<CpuHierarchy> unified;
  for (const std::string& line : split(mountinfo, '\n')) {
    const std::optional<Mount> mount = parse_mount(line);
    if (!mount)
      continue;
    if (mount->type == "cgroup" && contains(mount->options, "cpu"))
      if (const auto group = group_of(membership, "cpu"))
        return {1, group_directory(*mount, *group)};
    if (mount->type == "cgroup2")
      if (const auto group = group_of(membership, "")) {
        const fs::path directory = group_directory(*mount, *group);
        const std::string controllers = read_file(directory / "cgroup.controllers");
        if (contains(split(controllers.substr(0, controllers.find('\n')), ' '), "cpu"))
          unified = CpuHierarchy{2, directory};
      }
  }
  if (!unified)
    throw SystemError(
        fmt::format("no control group hierarchy with the cpu controller is mounted; {}", advice));
  return *unified;
}

CpuHierarchy own_cpu_hierarchy() {
  return find_cpu_hierarchy(read_file("/proc/self/mountinfo"), read_file("/proc/self/cgroup"));
}

// The kernel charges a running process at clock ticks, which may be longer than the period; without burst a
// process that runs across a refill loses that quota and comes out up to 15 % too slow. Kernels before 5.14
// have no burst. A burst above the new quota would be refused.
void set_quota(const CpuHierarchy& hierarchy, const fs::path& group, const CpuQuota& quota) {
  const std::string burst = std::to_string(quota.quota);
  write_control(group / (hierarchy.version == 2 ? "cpu.max.burst" : "cpu.cfs_burst_us"), "0");
  if (hierarchy.version == 2) {
    if (read_file(group / "cgroup.type").starts_with("domain invalid"))
      write_control_or_throw(group / "cgroup.type", "threaded");
    const std::string limit = quota.quota > 0 ? std::to_string(quota.quota) : "max";
    write_control_or_throw(group / "cpu.max", fmt::format("{} {}", limit, quota.period));
    write_control(group / "cpu.max.burst", burst);
    return;
  }
  write_control_or_throw(group / "cpu.cfs_period_us", std::to_string(quota.period));
  write_control_or_throw(group / "cpu.cfs_quota_us", std::to_string(quota.quota > 0 ? quota.quota : -1));
  write_control(group / "cpu.cfs_burst_us", burst);
}

CpuGroup::CpuGroup(const CpuHierarchy& hierarchy, const std::string& name, const CpuQuota& quota)
    : directory_(hierarchy.directory / name) {
  if (hierarchy.version == 2)
    hand_down_cpu(hierarchy.directory);
  if (mkdir(directory_.c_str(), 0755) != 0)
    throw SystemError(fmt::format("{}: cannot make the control group: {}; {}", directory_.string(),
                                  std::strerror(errno), advice));
  try {
    set_quota(hierarchy, directory_, quota);
  } catch (...) {
    remove_group(directory_);
    throw;
  }
}

CpuGroup::CpuGroup(CpuGroup&& other) noexcept : directory_(std::move(other.directory_)) {
  other.directory_.clear();
}

CpuGroup::~CpuGroup() {
  if (!directory_.empty() && !remove_group(directory_))
    fmt::print(stderr, "hetgrid: cannot remove the control group {}\n", directory_.string());
}

void join_group(const fs::path& directory) {
  write_control_or_throw(directory / "cgroup.procs", std::to_string(getpid()));
}

std::string group_name(pid_t owner, int rank) {
  return fmt::format("{}{}{}{}", name_prefix, owner, name_infix, rank);
}

void remove_groups_of(const CpuHierarchy& hierarchy, pid_t owner) noexcept try {
  std::vector<fs::path> groups;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(hierarchy.directory, ignored))
    if (maker(entry.path().filename().string()) == owner)
      groups.push_back(entry.path());
  for (const fs::path& directory : groups)
    remove_group(directory);
} catch (...) {
  // Out of memory: the next emulation does it.
}

std::vector<std::string> remove_stale_groups(const CpuHierarchy& hierarchy) {
  std::vector<fs::path> stale;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(hierarchy.directory, ignored)) {
    const std::optional<pid_t> pid = maker(entry.path().filename().string());
    if (pid && kill(*pid, 0) != 0 && errno == ESRCH)
      stale.push_back(entry.path());
  }
  std::vector<std::string> removed;
  for (const fs::path& directory : stale)
    if (remove_group(directory))
      removed.push_back(directory.filename().string());
  return removed;
}

} // namespace hetgrid::cli
