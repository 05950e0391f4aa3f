// Waiting for a condition that another process, or MPI progress, makes true.
#pragma once

#include "comm/requests.hpp"

#include <chrono>
#include <ctime>
#include <sched.h>

namespace hetgrid::comm {

/// Calls `done` (which is expected to make MPI progress where that matters) until it returns true.
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
