// Where the time of a factorization goes, on this process.
#pragma once

#include <chrono>

namespace hetgrid::linalg {

/// Seconds, added up since reset.
struct Profile {
  double panel = 0;    ///< factoring collected panels
  double exchange = 0; ///< packing and unpacking what is exchanged
  double update = 0;   ///< trailing update: local multiplies and solves
  double swap = 0;     ///< row interchanges
  double idle = 0;     ///< waiting for other processes
};

/// Of this process. Set it to {} to reset.
inline Profile& profile() noexcept {
  static Profile instance;
  return instance;
}

/// Charges the time of its life to one entry of the profile, except that of phases inside it.
class Phase {
public:
  explicit Phase(double Profile::*entry) noexcept : outer_(current()), entry_(entry) {
    charge(outer_);
    current() = this;
  }
  ~Phase() {
    charge(this);
    current() = outer_;
  }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

private:
  using Clock = std::chrono::steady_clock;
  static Phase*& current() noexcept {
    static Phase* phase = nullptr;
    return phase;
  }
  /// The time since the last switch belongs to `phase`.
  static void charge(const Phase* phase) noexcept {
    static Clock::time_point last = Clock::now();
    const Clock::time_point now = Clock::now();
    if (phase)
      profile().*(phase->entry_) += std::chrono::duration<double>(now - last).count();
    last = now;
  }

  Phase* outer_;
  double Profile::*entry_;
};

} // namespace hetgrid::linalg
