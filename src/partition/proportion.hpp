// Cells in proportion to speeds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::partition {

/// \throws ArgumentError naming speeds[k] unless there are speeds, all of them positive and finite, the fastest at most
/// plan::limits::ratio times the slowest
void check_speeds(std::span<const double> speeds);

/// How many of the N x N cells each process owns, in proportion to its speed by largest remainders, of equal ones the lowest
/// process first: the sum is N^2, and no count is a cell or more from its exact share.
/// \param cells N \throws ArgumentError on illegal speeds, or unless 1 <= cells <= Partition::most_cells
std::vector<std::int64_t> cells_in_proportion(std::span<const double> speeds, std::int64_t cells);

} // namespace hetgrid::partition
