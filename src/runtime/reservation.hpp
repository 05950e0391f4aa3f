// All processes of a grid have the memory of a call, or none begins.
#pragma once

#include "comm/agreement.hpp"
#include "comm/grid.hpp"
#include "comm/redistribute.hpp"
#include "measure/profile.hpp"

#include <concepts>

namespace hetgrid::runtime {

/// Of what is small in any routine: streams, lists of steps, texts of errors.
inline std::size_t small_memory(const comm::Grid& grid) noexcept {
  constexpr std::size_t small = std::size_t{256} << 10, of_process = 2048;
  return small + of_process * static_cast<std::size_t>(grid.p() * grid.q());
}

/// comm::Reservation over the grid, of `bytes` and small_memory(). Every
/// routine makes one before it communicates or changes an operand; what it takes is the sum of the functions x_memory
/// of what it uses. Collective over the grid. \throws SystemError, on every process, if one has no memory
[[nodiscard]] inline comm::Reservation take_memory(const comm::Grid& grid, const char* purpose,
                                                   std::size_t bytes) {
  const measure::Phase phase(&measure::Profile::idle);
  return {grid.all(), purpose, bytes + small_memory(grid)};
}
/// The same where it takes memory to find how many: bytes() may throw std::bad_alloc.
template <std::invocable Bytes>
[[nodiscard]] comm::Reservation take_memory(const comm::Grid& grid, const char* purpose, const Bytes& bytes) {
  const measure::Phase phase(&measure::Profile::idle);
  return {grid.all(), purpose, [&] { return bytes() + small_memory(grid); }};
}

/// Bytes of so many elements.
template <typename T>
constexpr std::size_t bytes_of(layout::Index elements) noexcept {
  return static_cast<std::size_t>(elements) * sizeof(T);
}

/// Bytes of this process's part of a matrix that is laid out as `a`.
template <typename T>
std::size_t local_bytes(const comm::Grid& grid, const comm::Submatrix<T>& a) noexcept {
  return bytes_of<T>((a.local_rows(grid) + 1) * (a.local_columns(grid) + 1));
}

/// What reserving a channel for panels of up to `panel` bytes takes of this process's memory at most, bytes.
constexpr std::size_t stream_memory(std::size_t panel, comm::Channel channel) noexcept {
  return comm::PanelStream::memory(panel, comm::Channels::slots(channel));
}

/// comm::redistribution_memory within the grid.
inline std::size_t redistribution_memory(const comm::Grid& grid, layout::Index m, layout::Index n) noexcept {
  return comm::redistribution_memory(m, n, 2 * grid.p() * grid.q());
}

} // namespace hetgrid::runtime
