#include "comm/grid.hpp"

#include "comm/agreement.hpp"
#include "comm/attribute.hpp"
#include "comm/blacs.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "kernel/process_local.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::comm {
namespace {

constexpr int blacs_get_context_comm = 10; // BLACS_GET: system handle of the context's communicator

const Attribute<Grid>& attached_grids() {
  static const Attribute<Grid> all;
  return all;
}

} // namespace

MPI_Comm Grid::communicator(int context) {
  // The handle is an entry of a table, found again for the same communicator. The caller may have got the same one, so
  // that it is not freed: MPI uses the numbers of freed communicators again, and the table stays small.
  int handle = 0;
  Cblacs_get(context, blacs_get_context_comm, &handle);
  return Cblacs2sys_handle(handle);
}

Grid::Grid(int context, MPI_Comm comm, int p, int q, int myrow, int mycol,
           const std::optional<plan::Plan>& plan, BadTuning bad_tuning)
    : context_(context), p_(p), q_(q), myrow_(myrow), mycol_(mycol),
      all_(Communicator::split(comm, 0, myrow * q + mycol)),
      row_(Communicator::split(all_.get(), myrow, mycol)),
      column_(Communicator::split(all_.get(), mycol, myrow)), opening_(all_.get()),
      uniform_rows_(layout::AxisMap::uniform(p)), uniform_columns_(layout::AxisMap::uniform(q)),
      row_map_(uniform_rows_), column_map_(uniform_columns_),
      channels_(row_.get(), column_.get(), all_.get(), p, q) {
  static_cast<void>(layout::AxisMap()); // calls that have nothing reserved copy it
  environment_ = parameter_environment(all_.get(), bad_tuning);
  parameters_ = ChosenParameters({}, environment_, p, q);
  if (plan)
    lay_out(*plan);
}

void Grid::lay_out(const plan::Plan& plan) {
  layout::AxisMap rows(p_, plan.rows.order), columns(q_, plan.columns.order);
  ChosenParameters parameters(plan.parameters, environment_, p_, q_);
  plan_ = plan; // the last that can fail
  row_map_ = std::move(rows);
  column_map_ = std::move(columns);
  parameters_ = std::move(parameters);
}

void Grid::lay_out(const layout::OwnerMap& map) {
  if (map.nprocs() != p_ * q_)
    throw ArgumentError("map.nprocs", std::to_string(map.nprocs()),
                        "the number of processes, " + std::to_string(p_ * q_));
  owner_map_ = map;
}

namespace {

/// The plan is consistent and needs no more processes than `comm` has.
void check_processes(MPI_Comm comm, const plan::Plan& plan) {
  plan::validate(plan);
  int processes = 0;
  HG_MPI(MPI_Comm_size(comm, &processes));
  for (const int process : plan.arrangement.process)
    if (process >= processes)
      throw ArgumentError("plan.arrangement.process", std::to_string(process),
                          "a rank below the number of processes, " + std::to_string(processes));
}

} // namespace

std::unique_ptr<Grid> Grid::without_context(MPI_Comm comm, const plan::Plan& plan) {
  check_processes(comm, plan);
  int me = 0;
  HG_MPI(MPI_Comm_rank(comm, &me));
  const auto& [p, q, process] = plan.arrangement;
  const auto place = std::ranges::find(process, me) - process.begin();
  const bool idle = place == std::ssize(process);
  const auto members = Communicator::split(comm, idle ? MPI_UNDEFINED : 0, static_cast<int>(place));
  if (idle)
    return nullptr;
  constexpr int no_context = -1;
  const int cell = static_cast<int>(place);
  return std::unique_ptr<Grid>(
      new Grid(no_context, members.get(), p, q, cell / q, cell % q, plan, BadTuning::warns));
}

