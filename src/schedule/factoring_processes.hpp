// Who factors collected panels, and who solves for others.
#pragma once

#include <span>
#include <vector>

namespace hetgrid::schedule {

/// The processes that are fast enough to do what all others wait for: of cycle-time at most 1.25 times the smallest.
std::vector<int> fast_processes(std::span<const double> cycle_times);

/// A collected panel is factored by one of the fastest processes: an owner of a diagonal element of the window if one is
/// fast, else one in the grid column of the first of them, else any; among several the one that has had the fewest.
class FactoringProcesses {
public:
  /// \param cycle_times, columns  of each process: its own, the number of its grid column
  FactoringProcesses(std::span<const double> cycle_times, std::vector<int> columns);

  /// \param owners  processes that own diagonal elements of the window, in the order of these
  int next(std::span<const int> owners) const;
  void take_turn(int process) { ++turns_[static_cast<std::size_t>(process)]; }

private:
  int column(int process) const { return columns_[static_cast<std::size_t>(process)]; }

  std::vector<int> columns_, fast_, turns_;
};

} // namespace hetgrid::schedule
