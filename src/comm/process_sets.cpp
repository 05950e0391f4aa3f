#include "comm/process_sets.hpp"

#include "comm/communicator.hpp"
#include "comm/finalize.hpp"
#include "kernel/execution.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

namespace hetgrid::comm {
namespace {

using Sets = std::map<std::vector<int>, Communicator>; ///< by ascending ranks in MPI_COMM_WORLD

/// At the beginning of MPI_Finalize, while communicators can still be freed.
extern "C" int delete_process_sets(MPI_Comm, int, void* sets, void*) {
  delete static_cast<Sets*>(sets);
  return MPI_SUCCESS;
}

/// They live until MPI_Finalize.
Sets& all_sets() {
  static Sets* const sets = [] {
    auto made = std::make_unique<Sets>();
    call_in_finalize(delete_process_sets, made.get());
    return made.release();
  }();
  return *sets;
}

Communicator communicator_of_world_ranks(const std::vector<int>& ranks) {
  constexpr int tag = 0x4847;
  MPI_Group world = MPI_GROUP_NULL, members = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  HG_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
  HG_MPI(MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &members));
  HG_MPI(MPI_Comm_create_group(MPI_COMM_WORLD, members, tag, &comm));
  HG_MPI(MPI_Group_free(&members));
  HG_MPI(MPI_Group_free(&world));
  return Communicator(comm);
}

} // namespace

MPI_Comm communicator_of_processes(MPI_Comm comm) {
  if constexpr (kernel::simulated)
    return comm;
  std::vector<int> ranks = world_ranks(comm);
  std::ranges::sort(ranks);
  if (std::ranges::find(ranks, MPI_UNDEFINED) != ranks.end())
    return comm;
  Sets& sets = all_sets();
  const auto known = sets.find(ranks);
  if (known != sets.end())
    return known->second.get();
  return sets.emplace(ranks, communicator_of_world_ranks(ranks)).first->second.get();
}

} // namespace hetgrid::comm
