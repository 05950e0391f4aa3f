// What is being done, and for how long, on standard error: for what does not come back in time to say so itself.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "cli/output/progress_line.hpp"

namespace hetgrid::cli {

/// A ProgressLine that a thread of its own shows whenever it is due. The thread does nothing else: what is measured meanwhile loses
/// some microseconds a second.
class ProgressClock {
public:
  /// \param always  also where standard error is no terminal
  explicit ProgressClock(bool always);
  ProgressClock(const ProgressClock&) = delete;
  ProgressClock& operator=(const ProgressClock&) = delete;
  /// Clears the line.
  ~ProgressClock();

  /// What is done from now on, as in "probing the unequal machine"; empty: nothing, and the line is cleared.
  void tell(std::string what);
  double seconds() const { return line_.seconds(); }

private:
  void run();

  ProgressLine line_;
  std::mutex mutex_; ///< of all that follows, and of showing
  std::condition_variable changed_;
  std::string what_;
  bool ended_ = false;
  std::thread thread_;
};

} // namespace hetgrid::cli
