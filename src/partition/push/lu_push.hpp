// The Push for LU factorizations, [DeFlumere14] 9.3. Step k factors the rows and columns from k b on, of width b, and updates the
// trailing sub-matrix: every step, and so every trailing sub-matrix, has to have its cells of each process in proportion to the
// speeds. The smallest trailing sub-matrix is pushed first; then the cells of each earlier step in turn, within their step.
#pragma once

#include "hetgrid/partition.hpp"
#include "partition/push/dfa.hpp"

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace hetgrid::partition {

/// What the factorization communicates, in cells: in step k the width of the step times the sum of c - 1 over all rows and columns
/// of the sub-matrix from (k b, k b) on, c processes owning cells of the line there; the cells of L in a row, those of U in a
/// column go to all of them. A single step has the volume of a product (6.1).
/// \throws ArgumentError unless 1 <= width
std::int64_t lu_volume(const Partition& partition, std::int64_t width);

/// Cells of each process in each step: by step and process, every trailing sub-matrix in proportion to the speeds, as far as
/// whole cells are.
/// \throws ArgumentError as check_speeds() and cells_in_proportion(), or unless 1 <= width
std::vector<std::vector<std::int64_t>> lu_step_counts(std::int64_t cells, std::int64_t width,
                                                      std::span<const double> speeds);

struct LuPushRun {
  Partition start; ///< random, with the lu_step_counts()
  Partition end;
  PushCounts pushes{};
  std::int64_t start_volume = 0, end_volume = 0; ///< lu_volume()
};

/// Every step by a random plan of its own, then in all directions, until there is no Push. The same seed gives the same run on any
/// machine.
/// \throws ArgumentError as lu_step_counts()
LuPushRun run_lu_push(std::int64_t cells, std::int64_t width, std::span<const double> speeds,
                      std::uint64_t seed);

} // namespace hetgrid::partition