int Grid::create(MPI_Comm comm, const plan::Plan& plan) {
  check_processes(comm, plan);
  const int p = plan.arrangement.p, q = plan.arrangement.q;
  std::vector<int> usermap(static_cast<std::size_t>(p) * q);
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < q; ++j)
      usermap[static_cast<std::size_t>(j) * p + i] = plan.arrangement.at(i, j);
  int context = Csys2blacs_handle(comm); // an entry of a table, found again for the same communicator
  Cblacs_gridmap(&context, usermap.data(), p, p, q);
  if (!is_member(context))
    return -1;
  try {
    attach(context, plan, BadTuning::fails);
  } catch (...) { // on all members
    Cblacs_gridexit(context);
    throw;
  }
  return context;
}

namespace {

/// What a grid takes of a process's memory at most: communicators' ranks, axis maps, the plan.
std::size_t grid_memory(int p, int q, const std::optional<plan::Plan>& plan) {
  const auto map = [](int lines, std::size_t panel) {
    return 3 * (panel + 2) * (static_cast<std::size_t>(lines) + 2) * 8;
  };
  const std::size_t maps = plan ? map(p, plan->rows.order.size()) + map(q, plan->columns.order.size()) : 0;
  constexpr std::size_t small = std::size_t{1} << 20, of_process = 768;
  return maps + small + of_process * static_cast<std::size_t>(p * q);
}

/// A number that no grid of these processes had before. Collective over `comm`.
std::int64_t next_identity(MPI_Comm comm) {
  struct Identities {
    std::int64_t last = 0;
  };
  std::int64_t& last = kernel::process_local<Identities>().last;
  return last = all_reduced(last + 1, MPI_MAX, comm);
}

} // namespace

Grid& Grid::attach(int context, const std::optional<plan::Plan>& plan, BadTuning bad_tuning) {
  // Processes that pass different contexts must not wait for each other in what the contexts do not have in common.
  const MPI_Comm comm = communicator(context);
  const Opening opening = Opening::of_context(comm);
  const MPI_Comm common = opening.comm();
  int p, q, myrow, mycol;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  ArgumentAgreement shape(ArgumentAgreement::new_grid);
  shape.same(1, p);
  shape.same(2, q);
  if (shape.reduce(opening, 0) != 0)
    throw different_contexts();
  const Reservation memory(common, "a process grid", grid_memory(p, q, plan));
  auto grid = std::unique_ptr<Grid>(new Grid(context, common, p, q, myrow, mycol, plan, bad_tuning));
  if (!all_succeed(common, grid->all_.rank() == grid->rank()))
    throw different_contexts();
  grid->opening_ = opening;
  grid->identity_ = next_identity(common);
  return attached_grids().set(comm, std::move(grid));
}

bool Grid::is_member(int context) {
  if (context < 0)
    return false;
  int p, q, myrow, mycol;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  return myrow >= 0;
}

Grid* Grid::find(int context) {
  return is_member(context) ? attached_grids().of(communicator(context)) : nullptr;
}

Grid& Grid::of_context(int context) {
  if (!is_member(context))
    throw ArgumentError("ICTXT", std::to_string(context), "a BLACS context that this process is in");
  Grid* const grid = attached_grids().of(communicator(context));
  return grid ? *grid : attach(context, std::nullopt, BadTuning::warns);
}

schedule::GridSpeeds Grid::speeds() const {
  schedule::GridSpeeds speeds{p_, q_, {}};
  for (int rank = 0; rank < p_ * q_; ++rank)
    speeds.cycle_times.push_back(cycle_time(rank / q_, rank % q_));
  const double fastest = *std::ranges::min_element(speeds.cycle_times);
  for (double& time : speeds.cycle_times)
    time /= fastest;
  return speeds;
}

layout::Axis Grid::row_axis(const layout::Descriptor& desc) const {
  const bool uneven = desc.dtype == layout::dtype_uneven;
  return {uneven ? row_map_ : uniform_rows_, desc.m, desc.mb, desc.rsrc};
}

layout::Axis Grid::column_axis(const layout::Descriptor& desc) const {
  const bool uneven = desc.dtype == layout::dtype_uneven;
  return {uneven ? column_map_ : uniform_columns_, desc.n, desc.nb, desc.csrc};
}

} // namespace hetgrid::comm
