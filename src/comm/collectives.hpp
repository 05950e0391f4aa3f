// Collective operations whose waits are those of wait_until: who waits for a slower process leaves it the core.
#pragma once

#include "comm/agreement.hpp"
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

/// Starts an operation and waits for it. Simulated processes need not be polite, and SMPI's nonblocking collectives do not
/// use trees; it frees its copy of what is reduced in place as soon as MPI_Iallreduce returns: there it blocks.
template <typename Blocking, typename Start>
void collective(Blocking&& blocking, Start&& start) {
  if constexpr (kernel::simulated) {
    kernel::settle();
    blocking();
  } else {
    MPI_Request request = MPI_REQUEST_NULL;
    start(request);
    wait(request);
  }
}

inline void barrier(MPI_Comm comm) {
  collective([&] { HG_MPI(MPI_Barrier(comm)); },
             [&](MPI_Request& request) { HG_MPI(MPI_Ibarrier(comm, &request)); });
}

/// Elementwise, as many elements on every process. Collective over `comm`.
template <typename T>
void all_reduce(T* data, std::size_t elements, MPI_Op op, MPI_Comm comm) {
  const int count = checked_count(elements);
  collective([&] { HG_MPI(MPI_Allreduce(MPI_IN_PLACE, data, count, mpi_type<T>(), op, comm)); },
             [&](MPI_Request& request) {
               HG_MPI(MPI_Iallreduce(MPI_IN_PLACE, data, count, mpi_type<T>(), op, comm, &request));
             });
}

template <typename T>
void all_reduce(std::vector<T>& values, MPI_Op op, MPI_Comm comm) {
  all_reduce(values.data(), values.size(), op, comm);
}

/// What the values of all processes come to. Collective over `comm`.
template <typename T>
T all_reduced(T value, MPI_Op op, MPI_Comm comm) {
  all_reduce(&value, 1, op, comm);
  return value;
}

/// Counts a broadcast of so many bytes.
inline void count_broadcast(std::size_t bytes, int root, MPI_Comm comm) {
  int rank = 0, size = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  HG_MPI(MPI_Comm_size(comm, &size));
  if (rank == root)
    traffic().add(bytes, size - 1);
}

/// Starts to send `count` elements from `root` to all; where collective() blocks it is complete. Collective over `comm`.
template <typename T>
MPI_Request start_broadcast(T* data, std::size_t count, int root, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  const int bytes = checked_count(count * sizeof(T));
  count_broadcast(count * sizeof(T), root, comm);
  MPI_Request request = MPI_REQUEST_NULL;
  if constexpr (kernel::simulated) {
    kernel::settle();
    HG_MPI(MPI_Bcast(data, bytes, MPI_BYTE, root, comm));
  } else {
    HG_MPI(MPI_Ibcast(data, bytes, MPI_BYTE, root, comm, &request));
  }
  return request;
}

/// `count` elements from `root` to all. Collective over `comm`.
template <typename T>
void broadcast(T* data, std::size_t count, int root, MPI_Comm comm) {
  wait(start_broadcast(data, count, root, comm));
}

/// A vector or string whose length only `root` knows. Collective over `comm`. \throws SystemError, on every process, if one has
/// no memory for it
template <typename Container>
void broadcast(Container& values, int root, MPI_Comm comm) {
  std::int64_t size = static_cast<std::int64_t>(values.size());
  broadcast(&size, 1, root, comm);
  reserve_together(comm, "what is broadcast", [&] { values.resize(static_cast<std::size_t>(size)); });
  broadcast(values.data(), values.size(), root, comm);
}

/// The elements of all processes, as many from each, in the order of their ranks. Collective over `comm`.
template <typename T>
std::vector<T> all_gather(const std::vector<T>& mine, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  const int bytes = checked_count(mine.size() * sizeof(T));
  std::vector<T> all(mine.size() * static_cast<std::size_t>(size));
  collective([&] { HG_MPI(MPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm)); },
             [&](MPI_Request& request) {
               HG_MPI(
                   MPI_Iallgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm, &request));
             });
  return all;
}

/// The same on `root` alone, nothing elsewhere. Collective over `comm`.
template <typename T>
std::vector<T> gather(const std::vector<T>& mine, int root, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  int rank = 0, size = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  HG_MPI(MPI_Comm_size(comm, &size));
  const int bytes = checked_count(mine.size() * sizeof(T));
  std::vector<T> all(rank == root ? mine.size() * static_cast<std::size_t>(size) : 0);
  collective(
      [&] { HG_MPI(MPI_Gather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, root, comm)); },
      [&](MPI_Request& request) {
        HG_MPI(MPI_Igather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, root, comm, &request));
      });
  return all;
}

} // namespace hetgrid::comm
