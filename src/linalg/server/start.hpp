// What all processes of a product with workers have to know before it begins.
#pragma once

#include "comm/agreement.hpp"
#include "comm/mpi_check.hpp"
#include "hetgrid/server.hpp"

#include <cstddef>
#include <vector>

namespace hetgrid::linalg {

template <typename T>
struct GemmStart {
  bool begins = false; ///< else the server has found its arguments illegal
  server::Product product;
  T alpha = T(0);
};

/// Announcements, reports and lists, bytes.
inline constexpr std::size_t small_memory = std::size_t{256} << 10;

/// For the elements of A, B and C that every rank may hold. Collective over `comm`.
/// \throws SystemError, on every process, if one has no memory
inline std::vector<server::Index> room_of_ranks(MPI_Comm comm) {
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  std::vector<server::Index> room;
  comm::reserve_together(comm, "a product with workers",
                         [&] { room.resize(static_cast<std::size_t>(size)); });
  return room;
}

template <typename T>
std::vector<std::size_t> bytes_of(const std::vector<server::Index>& elements) {
  std::vector<std::size_t> bytes;
  for (const server::Index each : elements)
    bytes.push_back(static_cast<std::size_t>(each) * sizeof(T));
  return bytes;
}

} // namespace hetgrid::linalg
