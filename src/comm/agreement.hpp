// All processes get their memory, or none goes on.
#pragma once

#include "comm/opening.hpp"
#include "hetgrid/error.hpp"
#include "kernel/standby_memory.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <new>
#include <optional>

namespace hetgrid::comm {

/// True if `success` is on every process. Collective over `comm`.
bool all_succeed(MPI_Comm comm, bool success);

/// \param success this process has its memory for `purpose`, so many bytes (0: not known)
/// Collective over `comm`. \throws SystemError on every process if one has not
void require_everywhere(MPI_Comm comm, bool success, const char* purpose, std::size_t bytes);

/// What the processes of a call tell each other about its arguments: always one reduction of the same length, so that
/// those who mean different contexts find out.
class ArgumentAgreement {
public:
  enum Purpose { call = 1, new_grid = 2 };
  /// Values that can be compared.
  static constexpr int capacity = 96;

  explicit ArgumentAgreement(Purpose purpose) noexcept : entries_{} { compare(purpose, purpose); }
  /// A value that must be the same on all processes; `key`, for the caller, says which.
  void same(int key, std::int64_t value) noexcept { compare(key, value); }
  /// This process has no opinion on it.
  void no_opinion(int key) noexcept;
  /// Collective like Opening::largest. \param illegal the lowest key this process objects to, 0: none
  /// \return the lowest key that a process objects to or that differs between processes, the same everywhere; 0: none
  /// \throws SystemError, on every process, if they call for different purposes
  int reduce(const Opening& opening, int illegal);

private:
  struct Entry {
    std::int64_t largest, largest_negative;
  };
  void compare(int key, std::int64_t value) noexcept;

  int count_ = 0;
  std::array<int, capacity> keys_;
  std::array<Entry, capacity> entries_;
};

/// A call that has nothing to compare begins. Collective and errors as ArgumentAgreement::reduce.
void meet(const Opening& opening);

/// Runs `reserve`, which gets memory for `purpose` and communicates with nobody. Collective over `comm`.
/// \throws SystemError, on every process, if it throws std::bad_alloc or SystemError on any
template <typename Reserve>
void reserve_together(MPI_Comm comm, const char* purpose, Reserve&& reserve) {
  bool mine = true;
  try {
    reserve();
  } catch (const std::bad_alloc&) {
    mine = false;
  } catch (const SystemError&) {
    mine = false;
  }
  require_everywhere(comm, mine, purpose, 0);
}

/// The memory of a call: what its processes allocate from here to the end of this object's life, messages and
/// collective operations in between, does not fail for want of memory (kernel::StandbyMemory). Every routine makes one
/// before it changes an operand. Within the life of another one, as where a routine calls others, it does nothing, and
/// costs nothing.
class Reservation {
public:
  /// \param bytes what this process may allocate; may differ between processes
  /// Collective over `comm`. \throws SystemError, on every process, if one cannot have its bytes
  Reservation(MPI_Comm comm, const char* purpose, std::size_t bytes)
      : Reservation(comm, purpose, std::optional(bytes)) {}
  /// The same where memory is needed to find how many: bytes() may throw std::bad_alloc; it is not called within the life of
  /// another one.
  template <std::invocable Bytes>
  Reservation(MPI_Comm comm, const char* purpose, const Bytes& bytes)
      : Reservation(comm, purpose,
                    kernel::StandbyMemory::active() ? std::optional<std::size_t>(0) : found(bytes)) {}

private:
  template <typename Bytes>
  static std::optional<std::size_t> found(const Bytes& bytes) {
    try {
      return bytes();
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  }
  /// \param bytes nullopt: there is no memory to find how many
  Reservation(MPI_Comm comm, const char* purpose, std::optional<std::size_t> bytes);

  std::optional<kernel::StandbyMemory> standby_;
};

} // namespace hetgrid::comm
