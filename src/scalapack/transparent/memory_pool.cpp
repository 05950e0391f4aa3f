#include "scalapack/transparent/memory_pool.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace hetgrid::scalapack::transparent {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

void touch_pages(std::byte* memory, std::size_t bytes) noexcept {
  constexpr std::size_t smallest_page = 4096;
#ifdef MADV_POPULATE_WRITE
  if (madvise(memory, bytes, MADV_POPULATE_WRITE) == 0)
    return;
#endif
  for (std::size_t k = 0; k < bytes; k += smallest_page)
    memory[k] = std::byte{0};
}

/// Bytes of a block for `bytes`.
std::size_t whole_pages(std::size_t bytes) noexcept {
  return std::max<std::size_t>(1, (bytes + huge_page - 1) / huge_page) * huge_page;
}

} // namespace

MemoryPool::Block* MemoryPool::find(std::size_t bytes) noexcept {
  const std::size_t most = whole_pages(bytes + bytes / 8); // else a small array keeps what a large one needs
  Block* smallest = nullptr;
  for (Block& block : blocks_)
    if (!block.taken && !block.expected && block.bytes >= bytes && block.bytes <= most &&
        (!smallest || block.bytes < smallest->bytes))
      smallest = &block;
  return smallest;
}

std::size_t MemoryPool::prepare(std::span<const std::size_t> sizes) noexcept {
  std::size_t missing = 0;
  for (const std::size_t bytes : sizes) {
    if (bytes == 0)
      continue;
    if (Block* const block = find(bytes))
      block->expected = true;
    else
      missing += whole_pages(bytes);
  }
  std::erase_if(blocks_, [](const Block& block) { return !block.taken && !block.expected; });
  for (Block& block : blocks_)
    block.expected = false;
  return missing;
}

void* MemoryPool::take(std::size_t bytes) {
  Block* block = find(bytes);
  if (!block) {
    const std::size_t size = whole_pages(bytes);
    std::unique_ptr<void, Free> memory(std::aligned_alloc(huge_page, size));
    if (!memory)
      throw std::bad_alloc();
    madvise(memory.get(), size, MADV_HUGEPAGE); // advice only: what the system answers does not matter
    blocks_.push_back({std::move(memory), size, false, bytes});
    block = &blocks_.back();
  }
  block->taken = true;
  return block->memory.get();
}

void MemoryPool::touch() noexcept {
  for (Block& block : blocks_)
    if (block.taken)
      touch_pages(static_cast<std::byte*>(block.memory.get()), std::exchange(block.untouched, 0));
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
