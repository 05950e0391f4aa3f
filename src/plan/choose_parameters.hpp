// Widths of panels and depth of products by the model of run times; how far ahead products send.
#pragma once

#include "hetgrid/plan.hpp"

namespace hetgrid::plan {

/// Where a process of the grid has speeds that were measured at several widths (KernelRates::by_width), the plan gets the width
/// of the operation's panels, or the depth of its products, with which the shortest run is predicted, unless the routine's
/// own is about as good. Else the plan keeps its widths: nothing is known of others.
///
/// A product on several hosts gets a lookahead of its own where its messages are many and memory has room for the windows.
void choose_parameters(Plan& plan, const Platform& platform, const Problem& problem);

/// The field that is chosen for an operation.
int& width_of(Operation operation, schedule::Parameters& parameters);

} // namespace hetgrid::plan
