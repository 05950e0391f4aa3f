// Contexts with a plan.
#pragma once

#include "comm/grid.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::api {

/// context = one of the plan's processes, -1 on those of `comm` that it leaves out. Collective over `comm`.
/// \return 0, or info_system, told on process 0, if the file of HETGRID_TUNING cannot be used
int create_grid(const char* routine, int& context, MPI_Comm comm, const plan::Plan& plan);

} // namespace hetgrid::api
