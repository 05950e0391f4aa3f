#include "cli/output/progress_clock.hpp"

#include <csignal>
#include <utility>

#include <fmt/format.h>

namespace hetgrid::cli {
namespace {

/// Signals are for the thread that expects them: a new one inherits that none of them reaches it.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
  sigset_t before_{};
};

} // namespace

ProgressClock::ProgressClock(bool always) : line_(always) {
  if (!line_.wanted())
    return;
  const SignalsBlocked blocked;
  thread_ = std::thread([this] { run(); });
}

ProgressClock::~ProgressClock() {
  if (!thread_.joinable())
    return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void ProgressClock::tell(std::string what) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
  if (what_.empty())
    line_.clear();
}

void ProgressClock::run() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, ProgressLine::refresh, [this] { return ended_; }))
    if (!what_.empty() && line_.is_due())
      line_.show(fmt::format("{:.0f} s: {}", line_.seconds(), what_));
}

} // namespace hetgrid::cli
