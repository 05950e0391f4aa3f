// Memory of matrices.
#pragma once

#include "kernel/standby_memory.hpp"

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>
#include <type_traits>
#include <vector>

namespace hetgrid::kernel {

/// Memory that is zero and takes no room before it is touched: where kernels do not compute, matrices only have a size.
template <typename T>
struct ZeroAllocator {
  static_assert(std::is_trivially_destructible_v<T>);
  using value_type = T;

  ZeroAllocator() = default;
  template <typename U>
  ZeroAllocator(const ZeroAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    return static_cast<T*>(allocated([count] { return std::calloc(count, sizeof(T)); }));
  }
  void deallocate(T* memory, std::size_t) noexcept { std::free(memory); }

  /// Elements without an initial value are zero already.
  template <typename U>
  void construct(U*) noexcept {}
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(static_cast<Arguments&&>(arguments)...);
  }

  bool operator==(const ZeroAllocator&) const noexcept { return true; }
};

/// An array of matrix elements, zero when it is made. To be sized once: elements that resize() adds to ones that were
/// removed are not zero.
template <typename T>
using Workspace = std::vector<T, ZeroAllocator<T>>;

/// Room for `count` elements at least, of which none is kept: what there was goes before more is taken.
template <typename Vector>
void make_room(Vector& elements, std::size_t count) {
  if (elements.size() >= count)
    return;
  elements = Vector();
  elements.resize(count);
}

/// Memory that all processes of a simulated program have in common, for messages that nobody reads: kernel::computes() is
/// false.
std::byte* common_memory(std::size_t bytes);

} // namespace hetgrid::kernel
