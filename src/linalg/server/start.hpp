// What all processes of a product with workers have to know before it begins.
#pragma once

#include "hetgrid/server.hpp"

#include <cstddef>

namespace hetgrid::linalg {

template <typename T>
struct GemmStart {
  bool begins = false; ///< else the server has found its arguments illegal
  server::Product product;
  T alpha = T(0);
};

/// Announcements, reports and lists, bytes.
inline constexpr std::size_t small_memory = std::size_t{256} << 10;

/// Of transfers to a worker the server hears when their updates are done.
inline bool is_reported(const server::Transfer& transfer) {
  return !transfer.updates.empty() || !transfer.released.empty();
}

} // namespace hetgrid::linalg
