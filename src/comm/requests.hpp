// Tests of nonblocking requests, and what a wait learns from them.
#pragma once

#include "comm/mpi_check.hpp"
#include "comm/virtual_time.hpp"
#include "kernel/execution.hpp"

#include <span>
#include <vector>

namespace hetgrid::comm {

using virtual_time::LastTest;

/// A request was started or completed, a panel published, opened or released, on this process.
inline void note_progress() {
  if constexpr (kernel::simulated)
    virtual_time::note_progress();
}

inline MPI_Request start_send(const void* data, int bytes, int to, int tag, MPI_Comm comm, Content content) {
  if constexpr (kernel::simulated)
    return virtual_time::start_send(data, bytes, to, tag, comm, content);
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Isend(data, bytes, MPI_BYTE, to, tag, comm, &request));
  return request;
}

inline MPI_Request start_receive(void* data, int bytes, int from, int tag, MPI_Comm comm, Content content) {
  if constexpr (kernel::simulated)
    return virtual_time::start_receive(data, bytes, from, tag, comm, content);
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Irecv(data, bytes, MPI_BYTE, from, tag, comm, &request));
  return request;
}

/// True if the request is complete; it is MPI_REQUEST_NULL then. Does not block.
inline bool test(MPI_Request& request) {
  if constexpr (kernel::simulated)
    return virtual_time::test(request);
  int done = 0;
  HG_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
  return done != 0;
}

/// True if all are complete.
inline bool test_all(std::span<MPI_Request> requests) {
  if constexpr (kernel::simulated)
    return virtual_time::test_all(requests);
  int done = 0;
  HG_MPI(MPI_Testall(checked_count(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
  return done != 0;
}

/// Indices of those that are complete, in `completed`; these requests are MPI_REQUEST_NULL then.
/// \param last_test  of the same set
inline void test_some(std::vector<MPI_Request>& requests, std::vector<int>& completed, LastTest& last_test) {
  if constexpr (kernel::simulated)
    return virtual_time::test_some(requests, completed, last_test);
  int count = 0;
  completed.resize(requests.size());
  HG_MPI(MPI_Testsome(checked_count(requests.size()), requests.data(), &count, completed.data(),
                      MPI_STATUSES_IGNORE));
  completed.resize(count > 0 ? static_cast<std::size_t>(count) : 0); // MPI_UNDEFINED: no active request
}

} // namespace hetgrid::comm
