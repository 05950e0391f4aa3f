// When a process did what: the phases of a run, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hetgrid::measure {

inline constexpr std::int32_t no_step = -1;

/// A time during which one entry of the profile was charged. Processes send it to each other as it is.
struct Interval {
  double begin, end;  ///< seconds, on the clock kernel::now()
  std::int32_t entry; ///< index into profile_entries
  std::int32_t step;  ///< of the algorithm; no_step: of none
};

/// Intervals in the order of time, without overlap. Empty ones are left out; neighbours of the same entry and step
/// become one, also if they are only apart by an interval shorter than `noise`: who waits looks around often.
class Trace {
public:
  static constexpr double noise = 1e-6; ///< seconds

  bool is_on() const noexcept { return on_; }
  /// Takes memory for so many intervals: the trace ends with them, and takes none of what a routine has reserved. It is off if
  /// there is none.
  void start(std::size_t most) noexcept;
  void add(const Interval& next) noexcept;
  /// All intervals since start() are there.
  bool is_complete() const noexcept { return complete_; }
  const std::vector<Interval>& intervals() const noexcept { return intervals_; }
  /// \return what was added since start()
  std::vector<Interval> stop();

private:
  bool on_ = false, complete_ = true;
  std::size_t most_ = 0;
  std::vector<Interval> intervals_;
};

} // namespace hetgrid::measure
