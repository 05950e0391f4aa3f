// Choice of the grid shape.
#pragma once

#include "hetgrid/plan.hpp"

namespace hetgrid::plan {

/// Predicted time of a matrix product of options.matrix_blocks^2 blocks, in units of the fastest cycle-time
/// of all the processes of the plan: N^3 / W for the updates, and for each of the N steps the transfer of the
/// largest share of a block column (if q > 1) and of a block row (if p > 1).
double predicted_time(const Plan& plan, const Options& options);

/// The plan with the smallest predicted time over all grids p x q <= n of the fastest p q processes. Ties go
/// to the grid that is closer to a square, then to p <= q.
Plan plan_with_chosen_shape(std::span<const double> cycle_times, const Options& options);

} // namespace hetgrid::plan
