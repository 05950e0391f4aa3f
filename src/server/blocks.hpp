// Ranges of block indices.
#pragma once

#include "hetgrid/server.hpp"

#include <algorithm>

namespace hetgrid::server {

/// What both have; of no size, or less, if that is nothing.
inline Blocks common(Blocks x, Blocks y) {
  return {std::max(x.begin, y.begin), std::min(x.end, y.end)};
}

/// Whether they have blocks in common.
inline bool meet(Blocks x, Blocks y) {
  return common(x, y).size() > 0;
}
/// The same of pieces of one operand.
inline bool meet(const Piece& x, const Piece& y) {
  return meet(x.rows, y.rows) && meet(x.columns, y.columns);
}

} // namespace hetgrid::server
