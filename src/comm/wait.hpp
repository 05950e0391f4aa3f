// Waiting for a condition that another process, or MPI progress, makes true.
#pragma once

#include "comm/requests.hpp"

#include <chrono>
#include <ctime>
#include <sched.h>

namespace hetgrid::comm {

#ifdef HETGRID_SIMULATED

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

void wait(MPI_Request request);

#else

/// Calls `done` (which is expected to make MPI progress where that matters) until it returns true.
///
/// A process that waits on a core of its own loses nothing by polling, but one that shares its core, or runs
/// under a CPU quota, burns time that it or its neighbour needs when the data arrive. So: poll for a short
/// while, since most waits are short; then yield the core between polls; after a millisecond sleep between
/// polls.
template <typename Condition>
void wait_until(Condition&& done) {
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
  wait_until([&] { return test(request); });
}

#endif

} // namespace hetgrid::comm
