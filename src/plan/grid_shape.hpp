// Choice of the grid shape, and of the processes that take part.
#pragma once

#include "hetgrid/plan.hpp"

namespace hetgrid::plan {

/// The plan for the grid options.p x options.q, both positive. The platform and options must be valid.
Plan plan_on_grid(const Platform& platform, const Options& options);

struct PlannedGrid {
  Plan plan;
  double seconds = 0; ///< predicted
};
/// The same with its predicted time. \param effort  of the search, as SearchControl's
PlannedGrid planned_grid(const Platform& platform, const Options& options, double effort);

/// The plan with the smallest predicted time over the grids p x q <= n of the fastest p q processes. Where there are so
/// many grids that not all of them can be planned, those with the best prospects are. Ties go to fewer processes, then to
/// the grid that is closer to a square, then to p <= q.
Plan plan_with_chosen_shape(const Platform& platform, const Options& options);

} // namespace hetgrid::plan
