// From the archetypes B, C and D to A: [DeFlumere14] 6.3.3.
#pragma once

#include "hetgrid/partition.hpp"

#include <optional>

namespace hetgrid::partition {

/// Both of the smaller processes as rectangles, the last line of which may be filled in part: what the Push-like transformations
/// of Theorems 6.3.2 to 6.3.4 come to in their end. A process keeps the number of rows it has cells in, or that of columns; where
/// this does not do, it becomes as square as can be, or as long as the other leaves room for. It never has more rows and columns
/// together than before. The rectangles lie in corners of the matrix, side by side, one above the other or diagonally, as position
/// does not matter (Theorem 6.3.1). Of all these partitions the first of the least volume of communication.
/// \returns null if all of them would raise the volume. The theorems count the rows and columns of R and S only: with R gone
/// from a column that R and S owned together, P comes in.
/// \pre partition.processes() == 3
std::optional<Partition> reduce_to_archetype_a(const Partition& partition);

} // namespace hetgrid::partition
