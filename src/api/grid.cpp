// HG_GRIDINIT, HG_GRIDINIT_PLAN, HG_GRIDEXIT, HG_PROBE, HG_LASTINFO.
#include "api/agreed_plan.hpp"
#include "api/border.hpp"
#include "api/check.hpp"
#include "api/create_grid.hpp"
#include "api/from_file.hpp"
#include "api/system_communicator.hpp"
#include "comm/blacs.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/plan.hpp"
#include "measure/probe.hpp"
#include "plan/limits.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace hetgrid::api {
namespace {

int size_of(MPI_Comm comm) {
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  return size;
}

int gridinit(int& context, char order_letter, int nprow, int npcol, const double* t) {
  if (context == no_context)
    return -1;
  const MPI_Comm comm = system_communicator(context);
  const int processes = size_of(comm);
  ArgumentChecker check(comm);
  const char order = check.character(2, order_letter, "RC");
  check.integer(3, nprow, 0);
  check.integer(4, npcol, 0);
  if ((nprow == 0) != (npcol == 0) || static_cast<std::int64_t>(nprow) * npcol > processes)
    check.illegal(3);
  const std::span<const double> cycle_times(t, static_cast<std::size_t>(processes));
  if (!plan::are_cycle_times(cycle_times))
    check.illegal(5);
  check.elements(5, cycle_times);
  if (const int info = check.agree(); info != 0)
    return info;
  const comm::Reservation memory(comm, "a plan", planning_memory(processes));
  plan::Options options;
  options.p = nprow;
  options.q = npcol;
  // To the multiply every order of the blocks is good, to the factorizations this one.
  options.problem.operation = plan::Operation::getrf;
  options.any_order = true;
  plan::Plan plan = agreed_plan(cycle_times, options, comm);
  order_equal_processes(plan, order);
  return create_grid("HG_GRIDINIT", context, comm, plan);
}

int gridinit_plan(int& context, const char* file, int length) {
  if (const int info = check_file_arguments(context, file, length); info != 0)
    return info;
  const MPI_Comm comm = system_communicator(context);
  const comm::Reservation memory(comm, "a plan", planning_memory(size_of(comm)));
  const auto plan = value_from_file(
      "HG_GRIDINIT_PLAN", std::string(file, static_cast<std::size_t>(length)), "a plan", comm,
      plan::plan_from_json, [](const plan::Plan& read) { return static_cast<int>(read.cycle_times.size()); });
  return plan ? create_grid("HG_GRIDINIT_PLAN", context, comm, *plan) : -2;
}

int probe(int system_context, int nb, double* t) {
  if (system_context == no_context)
    return -1;
  const MPI_Comm comm = system_communicator(system_context);
  ArgumentChecker check(comm);
  check.integer(2, nb, 1);
  if (const int info = check.agree(); info != 0)
    return info;
  const plan::Platform platform = measure::probe(comm, nb);
  // Nothing is allocated any more: on one process alone it could fail.
  std::ranges::transform(platform.processes, t, &plan::ProcessSpeed::cycle_time);
  return 0;
}

} // namespace
} // namespace hetgrid::api

extern "C" {

void HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(int* ictxt, const char* order, const int* nprow,
                                             const int* npcol, const double* t, int* info) {
  *info = hetgrid::api::guarded("HG_GRIDINIT",
                                [&] { return hetgrid::api::gridinit(*ictxt, *order, *nprow, *npcol, t); });
}

void HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN)(int* ictxt, const char* file, const int* length,
                                                       int* info) {
  *info = hetgrid::api::guarded("HG_GRIDINIT_PLAN",
                                [&] { return hetgrid::api::gridinit_plan(*ictxt, file, *length); });
}

void HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(const int* ictxt) {
  hetgrid::api::last_info() = hetgrid::api::guarded("HG_GRIDEXIT", [&] {
    if (!hetgrid::comm::Grid::is_member(*ictxt))
      return -1;
    Cblacs_gridexit(*ictxt); // the grid hangs on the context's communicator and goes with it
    return 0;
  });
}

void HG_FC_GLOBAL_(hg_probe, HG_PROBE)(const int* ictxt, const int* nb, double* t, int* info) {
  *info = hetgrid::api::guarded("HG_PROBE", [&] { return hetgrid::api::probe(*ictxt, *nb, t); });
}

int HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)(void) {
  return hetgrid::api::last_info();
}

} // extern "C"
