#include "comm/node_groups.hpp"

#include "comm/sharing_limit.hpp"
#include "hetgrid/error.hpp"

#include <algorithm>
#include <exception>

namespace hetgrid::comm {
namespace {

/// That of the first process: launchers may hand variables on to their own host alone. Collective over `line`.
/// \throws ArgumentError on all processes
int agreed_limit(MPI_Comm line) {
  if constexpr (kernel::simulated)
    return sharing_limit();
  constexpr int illegal = 0;
  int limit = illegal;
  std::exception_ptr error;
  if (rank_in(line) == 0)
    try {
      limit = sharing_limit();
    } catch (const ArgumentError&) {
      error = std::current_exception();
    }
  HG_MPI(MPI_Bcast(&limit, 1, MPI_INT, 0, line));
  if (error)
    std::rethrow_exception(error);
  if (limit == illegal)
    throw ArgumentError("HETGRID_SHARED_MEMORY", "another value on the first process",
                        schedule::sharing_limits);
  return limit;
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
  int members = 0;
  HG_MPI(MPI_Comm_rank(line, &rank_));
  HG_MPI(MPI_Comm_size(line, &members));

  int leader = rank_;
  HG_MPI(MPI_Bcast(&leader, 1, MPI_INT, 0, node_.get()));
  std::vector<int> leader_of(static_cast<std::size_t>(members));
  HG_MPI(MPI_Allgather(&leader, 1, MPI_INT, leader_of.data(), 1, MPI_INT, line));
  leader_ = leader_of;
  std::ranges::sort(leader_);
  leader_.erase(std::ranges::unique(leader_).begin(), leader_.end());
  for (const int l : leader_of)
    group_.push_back(static_cast<int>(std::ranges::lower_bound(leader_, l) - leader_.begin()));
}

} // namespace hetgrid::comm
