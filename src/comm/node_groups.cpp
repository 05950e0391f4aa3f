#include "comm/node_groups.hpp"

#include "comm/collectives.hpp"
#include "comm/sharing_limit.hpp"
#include "comm/variable_of_first.hpp"

#include <algorithm>

namespace hetgrid::comm {
namespace {

/// \throws ArgumentError on all processes
int agreed_limit(MPI_Comm line) {
  if constexpr (kernel::simulated)
    return sharing_limit();
  return schedule::sharing_limit(
      variable_of_first(line, schedule::sharing_variable, schedule::usual_sharing));
}

} // namespace

NodeGroups::NodeGroups(MPI_Comm line) : NodeGroups(line, agreed_limit(line)) {}

NodeGroups NodeGroups::of_single_processes(MPI_Comm line) {
  return {line, 1};
}

NodeGroups::NodeGroups(MPI_Comm line, int limit) : line_(line) {
  node_ = limit == 1 ? Communicator::self() : Communicator::split_by_node(line);
  if (node_.size() > limit)
    node_ = Communicator::split(node_.get(), node_.rank() / limit, node_.rank());
  node_rank_ = node_.rank();
  node_size_ = node_.size();
  HG_MPI(MPI_Comm_rank(line, &rank_));

  int leader = rank_;
  broadcast(&leader, 1, 0, node_.get());
  const std::vector<int> leader_of = all_gather(std::vector{leader}, line);
  leader_ = leader_of;
  std::ranges::sort(leader_);
  leader_.erase(std::ranges::unique(leader_).begin(), leader_.end());
  for (const int l : leader_of)
    group_.push_back(static_cast<int>(std::ranges::lower_bound(leader_, l) - leader_.begin()));
}

} // namespace hetgrid::comm
