// Picture of a partition.
#pragma once

#include <cstdint>
#include <span>

#include "cli/output/svg.hpp"
#include "cli/output/svg_colours.hpp"
#include "hetgrid/partition.hpp"

namespace hetgrid::cli {

// Pixels: above a square, for its title, and of a legend.
inline constexpr double title_room = 46;
inline constexpr double line_height = 22;

/// A square of `side` pixels with the rectangles of N x N cells in the colours of their owners, which are named on their largest
/// rectangles where there is room.
Drawing draw_partition(std::int64_t cells, std::span<const partition::Rectangle> rectangles,
                       const ProcessFills& fills, double side);

/// A whole SVG file with a drawing and a margin about it.
std::string svg_file(const Drawing& drawing);

} // namespace hetgrid::cli
