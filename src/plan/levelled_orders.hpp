// The order of a whole matrix that is factored, by the predicted run.
#pragma once

#include "hetgrid/model.hpp"
#include "plan/grid_shape.hpp"

namespace hetgrid::plan {

/// The plan with orders of the blocks of the whole matrix in place of its panel, in which everything that the processes do is
/// balanced, not the update alone; and its predicted time. About ten predictions. \param plan  with an arrangement for the
/// platform \param problem  a factorization
PlannedGrid with_levelled_orders(Plan plan, const Platform& platform, const Problem& problem);

} // namespace hetgrid::plan
