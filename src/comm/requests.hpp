// Tests of nonblocking requests, and what a wait learns from them.
//
// In virtual time polling would never end, since no time passes meanwhile. There a wait blocks in MPI on the requests
// that were tested in vain (wait.hpp), so that all tests have to go through here.
#pragma once

#include "comm/mpi_check.hpp"
#include "kernel/execution.hpp"
#include "kernel/process_local.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::comm {

/// What a message consists of: elements of matrices, which nobody reads where kernels do not compute, or what is always
/// read.
enum class Content { elements, facts };

#ifdef HETGRID_SIMULATED

/// What has happened since a wait last looked at its condition.
struct Progress {
  bool made = false;                 ///< something that the condition may depend on
  std::vector<MPI_Request*> pending; ///< requests tested in vain
  std::uint64_t looks = 0;           ///< at conditions, of all waits
};

/// A request was started or completed, a panel published, opened or released, on this process.
inline void note_progress() {
  kernel::process_local<Progress>().made = true;
}

/// Blocks until one of the requests that were tested in vain is complete. \throws SystemError if there are none
void wait_for_pending(Progress& progress);

/// When a set of requests, the same since, was tested: only what has happened afterwards can have completed one.
struct LastTest {
  double time = -1;             ///< where kernels compute
  std::uint64_t deliveries = 0; ///< of messages to anyone, where they do not
  std::uint64_t look = 0;       ///< of a wait, for which the requests are pending already
};

MPI_Request start_send(const void* data, int bytes, int to, int tag, MPI_Comm comm, Content content);
MPI_Request start_receive(void* data, int bytes, int from, int tag, MPI_Comm comm, Content content);
bool test(MPI_Request& request);
bool test_all(std::span<MPI_Request> requests);
void test_some(std::vector<MPI_Request>& requests, std::vector<int>& completed, LastTest& last_test);

#else

inline void note_progress() {}

struct LastTest {};

inline MPI_Request start_send(const void* data, int bytes, int to, int tag, MPI_Comm comm, Content) {
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Isend(data, bytes, MPI_BYTE, to, tag, comm, &request));
  return request;
}

inline MPI_Request start_receive(void* data, int bytes, int from, int tag, MPI_Comm comm, Content) {
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Irecv(data, bytes, MPI_BYTE, from, tag, comm, &request));
  return request;
}

/// True if the request is complete; it is MPI_REQUEST_NULL then. Does not block.
inline bool test(MPI_Request& request) {
  int done = 0;
  HG_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
  return done != 0;
}

/// True if all are complete.
inline bool test_all(std::span<MPI_Request> requests) {
  int done = 0;
  HG_MPI(MPI_Testall(checked_count(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
  return done != 0;
}

/// Indices of those that are complete, in `completed`; these requests are MPI_REQUEST_NULL then.
/// \param last_test  of the same set
inline void test_some(std::vector<MPI_Request>& requests, std::vector<int>& completed, LastTest&) {
  int count = 0;
  completed.resize(requests.size());
  HG_MPI(MPI_Testsome(checked_count(requests.size()), requests.data(), &count, completed.data(),
                      MPI_STATUSES_IGNORE));
  completed.resize(count > 0 ? static_cast<std::size_t>(count) : 0); // MPI_UNDEFINED: no active request
}

#endif

} // namespace hetgrid::comm
