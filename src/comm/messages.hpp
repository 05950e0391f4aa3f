// Point-to-point messages.
#pragma once

#include "comm/requests.hpp"
#include "comm/traffic.hpp"
#include "kernel/execution.hpp"

#include <cstddef>

namespace hetgrid::comm {

/// Starts to send `bytes` from `data`, which must stay as they are until the request is complete.
inline MPI_Request send(const void* data, std::size_t bytes, int to, int tag, MPI_Comm comm,
                        Content content = Content::elements) {
  kernel::settle(); // what was packed has to be there first
  const MPI_Request request = start_send(data, checked_count(bytes), to, tag, comm, content);
  traffic().add(bytes);
  return request;
}

/// Starts to receive `bytes` into `data`.
inline MPI_Request receive(void* data, std::size_t bytes, int from, int tag, MPI_Comm comm,
                           Content content = Content::elements) {
  return start_receive(data, checked_count(bytes), from, tag, comm, content);
}

} // namespace hetgrid::comm
