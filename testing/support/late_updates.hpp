// A queue of updates that takes its time, as a device would.
#pragma once

#include "kernel/update_queue.hpp"
#include "testing/support/random_grid.hpp"

namespace hetgrid::testing {

/// While it lives, updates of this process are done later than they are submitted, in two of three cases.
class LateUpdates {
public:
  explicit LateUpdates(Random& random) {
    kernel::update_delay() = std::array{0, 1, 20}[static_cast<std::size_t>(uniform_int(random, 0, 2))];
  }
  LateUpdates(const LateUpdates&) = delete;
  LateUpdates& operator=(const LateUpdates&) = delete;
  ~LateUpdates() { kernel::update_delay() = 0; }
};

} // namespace hetgrid::testing
