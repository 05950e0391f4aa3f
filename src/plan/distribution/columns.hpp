// Panels that are cut into columns of rectangles: what the two-step and the column-based distribution have in
// common.
#pragma once

#include "hetgrid/distribution.hpp"

namespace hetgrid::plan {

/// \throws ArgumentError naming the first cycle-time that is not positive and finite
void check_cycle_times(std::span<const double> cycle_times);

/// The l x l panel cut into full-height columns in proportion to the sums of the speeds of their processes,
/// and each column by itself into rectangles in proportion to the speeds. \param columns processes of each
/// column, from the top
Distribution panel_of_columns(std::span<const double> cycle_times,
                              const std::vector<std::vector<int>>& columns, int l);

} // namespace hetgrid::plan
