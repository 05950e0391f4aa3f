// How a lack of memory is told: by all processes of a call.
#pragma once

#include "hetgrid/error.hpp"

#include <cstddef>
#include <string>

namespace hetgrid::comm {

/// A process has not the memory for a call: all processes of the call have found out, before anything of the caller's has
/// changed.
class MemoryError : public SystemError {
public:
  /// \param bytes that this process asked for; 0: not known
  MemoryError(const std::string& text, std::size_t bytes) : SystemError(text), bytes_(bytes) {}

  std::size_t bytes() const noexcept { return bytes_; }

private:
  std::size_t bytes_;
};

} // namespace hetgrid::comm
