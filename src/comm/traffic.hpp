// What this process sends to others by MPI. What passes through shared memory is no message.
#pragma once

#include <cstddef>

namespace hetgrid::comm {

/// Since reset.
struct Traffic {
  double bytes = 0;
  double messages = 0;

  void add(std::size_t size, int count = 1) noexcept {
    bytes += static_cast<double>(size) * count;
    messages += count;
  }
};

/// Of this process. Set it to {} to reset. A broadcast counts at its root, one message for every other process, whatever
/// way MPI takes; reductions and barriers, which are of a few bytes, do not count.
/// Not inline: each library would have its own.
Traffic& traffic();

} // namespace hetgrid::comm
