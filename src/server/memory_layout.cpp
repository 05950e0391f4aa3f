#include "hetgrid/server_memory.hpp"

#include "hetgrid/error.hpp"

#include <cmath>

namespace hetgrid::server {

Index buffers_needed(MemoryLayout layout, Index mu) {
  switch (layout) {
  case MemoryLayout::maximum_reuse:
    return 1 + mu + mu * mu;
  case MemoryLayout::overlapped:
    return mu * mu + 4 * mu;
  case MemoryLayout::sequential:
    return mu * mu + 2 * mu;
  case MemoryLayout::thirds:
    return 3 * mu * mu;
  case MemoryLayout::fifths:
    break;
  }
  return 5 * mu * mu;
}

namespace {

constexpr Index most_buffers = 1'000'000'000'000'000'000;

void check_buffers(Index buffers) {
  if (buffers < 1 || buffers > most_buffers)
    throw ArgumentError("buffers", std::to_string(buffers), "1 to " + std::to_string(most_buffers));
}

} // namespace

Index largest_mu(MemoryLayout layout, Index buffers) {
  check_buffers(buffers);
  Index low = 0, high = static_cast<Index>(std::sqrt(static_cast<double>(buffers))) + 1; // mu^2 <= m
  while (high - low > 1) {
    const Index middle = low + (high - low) / 2;
    (buffers_needed(layout, middle) <= buffers ? low : high) = middle;
  }
  return low;
}

int steps_held(MemoryLayout layout) {
  return layout == MemoryLayout::overlapped || layout == MemoryLayout::fifths ? 2 : 1;
}

Index depth(MemoryLayout layout, Index mu) {
  return layout == MemoryLayout::thirds || layout == MemoryLayout::fifths ? mu : 1;
}

double communication_ratio(Index mu, Index t) {
  return 2 / static_cast<double>(t) + 2 / static_cast<double>(mu);
}

double least_communication_ratio(Index buffers) {
  check_buffers(buffers);
  return std::sqrt(27 / (8 * static_cast<double>(buffers)));
}

} // namespace hetgrid::server
