// Point-to-point messages.
#pragma once

#include "comm/mpi_check.hpp"
#include "comm/traffic.hpp"
#include "kernel/execution.hpp"

#include <cstddef>

namespace hetgrid::comm {

/// Starts to send `bytes` from `data`, which must stay as they are until the request is complete.
inline MPI_Request send(const void* data, std::size_t bytes, int to, int tag, MPI_Comm comm) {
  kernel::settle(); // what was packed has to be there first
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Isend(data, checked_count(bytes), MPI_BYTE, to, tag, comm, &request));
  traffic().add(bytes);
  return request;
}

/// Starts to receive `bytes` into `data`.
inline MPI_Request receive(void* data, std::size_t bytes, int from, int tag, MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Irecv(data, checked_count(bytes), MPI_BYTE, from, tag, comm, &request));
  return request;
}

} // namespace hetgrid::comm
