// Memory kept back for allocations that must not fail.
//
// Once the processes of a call exchange data none of them may stop: the others would wait for it for ever. So a call
// first takes what it may allocate on its way, as one block that nobody touches and that costs addresses only. If an
// allocation fails afterwards, C++'s new-handler gives the block back to the system, and the allocation, tried again
// as operator new does, finds room. So vectors and strings need not know of it.
#pragma once

#include <cstddef>
#include <new>

namespace hetgrid::kernel {

/// Allocations of up to `bytes` altogether succeed as long as this object lives, and the BLAS has its own. Within the life of another one it
/// does nothing: the outermost has thought of everything. Local to a process; of its threads one calls hetgrid.
class StandbyMemory {
public:
  /// \throws std::bad_alloc
  explicit StandbyMemory(std::size_t bytes);
  ~StandbyMemory();
  StandbyMemory(const StandbyMemory&) = delete;
  StandbyMemory& operator=(const StandbyMemory&) = delete;

  /// One lives on this process.
  static bool active() noexcept;
};

/// What allocate() returns, called again as long as it returns nullptr and there is a new-handler that finds memory.
/// \throws std::bad_alloc
template <typename Allocate>
auto allocated(Allocate&& allocate) {
  for (;;) {
    if (auto* const memory = allocate())
      return memory;
    const std::new_handler find_memory = std::get_new_handler();
    if (!find_memory)
      throw std::bad_alloc();
    find_memory();
  }
}

} // namespace hetgrid::kernel
