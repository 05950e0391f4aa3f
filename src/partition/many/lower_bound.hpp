// What no partition can be below.
#pragma once

#include <cstdint>
#include <span>

namespace hetgrid::partition {

/// Of VoC: a process with c cells in i rows and j columns has i j >= c, hence i + j >= 2 sqrt(c), and VoC = N (sum (i + j) -
/// 2 N). As a rule no partition attains it (Beaumont, Boudet, Rastello, Robert 2001). \param counts of cells, with the sum N^2
std::int64_t least_volume(std::span<const std::int64_t> counts, std::int64_t cells);

} // namespace hetgrid::partition
