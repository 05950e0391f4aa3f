// Waiting for a condition that another process, or MPI progress, makes true.
#pragma once

#include "comm/requests.hpp"

#include <chrono>
#include <ctime>
#include <sched.h>

namespace hetgrid::comm {

/// Lets MPI move what this process owes others. A receive is complete as soon as its data are there; where the queue of
/// messages to the sender is full, the acknowledgement without which the send never ends stays behind until the process
/// calls MPI again, and a test of requests already complete, or of none, calls nothing.
///
/// The probe is for a message to oneself that nobody sends; not in MPI_COMM_SELF, where MPICH moves nothing.
inline void make_progress() {
  constexpr int unused_tag = 32'767;
  int rank = 0, found = 0;
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  HG_MPI(MPI_Iprobe(rank, unused_tag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE));
}

/// Calls `done` until it returns true, and lets MPI make progress in between: others may wait for messages of this process
/// though it waits for memory that they share.
///
/// A process that waits on a core of its own loses nothing by polling, but one that shares its core, or runs
/// under a CPU quota, burns time that it or its neighbour needs when the data arrive. So: poll for a short
/// while, since most waits are short; then yield the core between polls; after a millisecond sleep between
/// polls. In virtual time a wait blocks in MPI: virtual_time.hpp.
template <typename Condition>
void wait_until(Condition&& done) {
  if constexpr (kernel::simulated)
    return virtual_time::wait_until(done);
  using Clock = std::chrono::steady_clock;
  constexpr auto spin = std::chrono::microseconds(20);
  constexpr auto yield = std::chrono::milliseconds(1);
  constexpr timespec nap{0, 20'000};
  if (done())
    return;
  const auto start = Clock::now();
  while (!done()) {
    make_progress();
    const auto waited = Clock::now() - start;
    if (waited < spin)
      continue;
    if (waited < yield)
      sched_yield();
    else
      nanosleep(&nap, nullptr);
  }
}

/// Waits for one request.
inline void wait(MPI_Request request) {
  if constexpr (kernel::simulated)
    return virtual_time::wait(request);
  wait_until([&] { return test(request); });
}

} // namespace hetgrid::comm
