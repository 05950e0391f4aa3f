// Cells in proportion to speeds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::partition {

/// Of those that a caller gives. \throws ArgumentError naming speeds[k] unless there are speeds, all of them positive and
/// finite, the fastest at most plan::limits::ratio times the slowest
void check_speeds(std::span<const double> speeds);

/// Of shares with any common scale, which memory and overlap move further apart than speeds are. \throws ArgumentError naming
/// shares[k] unless there are shares, all of them positive and finite
void check_shares(std::span<const double> shares);

/// How many of the N x N cells each process owns, in proportion to its share by largest remainders, of equal ones the lowest
/// process first: the sum is N^2, and no count is a cell or more from the exact one.
/// \param cells N \throws ArgumentError as check_shares(), or unless 1 <= cells <= Partition::most_cells
std::vector<std::int64_t> cells_in_proportion(std::span<const double> shares, std::int64_t cells);

} // namespace hetgrid::partition
