#include "api/create_grid.hpp"

#include "api/border.hpp"
#include "api/controls.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::api {

int create_grid(const char* routine, int& context, MPI_Comm comm, const plan::Plan& plan) {
  try {
    context = comm::Grid::create(comm, plan);
  } catch (const InputError& error) { // on all processes
    if (comm::rank_in(comm) == 0)
      report_failure(routine, error.what());
    return info_system;
  }
  if (const comm::Grid* const grid = comm::Grid::find(context)) {
    tell_tuning(*grid);
    measure::call_log().set_cycle_time(grid->cycle_time(grid->myrow(), grid->mycol()));
  }
  return 0;
}

} // namespace hetgrid::api
