// How a lack of memory is told: by all processes of a call.
#pragma once

#include "hetgrid/error.hpp"

namespace hetgrid::comm {

/// A process has not the memory for a call: all processes of the call have found out, before anything of the caller's has
/// changed.
class MemoryError : public SystemError {
  using SystemError::SystemError;
};

} // namespace hetgrid::comm
