// Vectors that lie alike in every run.
#pragma once

#include "kernel/standby_memory.hpp"

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

namespace hetgrid::kernel {

/// Memory at multiples of 64 bytes; who keeps memory back gives it up where there is no other.
template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > (std::numeric_limits<std::size_t>::max() - alignment) / sizeof(T))
      throw std::bad_array_new_length();
    const std::size_t bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
    return static_cast<T*>(allocated([bytes] { return std::aligned_alloc(alignment, bytes); }));
  }
  void deallocate(T* memory, std::size_t) noexcept { std::free(memory); }

  bool operator==(const AlignedAllocator&) const noexcept { return true; }

private:
  static constexpr std::size_t alignment = 64;
};

/// For what level 1 and 2 of the BLAS read: some of its sums (asum) begin with the elements before the first aligned one, so
/// that their bits depend on where a vector lies.
template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

} // namespace hetgrid::kernel
