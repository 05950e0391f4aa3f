#include "kernel/standby_memory.hpp"

#include "kernel/blas_buffer.hpp"
#include "kernel/execution.hpp"
#include "kernel/memory_limit.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace hetgrid::kernel {

namespace {

struct Standby {
  void* block = nullptr; ///< nullptr: nothing was asked for, or it has been given up
  int depth = 0;
  std::new_handler previous = nullptr;
  std::size_t most = std::numeric_limits<std::size_t>::max(); ///< bytes
};
Standby standby;

void give_up_block() noexcept {
  std::free(std::exchange(standby.block, nullptr));
}

void find_memory() {
  if (standby.block)
    give_up_block();
  else if (standby.previous)
    standby.previous();
  else
    throw std::bad_alloc();
}

} // namespace

StandbyMemory::StandbyMemory(std::size_t bytes) {
  if constexpr (simulated) // processes that share an address space share its end, too
    return;
  if (standby.depth == 0 && bytes > 0) {
    take_blas_buffer();
    standby.block = bytes <= standby.most ? std::malloc(bytes) : nullptr;
    if (!standby.block)
      throw std::bad_alloc();
  }
  if (standby.depth++ == 0)
    standby.previous = std::set_new_handler(find_memory);
}

StandbyMemory::~StandbyMemory() {
  if (simulated || --standby.depth > 0)
    return;
  give_up_block();
  std::set_new_handler(std::exchange(standby.previous, nullptr));
}

bool StandbyMemory::active() noexcept {
  return standby.depth > 0;
}

MemoryLimit::MemoryLimit(std::size_t bytes) noexcept
    : before_(std::exchange(standby.most, std::min(bytes, standby.most))) {}

MemoryLimit::~MemoryLimit() {
  standby.most = before_;
}

} // namespace hetgrid::kernel
