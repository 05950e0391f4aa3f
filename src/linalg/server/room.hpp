// What processes hold of a product that a server has computed, elements: every call takes its memory before it begins.
#pragma once

#include "hetgrid/server.hpp"
#include "server/links.hpp"

#include <algorithm>

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

/// The server's copy of a panel that a worker has to factor, at most.
inline Index room_of_panel(const server::Product& product, const server::Star& star) {
  Index most = 0;
  for (const server::Worker& worker : star.workers)
    if (worker.process != 0)
      most = std::max(most, room_of_worker(product, worker));
  return most;
}

} // namespace hetgrid::linalg
