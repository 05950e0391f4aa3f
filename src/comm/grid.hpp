// The process grid of a BLACS context, with everything hetgrid keeps for it: communicators of its rows and
// columns, the axis maps of uneven matrices, the plan, and its channels.
#pragma once

#include "comm/channels.hpp"
#include "comm/chosen_parameters.hpp"
#include "comm/communicator.hpp"
#include "comm/opening.hpp"
#include "hetgrid/layout.hpp"
#include "hetgrid/owner_map.hpp"
#include "hetgrid/plan.hpp"
#include "schedule/windows.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace hetgrid::comm {

/// One per BLACS context and process. It hangs on the context's own communicator as an MPI attribute, so that
/// it is freed with the context, by BLACS_GRIDEXIT as well as by hg_gridexit, and a recycled context number
/// never meets the grid of its predecessor.
class Grid {
public:
  /// Collective over `comm`. Places the processes by plan.arrangement, whose processes are ranks in `comm`,
  /// through BLACS_GRIDMAP. \return the new context; < 0 on processes that the plan leaves idle
  /// \throws ArgumentError if the plan needs more processes than there are
  static int create(MPI_Comm comm, const plan::Plan& plan);

  /// A grid that is no BLACS context: process k of plan.arrangement is rank k of `comm`. Collective over `comm`;
  /// empty on processes that the plan leaves idle. \throws ArgumentError as create
  static std::unique_ptr<Grid> without_context(MPI_Comm comm, const plan::Plan& plan);

  /// The grid of a context this process is in. Collective over the context's processes at the first call for
  /// a context that hetgrid did not create (it gets uniform axis maps); local afterwards. \throws
  /// ArgumentError if `context` is no valid context of this process
  static Grid& of_context(int context);

  /// True if `context` is a BLACS context that this process is in. Local.
  static bool is_member(int context);

  /// BLACS's own communicator of a context this process is in; rank = row * q + column. Local.
  static MPI_Comm communicator(int context);

  /// As of_context, but local: nullptr if this process is not in `context` or no grid was made for it yet.
  static Grid* find(int context);

  int context() const noexcept { return context_; }
  int p() const noexcept { return p_; }
  int q() const noexcept { return q_; }
  int myrow() const noexcept { return myrow_; }
  int mycol() const noexcept { return mycol_; }
  /// My rank in all().
  int rank() const noexcept { return myrow_ * q_ + mycol_; }

  /// The same number on all processes of the grid, and another one for every other grid of the same processes.
  std::int64_t identity() const noexcept { return identity_; }
  /// How calls begin, the same for all contexts that have the processes of this one.
  const Opening& opening() const noexcept { return opening_; }

  /// All processes of the grid; rank = row * q + column.
  MPI_Comm all() const noexcept { return all_.get(); }
  /// The processes of my grid row; rank = grid column.
  MPI_Comm row() const noexcept { return row_.get(); }
  /// The processes of my grid column; rank = grid row.
  MPI_Comm column() const noexcept { return column_.get(); }

  /// Gives a context that hetgrid did not create the layout of a plan for its grid as it is. The uniform layouts
  /// stay what they are. Local: all processes of the context must do it.
  void lay_out(const plan::Plan& plan);

  /// Matrices with a partitioned descriptor are distributed so from now on; process k of the map is rank k of all().
  /// Local: all processes of the context must do it. \throws ArgumentError if the map has another number of processes
  void lay_out(const layout::OwnerMap& map);

  /// Other parameters from now on. Local: all processes of the context must do it.
  void use(const schedule::Parameters& parameters) { parameters_ = ChosenParameters(parameters); }

  /// The plan; empty for a context that hetgrid did not create, until lay_out.
  const std::optional<plan::Plan>& plan() const noexcept { return plan_; }
  /// Cycle-time of the process at a place of the grid, relative; 1 without a plan.
  double cycle_time(int row, int column) const noexcept {
    return plan_ ? plan_->cycle_times[static_cast<std::size_t>(plan_->arrangement.at(row, column))] : 1;
  }
  /// All of them, relative to the fastest.
  schedule::GridSpeeds speeds() const;
  /// Those of the plan, or defaults, with what HETGRID_TUNING and HETGRID_PARAMETERS change.
  const ChosenParameters& parameters() const noexcept { return parameters_; }
  /// Block rows -> grid rows, block columns -> grid columns, of matrices with an uneven descriptor.
  const layout::AxisMap& row_map() const noexcept { return row_map_; }
  const layout::AxisMap& column_map() const noexcept { return column_map_; }

  /// Of matrices with a partitioned descriptor; empty until lay_out.
  const std::optional<layout::OwnerMap>& owner_map() const noexcept { return owner_map_; }
  /// A matrix with a partitioned descriptor. There is an owner map.
  layout::PartitionedMatrix partitioned(const layout::Descriptor& desc) const {
    return {*owner_map_, desc.m, desc.n, desc.mb, desc.nb};
  }

  /// Row axis and column axis of a matrix of this grid, uneven or block-cyclic by its DTYPE_.
  layout::Axis row_axis(const layout::Descriptor& desc) const;
  layout::Axis column_axis(const layout::Descriptor& desc) const;

  /// Do messages carry anything within the grid? Collective over it at the first call.
  bool spans_nodes() { return channels_.spans_nodes(); }
  /// A stream, used with the grid's parameters. Collective over its processes at the first call.
  PanelStream& stream(Channel channel) {
    PanelStream& stream = channels_.stream(channel);
    stream.use(parameters_.usual().machine);
    return stream;
  }
  /// Along my grid row or my grid column. Collective over it at the first call.
  LineReduction& reduction(Line line) { return channels_.reduction(line); }

private:
  /// p x q processes of `comm`, of which this one has place (myrow, mycol). Collective over them.
  Grid(int context, MPI_Comm comm, int p, int q, int myrow, int mycol, const std::optional<plan::Plan>& plan,
       BadTuning bad_tuning);
  /// Makes the grid of a context and hangs it on the context's communicator. Collective over the context.
  static Grid& attach(int context, const std::optional<plan::Plan>& plan, BadTuning bad_tuning);

  int context_;
  std::int64_t identity_ = 0;
  int p_ = 0, q_ = 0, myrow_ = 0, mycol_ = 0;
  Communicator all_, row_, column_;
  Opening opening_;
  std::optional<plan::Plan> plan_;
  ParameterEnvironment environment_;
  ChosenParameters parameters_;
  layout::AxisMap uniform_rows_, uniform_columns_, row_map_, column_map_;
  std::optional<layout::OwnerMap> owner_map_;
  Channels channels_;
};

} // namespace hetgrid::comm
