// Clearing up behind a process that is killed.
#pragma once

#include <functional>

namespace hetgrid::cli {

/// A small process that outlives this one: should this one end, in whatever way, before the object is destroyed, the
/// watcher clears up. Signals other than SIGKILL do not reach it.
class Watcher {
public:
  /// \param clear_up  runs in the watcher, which has no open files but /dev/null \throws SystemError
  explicit Watcher(const std::function<void()>& clear_up);
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  /// Dismisses it.
  ~Watcher();

private:
  int process_ = -1, connection_ = -1;
};

/// How watchers call themselves in /proc/PID/comm.
inline constexpr const char* watcher_name = "hetgrid-watcher";

} // namespace hetgrid::cli
