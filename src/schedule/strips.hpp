// How a local product is cut, so that its process can look after messages in between.
#pragma once

#include "hetgrid/layout.hpp"

#include <algorithm>

namespace hetgrid::schedule {

using layout::Index;

/// Not within so many columns.
inline constexpr Index look_columns = 96;

/// As often, seconds, where so many processes wait for messages of this one.
inline double strip_seconds(double others) {
  constexpr double least = 5e-4;
  return std::max(least, 0.01 / others);
}

/// The first of n columns that is in strip s of so many. Only where the BLAS's kernels, up to 48 columns at a time, have a border
/// anyhow: then the same kernel computes an element, and rounds it likewise.
inline Index strip_border(Index n, Index strips, Index s) {
  constexpr Index unit = 48;
  return s == strips ? n : n * s / strips / unit * unit;
}

} // namespace hetgrid::schedule
