// Memory that begins with zeros and costs nothing until it is touched.
#pragma once

#include <cstdlib>
#include <memory>
#include <new>

namespace hetgrid::scalapack::wrapper {

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

template <typename T>
using Zeroed = std::unique_ptr<T[], Free>;

/// \throws std::bad_alloc
template <typename T>
Zeroed<T> zeroed(std::size_t size) {
  Zeroed<T> memory(static_cast<T*>(std::calloc(size > 0 ? size : 1, sizeof(T))));
  if (!memory)
    throw std::bad_alloc();
  return memory;
}

} // namespace hetgrid::scalapack::wrapper
