// Who of a line of processes shares memory with whom.
#pragma once

#include "comm/communicator.hpp"

#include <vector>

namespace hetgrid::comm {

/// The members of a communicator in groups that can share memory: those on one node, or fewer of them if the
/// environment variable HETGRID_SHARED_MEMORY = off of the first member forbids it, or = N limits it to N processes. The first
/// member of a group is its leader.
class NodeGroups {
public:
  /// Collective over `line`, which must live as long as this. \throws ArgumentError, on all, if the variable has another value
  explicit NodeGroups(MPI_Comm line);
  /// Every member is a group of its own. Collective over `line`.
  static NodeGroups of_single_processes(MPI_Comm line);

  MPI_Comm line() const noexcept { return line_; }
  /// My group.
  MPI_Comm node() const noexcept { return node_.get(); }
  int node_rank() const noexcept { return node_rank_; }
  int node_size() const noexcept { return node_size_; }
  /// My rank in the line.
  int rank() const noexcept { return rank_; }

  int count() const noexcept { return static_cast<int>(leader_.size()); }
  int group_of(int member) const noexcept { return group_[static_cast<std::size_t>(member)]; }
  int leader_of(int group) const noexcept { return leader_[static_cast<std::size_t>(group)]; }

private:
  NodeGroups(MPI_Comm line, int limit);

  MPI_Comm line_;
  Communicator node_;
  int rank_, node_rank_, node_size_;
  std::vector<int> group_;  ///< of each member of the line
  std::vector<int> leader_; ///< of each group, a rank in the line; ascending
};

} // namespace hetgrid::comm
