// Simulated annealing of cells, [DeFlumere14] chapter 8.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstdint>

namespace hetgrid::partition {

struct CellAnnealing {
  std::uint64_t seed = 1;
  int moves = 20000; ///< that are tried, each within O(N + p) or as many steps as cells change their owners
  double temperature = 0.5; ///< of the first stage, in lines: a move may add some process to so many of them
};

/// The partition with the smallest volume of communication on the way from `start`; no process gets or loses cells. Same
/// start, same options: same partition.
Partition anneal(const Partition& start, const CellAnnealing& options);

} // namespace hetgrid::partition
