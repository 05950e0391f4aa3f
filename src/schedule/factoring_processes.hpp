// Who factors collected panels, and who solves for others.
#pragma once

#include <span>
#include <vector>

namespace hetgrid::schedule {

/// The processes that are fast enough to do what all others wait for: of cycle-time at most 1.25 times the smallest.
std::vector<int> fast_processes(std::span<const double> cycle_times);

/// The process of a grid column that solves for its chunk `number`, counted from the first of all steps: the solvers, which are
/// not empty, take turns. The chunk behind that of the next window is needed while the next panel is factored: if it were the
/// turn of the process that factors, it changes with the one after.
/// \param behind  chunks between this one and that of the next window, which has 0; of a step without such a chunk: 0
/// \param factoring  who factors the next panel; another number if nobody here does
int solver_of_chunk(std::span<const int> solvers, std::size_t number, std::size_t behind, int factoring);

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
