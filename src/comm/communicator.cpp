#include "comm/communicator.hpp"

#include <cstddef>
#include <numeric>

namespace hetgrid::comm {

Communicator::Communicator(MPI_Comm comm) : comm_(comm) {
  if (comm_ != MPI_COMM_NULL)
    HG_MPI(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN));
}

Communicator::~Communicator() {
  int finalized = 0;
  if (comm_ != MPI_COMM_NULL && MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized)
    MPI_Comm_free(&comm_); // a destructor cannot report; the handle is gone either way
}

Communicator Communicator::self() {
  MPI_Comm copy = MPI_COMM_NULL;
  HG_MPI(MPI_Comm_dup(MPI_COMM_SELF, &copy));
  return Communicator(copy);
}

Communicator Communicator::split(MPI_Comm parent, int color, int key) {
  MPI_Comm part = MPI_COMM_NULL;
  HG_MPI(MPI_Comm_split(parent, color, key, &part));
  return Communicator(part);
}

Communicator Communicator::split_by_node(MPI_Comm parent) {
  MPI_Comm part = MPI_COMM_NULL;
  HG_MPI(MPI_Comm_split_type(parent, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
  return Communicator(part);
}

int Communicator::rank() const {
  return rank_in(comm_);
}

int Communicator::size() const {
  int size = 0;
  HG_MPI(MPI_Comm_size(comm_, &size));
  return size;
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  return rank;
}

std::vector<int> world_ranks(MPI_Comm comm) {
  const std::pmr::vector<int> ranks = world_ranks(comm, std::pmr::get_default_resource());
  return {ranks.begin(), ranks.end()};
}

std::pmr::vector<int> world_ranks(MPI_Comm comm, std::pmr::memory_resource* memory) {
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  std::pmr::vector<int> ranks(static_cast<std::size_t>(size), memory), world(ranks.size(), memory);
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group group = MPI_GROUP_NULL, world_group = MPI_GROUP_NULL;
  HG_MPI(MPI_Comm_group(comm, &group));
  HG_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world_group));
  HG_MPI(MPI_Group_translate_ranks(group, size, ranks.data(), world_group, world.data()));
  HG_MPI(MPI_Group_free(&group));
  HG_MPI(MPI_Group_free(&world_group));
  return world;
}

} // namespace hetgrid::comm
