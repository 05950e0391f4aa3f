// The shapes that partitions are chosen from. A new one is one more line of registry.cpp.
#pragma once

#include "partition/shape/canonical.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::partition {

struct Shape {
  std::string name;
  /// Ways to draw it on N x N cells for shares with the sum 1, in the order of the processes; the fastest way counts.
  std::function<Drawn(std::span<const double> shares, std::int64_t cells)> draw;
  /// The fastest process has whole rows and columns, which it can compute alone under SCO and PCO.
  bool overlaps = false;
  /// To draw it once for hundreds of processes takes seconds.
  bool is_slow = false;
};

/// For so many processes. Several with the same name are forms of one shape.
std::vector<Shape> shapes_for(std::size_t processes);

} // namespace hetgrid::partition
