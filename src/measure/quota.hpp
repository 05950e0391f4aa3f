// Under a CPU quota a process stops again and again: how often, and for how much of its time.
#pragma once

namespace hetgrid::measure {

/// What a process sees that looks at the clock all the time.
struct Pauses {
  double period = 0; ///< mean seconds from one pause to the next; 0: there is no quota
  double share = 1;  ///< of the time that it runs
};

/// A part of the time. Pauses that take less of it are those of other work on the core, not of a quota.
inline constexpr double rare_pauses = 0.1;

double clock_seconds() noexcept;
/// Likewise, only while this thread has a core.
double running_seconds() noexcept;

/// Looks at the clock for so many seconds, a little longer if there are pauses, but too few to tell their period. Rare pauses,
/// for other work on the core, do not count as a quota.
/// \param clock  seconds, since whenever
Pauses measure_pauses(double seconds, double (*clock)() = clock_seconds);

} // namespace hetgrid::measure
