// A queue of updates that takes its time, as a device would.
#pragma once

#include "kernel/execution.hpp"
#include "kernel/update_queue.hpp"
#include "testing/support/random_grid.hpp"

namespace hetgrid::testing {

/// While it lives, updates of this process are done later than they are submitted, in two of three cases; not in a simulation,
/// where a process that waits is woken by messages alone.
class LateUpdates {
public:
  explicit LateUpdates(Random& random) {
    const int delay = std::array{0, 1, 20}[static_cast<std::size_t>(uniform_int(random, 0, 2))];
    kernel::update_delay() = kernel::simulated ? 0 : delay;
  }
  LateUpdates(const LateUpdates&) = delete;
  LateUpdates& operator=(const LateUpdates&) = delete;
  ~LateUpdates() { kernel::update_delay() = 0; }
};

} // namespace hetgrid::testing
