// The channels of a process grid: streams of panels along its rows, its columns and among all its processes, and
// reductions along its lines. Each is made when it is used for the first time.
#pragma once

#include "comm/line_reduction.hpp"
#include "comm/node_groups.hpp"
#include "comm/panel_stream.hpp"

#include <array>
#include <memory>

namespace hetgrid::comm {

/// Processes of a grid: those of my grid row, those of my grid column, all.
enum class Line { row, column, all };

/// What streams are for. A routine within another one finds those of the outer one in use: two routines that may be
/// under way at the same time have none in common.
enum class Channel {
  row_panels,       ///< windows of the inner index of a matrix product, along the row
  column_panels,    ///< the same, along the column
  collected_panels, ///< on their way to the process that factors them, and diagonal blocks to all; audience 1 + k: rank k of the grid
  factored_panels,  ///< from there to all; audience 1 + i: grid row i, 1 + p + j: grid column j
  contributions, ///< of the column to the solution for some columns, where it is made; audience 1 + i: grid row i
  partition_panels, ///< windows of a product on a partition, among all; audiences and slots as they are needed
  solutions,    ///< from there to the column, and rows that change places in it; audience 1 + i: grid row i
  row_solutions ///< what is solved for from the right, to the row
};

class Channels {
public:
  /// Panels that can be under way at a time, unless a routine asks for more of a product's (PanelStream::use_slots); a panel is collected
  /// while the one before may still be in use; a factored panel may be ahead of the slowest process by one more; along a column
  /// those chunks of a step have to be under way that a process updates while another chunk is gathered, solved for and spread.
  static constexpr int slots(Channel channel) noexcept {
    switch (channel) {
    case Channel::factored_panels:
      return 3;
    case Channel::contributions:
    case Channel::solutions:
      return 4;
    default:
      return 2;
    }
  }

  /// Communicators of the lines, rank = row * q + column, column, row; they must live as long as this. Local.
  Channels(MPI_Comm row, MPI_Comm column, MPI_Comm all, int p, int q) noexcept
      : communicators_{row, column, all}, p_(p), q_(q) {}

  /// Do messages carry anything within the grid? Collective over it at the first call.
  bool spans_nodes() { return groups(Line::all).count() > 1; }

  /// Collective over its processes at the first call.
  PanelStream& stream(Channel channel);
  /// Along my grid row or my grid column. Collective over it at the first call.
  LineReduction& reduction(Line line);

private:
  static Line line_of(Channel channel) noexcept;
  MPI_Comm communicator(Line line) const noexcept { return communicators_[static_cast<std::size_t>(line)]; }
  const NodeGroups& groups(Line line);
  void add_audiences(Channel channel, PanelStream& stream) const;

  std::array<MPI_Comm, 3> communicators_; ///< by line
  int p_, q_;
  std::array<std::unique_ptr<NodeGroups>, 3> groups_;        ///< by line
  std::array<std::unique_ptr<LineReduction>, 2> reductions_; ///< by line
  std::array<std::unique_ptr<PanelStream>, static_cast<std::size_t>(Channel::row_solutions) + 1> streams_;
};

} // namespace hetgrid::comm
