#include "cli/process/process_family.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "cli/process/watcher.hpp"

namespace hetgrid::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* variable = "HETGRID_FAMILY";

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Watchers clear up after others of the family: they end by themselves.
bool is_watcher(const fs::path& process) {
  return text_of(process / "comm") == std::string(watcher_name) + "\n";
}

/// A zombie has ended.
bool lives(const fs::path& process) {
  const std::string status = text_of(process / "stat");
  const std::size_t name = status.rfind(')');
  return name != std::string::npos && name + 2 < status.size() && status[name + 2] != 'Z';
}

/// Process ids that have the word in their environment.
std::vector<pid_t> members(const std::string& word) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    const auto [rest, status] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (status != std::errc() || *rest != '\0' || pid == getpid())
      continue;
    if (text_of(entry.path() / "environ").find(word) != std::string::npos && !is_watcher(entry.path()) &&
        lives(entry.path()))
      found.push_back(pid);
  }
  return found;
}

/// Segments of MPICH and Open MPI that a process has mapped.
void add_segments(pid_t pid, std::set<std::string>& segments) {
  std::ifstream maps(fmt::format("/proc/{}/maps", pid));
  for (std::string line; std::getline(maps, line);)
    for (const std::string_view prefix : {"/dev/shm/mpich", "/dev/shm/vader_segment", "/dev/shm/sm_segment"})
      if (const std::size_t at = line.find(prefix); at != std::string::npos && !line.ends_with(" (deleted)"))
        segments.insert(line.substr(at));
}

} // namespace

ProcessFamily::ProcessFamily() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  word_ = fmt::format("<{}-{:x}>", getpid(), now);
  const char* const others = std::getenv(variable);
  setenv(variable, ((others ? others : "") + word_).c_str(), 1);
}

void ProcessFamily::kill_all() const noexcept try {
  using namespace std::chrono_literals;
  std::set<std::string> segments;
  for (int attempt = 0; attempt < 300; ++attempt) {
    const std::vector<pid_t> living = members(word_);
    if (living.empty())
      break;
    for (const pid_t pid : living)
      add_segments(pid, segments);
    for (const pid_t pid : living)
      kill(pid, SIGKILL);
    std::this_thread::sleep_for(10ms);
  }
  for (const std::string& segment : segments)
    unlink(segment.c_str());
} catch (...) {
  // Out of memory: nothing more can be done.
}

} // namespace hetgrid::cli
