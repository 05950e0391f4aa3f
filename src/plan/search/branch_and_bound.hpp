// Branch and bound over the non-decreasing arrangements of a grid.
#pragma once

#include "plan/search/progress_meter.hpp"
#include "plan/search/search.hpp"

#include <limits>

namespace hetgrid::plan {

/// Improves `start` until it is proven to be optimal, or until the limit, with the smallest bound that is
/// proven by then. Without a limit the search is exact to a relative 1e-10.
/// \param start  an arrangement with its shares, the better, the less there is to search; and a bound for all
/// \param largest_number_of_operations  on a cell of the grid, of the order of a nanosecond each
Solution branch_and_bound(std::span<const double> sorted, Solution start, ProgressMeter& meter,
                          double largest_number_of_operations = std::numeric_limits<double>::infinity());

} // namespace hetgrid::plan
