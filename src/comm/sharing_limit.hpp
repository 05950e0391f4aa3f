// Who may share memory in a run.
#pragma once

#include "kernel/execution.hpp"
#include "schedule/sharing_limit.hpp"

namespace hetgrid::comm {

/// schedule::sharing_limit(), but simulated processes exchange messages also on one host: its links say how fast.
inline int sharing_limit() {
  if constexpr (kernel::simulated)
    return 1;
  return schedule::sharing_limit();
}

} // namespace hetgrid::comm
