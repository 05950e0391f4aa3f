// What processes hold of a product that a server has computed, elements: every call takes its memory before it begins.
#pragma once

#include "hetgrid/dynamic.hpp"
#include "hetgrid/server.hpp"
#include "server/links.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hetgrid::linalg {

using layout::Index;

/// Of A, B and C, on a worker at most.
inline Index room_of_worker(const server::Product& product, const server::Worker& worker) {
  const Index all = product.m * product.n + (product.m + product.n) * product.k;
  return std::min(server::capacity(product, worker), all);
}

/// Copies on their way between the server, which is process 0, and its workers, at most.
inline Index room_of_copies(const server::Product& product, const server::Star& star) {
  Index copies = 0;
  for (const server::Worker& worker : star.workers) {
    if (worker.process == 0)
      continue;
    const Index its =
        (server::posted_at_once + 1) * room_of_worker(product, worker); // what waits fills its memory at most
    copies = star.port == plan::Port::one ? std::max(copies, its) : copies + its;
  }
  return copies;
}

/// The server's copy of a panel of m x k or less that a worker has to factor, at most.
inline Index room_of_panel(const server::Product& product, const server::Star& star) {
  Index most = 0;
  for (const server::Worker& worker : star.workers)
    if (worker.process != 0)
      most = std::max(most, room_of_worker(product, worker));
  return std::min(most, product.m * product.k);
}

/// What a policy remembers, bytes: of the blocks of C, and, where workers are sent tasks, of these and of the blocks that each of them has.
inline std::size_t policy_memory(std::string_view policy, Index workers, const server::Product& product) {
  constexpr Index of_block = 128, of_task = 8;
  const Index r = product.r(), s = product.s(), t = product.t();
  Index bytes = of_block * r * s;
  if (std::ranges::find(dynamic::strategies(), policy, &dynamic::StrategyInfo::name) !=
      dynamic::strategies().end())
    bytes += of_task * r * s * t + workers * of_block * (r * s + r * t + s * t);
  return static_cast<std::size_t>(bytes);
}

} // namespace hetgrid::linalg
