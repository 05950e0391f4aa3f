// The calls of a program by routine.
#pragma once

#include <string>
#include <vector>

#include "cli/report/program_profile.hpp"

namespace hetgrid::cli {

/// Calls of a routine that went the same way, on all processes that made them.
struct RoutineSummary {
  std::string routine;
  measure::Way way = measure::Way::native;
  std::string why;
  std::int64_t calls = 0;                                ///< of the process that made most
  double seconds = 0;                                    ///< of the process that spent most
  std::vector<std::pair<int, measure::CallSum>> ranks{}; ///< by number
  double bytes = 0, messages = 0;                        ///< of all
  /// Time in which panels were factored and matrices multiplied, each process weighted by its speed, over `seconds` of all:
  /// 1 if nobody ever did anything else. 0 where nothing is known of that.
  double of_together = 0;
  /// Part of the time of all processes, without weights, that went into an activity; the last one: other.
  std::array<double, activities.size() + 1> parts{};
};

/// Those that took longest first.
std::vector<RoutineSummary> summarize(const ProgramProfile& profile);

/// Seconds of the process that spent most in calls.
double seconds_in_calls(const ProgramProfile& profile);
/// Seconds from the first call to MPI_Finalize.
double seconds_of_program(const ProgramProfile& profile);

/// What is to be known of a profile: processes without a file, files that may be another run's, events left out; a
/// sentence each.
std::vector<std::string> remarks(const ProgramProfile& profile);

/// "uneven", "passed through: too small for a gain", "".
std::string way_text(const RoutineSummary& summary);

} // namespace hetgrid::cli
