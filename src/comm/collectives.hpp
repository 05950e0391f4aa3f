// Collective operations whose waits are those of wait_until: who waits for a slower process leaves it the core.
#pragma once

#include "comm/mpi_check.hpp"
#include "comm/mpi_type.hpp"
#include "comm/traffic.hpp"
#include "comm/wait.hpp"
#include "kernel/execution.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace hetgrid::comm {

inline void wait(MPI_Request request) {
#ifdef HETGRID_SIMULATED
  kernel::settle();
  HG_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
#else
  wait_until([&] { return test(request); });
#endif
}

// Simulated processes need not be polite, and SMPI's nonblocking collectives do not use trees; it frees its copy of
// what is reduced in place as soon as MPI_Iallreduce returns.

inline void barrier(MPI_Comm comm) {
#ifdef HETGRID_SIMULATED
  kernel::settle();
  HG_MPI(MPI_Barrier(comm));
#else
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Ibarrier(comm, &request));
  wait(request);
#endif
}

/// Elementwise, `count` elements on every process. Collective over `comm`.
template <typename T>
void all_reduce(T* values, int count, MPI_Op op, MPI_Comm comm) {
#ifdef HETGRID_SIMULATED
  kernel::settle();
  HG_MPI(MPI_Allreduce(MPI_IN_PLACE, values, count, mpi_type<T>(), op, comm));
#else
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Iallreduce(MPI_IN_PLACE, values, count, mpi_type<T>(), op, comm, &request));
  wait(request);
#endif
}

template <typename T>
void all_reduce(std::vector<T>& values, MPI_Op op, MPI_Comm comm) {
  all_reduce(values.data(), checked_count(values.size()), op, comm);
}

/// Counts a broadcast of so many bytes.
inline void count_broadcast(std::size_t bytes, int root, MPI_Comm comm) {
  int rank = 0, size = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  HG_MPI(MPI_Comm_size(comm, &size));
  if (rank == root)
    traffic().add(bytes, size - 1);
}

/// `count` elements from `root` to all. Collective over `comm`.
template <typename T>
void broadcast(T* data, std::size_t count, int root, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  const int bytes = checked_count(count * sizeof(T));
  count_broadcast(count * sizeof(T), root, comm);
#ifdef HETGRID_SIMULATED
  kernel::settle();
  HG_MPI(MPI_Bcast(data, bytes, MPI_BYTE, root, comm));
#else
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Ibcast(data, bytes, MPI_BYTE, root, comm, &request));
  wait(request);
#endif
}

/// A vector or string whose length only `root` knows. Collective over `comm`.
template <typename Container>
void broadcast(Container& values, int root, MPI_Comm comm) {
  std::int64_t size = static_cast<std::int64_t>(values.size());
  broadcast(&size, 1, root, comm);
  values.resize(static_cast<std::size_t>(size));
  broadcast(values.data(), values.size(), root, comm);
}

} // namespace hetgrid::comm
