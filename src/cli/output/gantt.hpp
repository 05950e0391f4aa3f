// Picture of runs over time: `hetgrid time --gantt`.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cli/output/trace.hpp"

namespace hetgrid::cli {

/// What is done outside of all phases.
inline constexpr std::size_t other_activity = activities.size();

/// Equal cells [begin, end) of time that show one activity.
struct Bar {
  int begin, end;
  std::size_t activity; ///< index into activities, or other_activity
};

/// A trace in cells of `cell` seconds, from time 0 on: a cell shows the activity with the most time in it. What a cell
/// does not show counts in the next one, so that short activities have their share of the cells of a busy time.
std::vector<Bar> bars(const RankTrace& trace, double cell);

/// An SVG file with a bar chart for every run: a row per rank, time to the right, on the same scale for the runs of an
/// operation. Cells are half a pixel wide, or as much wider as keeps the file below `largest` bytes.
std::string draw_gantt(std::span<const RunTrace> runs, std::size_t largest = 1'900'000);

} // namespace hetgrid::cli
