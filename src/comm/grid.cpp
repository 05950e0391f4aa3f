#include "comm/grid.hpp"

#include "comm/blacs.hpp"
#include "hetgrid/error.hpp"

#include <string>
#include <vector>

namespace hetgrid::comm {
namespace {

constexpr int blacs_get_context_comm = 10; // BLACS_GET: system handle of the context's communicator

extern "C" int delete_grid(MPI_Comm, int, void* grid, void*) {
  delete static_cast<Grid*>(grid);
  return MPI_SUCCESS;
}

int grid_key() {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    HG_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_grid, &created, nullptr));
    return created;
  }();
  return key;
}

Grid* attached_grid(MPI_Comm comm) {
  void* grid = nullptr;
  int found = 0;
  HG_MPI(MPI_Comm_get_attr(comm, grid_key(), &grid, &found));
  return found ? static_cast<Grid*>(grid) : nullptr;
}

} // namespace

MPI_Comm Grid::communicator(int context) {
  int handle = 0;
  Cblacs_get(context, blacs_get_context_comm, &handle);
  const MPI_Comm comm = Cblacs2sys_handle(handle);
  Cfree_blacs_system_handle(handle); // frees the table entry, not the communicator
  return comm;
}

Grid::Grid(int context, MPI_Comm context_comm, std::optional<plan::Plan> plan)
    : context_(context), plan_(std::move(plan)) {
  Cblacs_gridinfo(context, &p_, &q_, &myrow_, &mycol_);
  all_ = Communicator::split(context_comm, 0, myrow_ * q_ + mycol_);
  row_ = Communicator::split(all_.get(), myrow_, mycol_);
  column_ = Communicator::split(all_.get(), mycol_, myrow_);
  row_map_ = plan_ ? layout::AxisMap(p_, plan_->rows.order) : layout::AxisMap::uniform(p_);
  column_map_ = plan_ ? layout::AxisMap(q_, plan_->columns.order) : layout::AxisMap::uniform(q_);
}

int Grid::create(MPI_Comm comm, const plan::Plan& plan) {
  plan::validate(plan);
  const int p = plan.arrangement.p, q = plan.arrangement.q;
  int processes = 0;
  HG_MPI(MPI_Comm_size(comm, &processes));
  std::vector<int> usermap(static_cast<std::size_t>(p) * q);
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < q; ++j) {
      const int process = plan.arrangement.at(i, j);
      if (process >= processes)
        throw ArgumentError("plan.arrangement.process", std::to_string(process),
                            "a rank below the number of processes, " + std::to_string(processes));
      usermap[static_cast<std::size_t>(j) * p + i] = process;
    }
  int context = Csys2blacs_handle(comm); // an entry of a table, found again for the same communicator
  Cblacs_gridmap(&context, usermap.data(), p, p, q);
  if (!is_member(context))
    return -1;
  attach(context, plan);
  return context;
}

Grid& Grid::attach(int context, std::optional<plan::Plan> plan) {
  const MPI_Comm comm = communicator(context);
  auto grid = std::unique_ptr<Grid>(new Grid(context, comm, std::move(plan)));
  HG_MPI(MPI_Comm_set_attr(comm, grid_key(), grid.get()));
  return *grid.release();
}

bool Grid::is_member(int context) {
  if (context < 0)
    return false;
  int p, q, myrow, mycol;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  return myrow >= 0;
}

Grid* Grid::find(int context) {
  return is_member(context) ? attached_grid(communicator(context)) : nullptr;
}

Grid& Grid::of_context(int context) {
  if (!is_member(context))
    throw ArgumentError("ICTXT", std::to_string(context), "a BLACS context that this process is in");
  Grid* const grid = attached_grid(communicator(context));
  return grid ? *grid : attach(context, std::nullopt);
}

const NodeGroups& Grid::groups(std::unique_ptr<NodeGroups>& groups, const Communicator& line) {
  if (!groups)
    groups = std::make_unique<NodeGroups>(line.get());
  return *groups;
}

PanelStream& Grid::row_stream() {
  if (!row_stream_)
    row_stream_ = std::make_unique<PanelStream>(groups(row_groups_, row_));
  return *row_stream_;
}

PanelStream& Grid::column_stream() {
  if (!column_stream_)
    column_stream_ = std::make_unique<PanelStream>(groups(column_groups_, column_));
  return *column_stream_;
}

namespace {

/// A stream with one audience for each member.
std::unique_ptr<PanelStream> stream_to_members(const NodeGroups& line, int members, int slots) {
  auto stream = std::make_unique<PanelStream>(line, slots);
  for (int member = 0; member < members; ++member)
    stream->add_audience({&member, 1});
  return stream;
}

// Slots: a panel is collected while the one before may still be in use; a factored panel may be ahead of the
// slowest process by one more; along a column a step has a few chunks, and those of two steps are under way.
constexpr int collect_slots = 2, spread_slots = 3, column_slots = 8;

} // namespace

PanelStream& Grid::collect_stream() {
  if (!collect_stream_)
    collect_stream_ = stream_to_members(groups(all_groups_, all_), p_ * q_, collect_slots);
  return *collect_stream_;
}

PanelStream& Grid::spread_stream() {
  if (!spread_stream_) {
    spread_stream_ = std::make_unique<PanelStream>(groups(all_groups_, all_), spread_slots);
    std::vector<int> line;
    for (int i = 0; i < p_; ++i, line.clear()) {
      for (int j = 0; j < q_; ++j)
        line.push_back(i * q_ + j);
      spread_stream_->add_audience(line);
    }
    for (int j = 0; j < q_; ++j, line.clear()) {
      for (int i = 0; i < p_; ++i)
        line.push_back(i * q_ + j);
      spread_stream_->add_audience(line);
    }
  }
  return *spread_stream_;
}

PanelStream& Grid::column_collect_stream() {
  if (!column_collect_stream_)
    column_collect_stream_ = stream_to_members(groups(column_groups_, column_), p_, column_slots);
  return *column_collect_stream_;
}

PanelStream& Grid::column_spread_stream() {
  if (!column_spread_stream_)
    column_spread_stream_ = stream_to_members(groups(column_groups_, column_), p_, column_slots);
  return *column_spread_stream_;
}

layout::Axis Grid::row_axis(const layout::Descriptor& desc) const {
  const bool uneven = desc.dtype == layout::dtype_uneven;
  return {uneven ? row_map_ : layout::AxisMap::uniform(p_), desc.m, desc.mb, desc.rsrc};
}

layout::Axis Grid::column_axis(const layout::Descriptor& desc) const {
  const bool uneven = desc.dtype == layout::dtype_uneven;
  return {uneven ? column_map_ : layout::AxisMap::uniform(q_), desc.n, desc.nb, desc.csrc};
}

} // namespace hetgrid::comm
