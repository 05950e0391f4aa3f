// Requests and waits of a simulated program (kernel::simulated); no other has these functions.
//
// In virtual time polling would never end, since no time passes meanwhile. There a wait blocks in MPI on the requests
// that were tested in vain, so that all tests have to go through here.
#pragma once

#include "kernel/process_local.hpp"

#include <cstdint>
#include <mpi.h>
#include <span>
#include <vector>

namespace hetgrid::comm {

/// What a message consists of: elements of matrices, which nobody reads where kernels do not compute, or what is always
/// read.
enum class Content { elements, facts };

namespace virtual_time {

/// What has happened since a wait last looked at its condition.
struct Progress {
  bool made = false;                 ///< something that the condition may depend on
  std::vector<MPI_Request*> pending; ///< requests tested in vain
  std::uint64_t looks = 0;           ///< at conditions, of all waits
};

inline void note_progress() {
  kernel::process_local<Progress>().made = true;
}

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

void wait(MPI_Request request);
/// Blocks until one of the requests that were tested in vain is complete. \throws SystemError if there are none
void wait_for_pending(Progress& progress);

/// Calls `done` until it returns true. In between, virtual time passes until one of the requests that it has tested
/// in vain is complete. \throws SystemError if it has tested none and made no progress: it would never end
template <typename Condition>
void wait_until(Condition&& done) {
  Progress& progress = kernel::process_local<Progress>();
  for (;;) {
    progress.made = false;
    progress.pending.clear();
    ++progress.looks;
    if (done())
      break;
    if (!progress.made)
      wait_for_pending(progress);
  }
  progress.made = true; // for a wait around this one
}

} // namespace virtual_time
} // namespace hetgrid::comm
