// A bound for what routines may allocate.
#pragma once

#include <cstddef>

namespace hetgrid::kernel {

/// While it lives, a StandbyMemory of more than `bytes` is refused as if there were no more memory. Local to a process.
class MemoryLimit {
public:
  explicit MemoryLimit(std::size_t bytes) noexcept;
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
  std::size_t before_;
};

} // namespace hetgrid::kernel
