// Variables of which every process has one.
#pragma once

#include "kernel/execution.hpp"

#include <cstddef>

namespace hetgrid::kernel {

// Of a simulated program alone: all its processes share one address space.

/// What `make` made at this process's first call for a slot.
void* process_slot(std::size_t slot, void* (*make)());
std::size_t new_process_slot();

/// The T of this process, value-initialised at its first use. One for each type: wrap what is not a type of its own.
template <typename T>
T& process_local() {
  if constexpr (simulated) {
    static const std::size_t slot = new_process_slot();
    return *static_cast<T*>(process_slot(slot, []() -> void* { return new T{}; }));
  } else {
    static T instance{};
    return instance;
  }
}

} // namespace hetgrid::kernel
