// Shapes in which three processes end: the archetypes of [DeFlumere14] 6.3.2, by the corners and the enclosing rectangles of the
// two smaller processes R and S.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstdint>
#include <optional>

namespace hetgrid::partition {

/// Corners of the shape of a process, as 6.3.3 counts them: 4 of a rectangle, 6 of an L, 8 of a ring. Numbers of cells seldom make
/// rectangles, so sides that are one cell long do not count: without them the sides at their ends are one.
std::int64_t corners(const Partition& partition, int process);

enum class Archetype {
  a, ///< no overlap: R and S are rectangular, and so are disjoint but for lines that they own in part
  b, ///< L shape: the enclosing rectangles overlap, one process is rectangular, the other has six corners
  c, ///< interlock: the enclosing rectangles overlap, neither process is rectangular
  d ///< surround: the enclosing rectangles overlap, one process is rectangular, the other, around it, has eight corners
};

/// Null if it is none of them. R and S are all but the process with the most cells, the first of equals.
/// \pre partition.processes() == 3
std::optional<Archetype> archetype(const Partition& partition);

} // namespace hetgrid::partition
