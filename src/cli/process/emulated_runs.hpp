// What `hetgrid emulate --change-from run` and the program that it runs know of each other: speeds change so many seconds after the
// beginning of a run that the program times, and are the first ones again at its end.
//
// HETGRID_EMULATED_RUNS is "PIPE CYCLE-TIMES CHANGE ...", as in "/proc/4711/fd/5 1,1 3:1,3": the program writes run_begins and
// run_ends to the pipe. Between runs it writes next_speeds, to measure what ranks reach at the speeds after the first change, after the
// second ..., and then run_ends.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/speed_changes.hpp"

namespace hetgrid::cli {

inline constexpr const char* emulated_runs_variable = "HETGRID_EMULATED_RUNS";
inline constexpr char run_begins = 'b', run_ends = 'e', next_speeds = 'n';

/// The value of the variable.
std::string emulated_runs(const std::string& pipe, std::span<const double> cycle_times,
                          std::span<const SpeedChange> changes);

/// On the side of the program.
class EmulatedRuns {
public:
  /// Nothing if nobody emulates changes from the beginning of a run. \throws InputError if the variable is none that emulate has set
  static std::optional<EmulatedRuns> from_environment();

  std::size_t ranks() const { return cycle_times_.size(); }
  /// One process tells the beginning and the end. \throws SystemError
  void begin() const { tell(run_begins); }
  void end() const { tell(run_ends); }
  /// Outside of runs: the speeds are those after the next change, until end().
  void change() const { tell(next_speeds); }
  const std::vector<SpeedChange>& changes() const { return changes_; }

private:
  void tell(char word) const;

  std::string pipe_;
  std::vector<double> cycle_times_;
  std::vector<SpeedChange> changes_;
};

} // namespace hetgrid::cli
