// Ranges of block indices.
#pragma once

#include "hetgrid/server.hpp"

#include <algorithm>

namespace hetgrid::server {

/// What both have; of no size, or less, if that is nothing.
inline Blocks common(Blocks x, Blocks y) {
  return {std::max(x.begin, y.begin), std::min(x.end, y.end)};
}

} // namespace hetgrid::server
