// RAII owner of an MPI communicator.
#pragma once

#include "comm/mpi_check.hpp"

#include <memory_resource>
#include <utility>
#include <vector>

namespace hetgrid::comm {

/// Owns a communicator and frees it. Errors are returned, not fatal, so that HG_MPI sees them.
class Communicator {
public:
  Communicator() = default;
  /// Takes ownership.
  explicit Communicator(MPI_Comm comm);
  Communicator(Communicator&& other) noexcept : comm_(std::exchange(other.comm_, MPI_COMM_NULL)) {}
  Communicator& operator=(Communicator&& other) noexcept {
    std::swap(comm_, other.comm_);
    return *this;
  }
  ~Communicator();

  /// This process alone.
  static Communicator self();
  /// Collective over `parent`: members of the same color, ordered by key.
  static Communicator split(MPI_Comm parent, int color, int key);
  /// Collective over `parent`: the members that can share memory with this process, in parent's order.
  static Communicator split_by_node(MPI_Comm parent);

  MPI_Comm get() const noexcept { return comm_; }
  int rank() const;
  int size() const;

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Of this process.
int rank_in(MPI_Comm comm);

/// Ranks in MPI_COMM_WORLD of the processes of `comm`, MPI_UNDEFINED for what is not in it. Local.
std::vector<int> world_ranks(MPI_Comm comm);
/// Likewise, and all that it needs is of `memory`.
std::pmr::vector<int> world_ranks(MPI_Comm comm, std::pmr::memory_resource* memory);

} // namespace hetgrid::comm
