// Where the time of a routine goes, on this process.
#pragma once

#include "kernel/execution.hpp"
#include "measure/trace.hpp"

#include <algorithm>
#include <array>

namespace hetgrid::measure {

/// Seconds, added up since reset.
struct Profile {
  double panel = 0;    ///< factoring collected panels
  double exchange = 0; ///< packing, sending and unpacking what is exchanged
  double update = 0;   ///< local multiplies and solves
  double swap = 0;     ///< row interchanges
  double idle = 0;     ///< waiting for other processes
};

inline constexpr std::array<double Profile::*, 5> profile_entries{
    &Profile::panel, &Profile::exchange, &Profile::update, &Profile::swap, &Profile::idle};

/// What traces and files call them, in the same order.
inline constexpr std::array<const char*, profile_entries.size()> activities{"panel", "broadcast", "update",
                                                                            "swap", "wait"};

class Phase;

/// What a process knows of its time.
struct ProfileState {
  Profile profile;
  Trace trace;                  ///< of the phases, while it is on
  const Phase* phase = nullptr; ///< the innermost one
  double last_switch = 0;       ///< seconds
};

/// Not inline: each library would have its own.
ProfileState& profile_state();
/// Of this process. Set it to {} to reset.
inline Profile& profile() {
  return profile_state().profile;
}
inline Trace& trace() {
  return profile_state().trace;
}

/// Charges the time of its life to one entry of the profile, except that of phases inside it.
class Phase {
public:
  /// \param step of the algorithm, for the trace; default: that of the phase around it
  explicit Phase(double Profile::*entry, std::int64_t step = no_step) noexcept
      : state_(profile_state()), outer_(state_.phase), entry_(entry),
        step_(step == no_step && outer_ ? outer_->step_ : static_cast<std::int32_t>(step)) {
    charge(outer_);
    state_.phase = this;
  }
  ~Phase() {
    charge(this);
    state_.phase = outer_;
  }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

private:
  /// The time since the last switch belongs to `phase`.
  void charge(const Phase* phase) noexcept {
    const double now = kernel::now();
    if (phase) {
      state_.profile.*(phase->entry_) += now - state_.last_switch;
      if (state_.trace.is_on())
        state_.trace.add({state_.last_switch, now, index_of(phase->entry_), phase->step_});
    }
    state_.last_switch = now;
  }
  static std::int32_t index_of(double Profile::*entry) noexcept {
    return static_cast<std::int32_t>(std::ranges::find(profile_entries, entry) - profile_entries.begin());
  }

  ProfileState& state_;
  const Phase* outer_;
  double Profile::*entry_;
  std::int32_t step_;
};

} // namespace hetgrid::measure
