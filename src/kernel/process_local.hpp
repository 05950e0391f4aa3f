// Variables of which every process has one.
#pragma once

#ifdef HETGRID_SIMULATED
#include <cstddef>
#endif

namespace hetgrid::kernel {

#ifdef HETGRID_SIMULATED

/// What `make` made at this process's first call for a slot. Under SimGrid all processes share one address space.
void* process_slot(std::size_t slot, void* (*make)());
std::size_t new_process_slot();

/// The T of this process, value-initialised at its first use. One for each type: wrap what is not a type of its own.
template <typename T>
T& process_local() {
  static const std::size_t slot = new_process_slot();
  return *static_cast<T*>(process_slot(slot, []() -> void* { return new T{}; }));
}

#else

template <typename T>
T& process_local() {
  static T instance{};
  return instance;
}

#endif

} // namespace hetgrid::kernel
