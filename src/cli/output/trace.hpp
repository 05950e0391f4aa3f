// Who did what when in a run: `hetgrid time --trace` and `--gantt`.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "measure/profile.hpp"

namespace hetgrid::cli {

/// A call of a routine.
struct CallTime {
  std::string routine;
  double begin, end; ///< seconds
};

/// What a rank did in a run.
struct RankTrace {
  double begin = 0, end = 0; ///< of the run on this rank, seconds from the moment the first rank began
  std::vector<measure::Interval> intervals; ///< on the same clock
  std::vector<CallTime> calls{}; ///< likewise, in which the intervals lie; empty if the run is one call
  bool complete = true;          ///< false: there was no room for more intervals
};

/// Where a rank is.
struct RankPlace {
  int row = -1, column = -1; ///< on the grid; -1: not on it
  std::string host;
  double cycle_time = 0;
};

/// A run of a routine, of which rank k did ranks[k], or rank numbers[k] where they are not all there.
struct RunTrace {
  std::string operation; ///< what runs to be compared have in common: routine, sizes, grid
  std::string variant;   ///< library and layout
  double seconds = 0;    ///< of the slowest rank
  std::vector<RankPlace> places;
  std::span<const RankTrace> ranks;
  std::vector<int> numbers{}; ///< empty: 0, 1 ...
};

/// What is missing of a run, a line without end; "" if every interval of every rank is there.
std::string missing_part(const RunTrace& run);

using measure::activities;

/// "rank 3 (1, 0), alpha, t = 2": place on the grid, host and cycle-time.
std::string rank_label(std::size_t rank, const RankPlace& place);

/// Trace events as Chrome's viewer and Perfetto read them: a process for each run, a thread for each rank, times in
/// microseconds.
void write_trace_events(std::ostream& out, std::span<const RunTrace> runs);

} // namespace hetgrid::cli
