// What `hetgrid emulate --change-from run` and the program that it runs know of each other: speeds change so many seconds after the
// beginning of a run that the program times, and are the first ones again at its end.
//
// HETGRID_EMULATED_RUNS is "PIPE CYCLE-TIMES CHANGE ...", as in "/proc/4711/fd/5 1,1 3:1,3": the program writes run_begins and
// run_ends to the pipe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/speed_changes.hpp"

namespace hetgrid::cli {

inline constexpr const char* emulated_runs_variable = "HETGRID_EMULATED_RUNS";
inline constexpr char run_begins = 'b', run_ends = 'e';

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
  /// That a run of so many operations takes if nobody ever waits. \param rates of the ranks between the runs, operations a second
  double ideal_seconds(double operations, std::span<const double> rates) const {
    return cli::ideal_seconds(operations, rates, cycle_times_, changes_);
  }

private:
  void tell(char word) const;

  std::string pipe_;
  std::vector<double> cycle_times_;
  std::vector<SpeedChange> changes_;
};

} // namespace hetgrid::cli
