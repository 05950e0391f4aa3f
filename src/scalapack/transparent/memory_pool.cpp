#include "scalapack/transparent/memory_pool.hpp"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace hetgrid::scalapack::transparent {

void* MemoryPool::take(std::size_t bytes) {
  const auto fits = [bytes](const Block& block) { return !block.taken && block.bytes >= bytes; };
  Block* smallest = nullptr;
  for (Block& block : blocks_)
    if (fits(block) && (!smallest || block.bytes < smallest->bytes))
      smallest = &block;
  if (!smallest) {
    trim();
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    const std::size_t whole_pages = std::max<std::size_t>(1, (bytes + huge_page - 1) / huge_page) * huge_page;
    std::unique_ptr<void, Free> memory(std::aligned_alloc(huge_page, whole_pages));
    if (!memory)
      throw std::bad_alloc();
    madvise(memory.get(), whole_pages, MADV_HUGEPAGE); // advice only: what the system answers does not matter
    blocks_.push_back({std::move(memory), whole_pages, false});
    smallest = &blocks_.back();
  }
  smallest->taken = true;
  return smallest->memory.get();
}

void MemoryPool::put_back(void* memory) noexcept {
  for (Block& block : blocks_)
    if (block.memory.get() == memory)
      block.taken = false;
}

std::size_t MemoryPool::bytes() const noexcept {
  std::size_t sum = 0;
  for (const Block& block : blocks_)
    sum += block.bytes;
  return sum;
}

void MemoryPool::trim() noexcept {
  std::erase_if(blocks_, [](const Block& block) { return !block.taken; });
}

} // namespace hetgrid::scalapack::transparent
