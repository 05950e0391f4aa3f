// Partitions of a matrix among any number of processes with a small volume of communication. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::partition {

/// How lines between processes fall on cells.
enum class Borders {
  straight, ///< all are whole rectangles: the numbers of cells are near to those in proportion to the speeds, as lines allow
  ragged ///< numbers of cells are exact by largest remainders: the last line of a process may be shared or not filled
};

struct PartitionSearch {
  Borders borders = Borders::ragged;
  std::uint64_t seed = 1; ///< same seed, same partitions
};

struct RatedPartition {
  std::string method;
  Partition partition;
  /// VoC / N^2, [DeFlumere14] (6.1): the sum of the half-perimeters of all processes less 2, with 1 for N cells.
  double volume;
};

inline constexpr std::size_t most_processes = 1024;

/// What each method finds, least volume first: columns ([DeFlumere14] 2.2), a grid ([Lastovetsky04] 4), nested rectangles, with
/// squares in them or without, a square for each process but the fastest where they fit; with ragged borders also the best of
/// these after all its Pushes (6.4), and the best that simulated annealing (chapter 8) makes of any. Which of them is fastest
/// on a network, predict() of shape.hpp tells. Takes about 50 N^2 + 8 p N bytes, and up to 128 MB for Pushes, which are left out
/// where they need more.
/// \param speeds of the processes in their order; only ratios matter \param cells N
/// \throws ArgumentError unless there are 1 to most_processes speeds, positive, finite and no further apart than 1e6, and
/// 1 <= cells <= Partition::most_cells
std::vector<RatedPartition> best_partitions(std::span<const double> speeds, std::int64_t cells,
                                            const PartitionSearch& search = {});

/// No partition has less VoC / N^2 where areas are in proportion to the speeds: a process with an area has a half-perimeter of
/// 2 sqrt(area) at least, so 2 sum sqrt(area) - 2. As a rule no partition attains it.
double least_volume(std::span<const double> speeds);

} // namespace hetgrid::partition
