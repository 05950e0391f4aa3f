// How a local product is cut, so that its process can look after messages in between.
#pragma once

#include "hetgrid/layout.hpp"

namespace hetgrid::schedule {

using layout::Index;

/// As often, seconds, but not within so many columns.
inline constexpr double look_seconds = 0.01;
inline constexpr Index look_columns = 96;

/// The first of n columns that is in strip s of so many. Only where the BLAS's kernels, up to 48 columns at a time, have a border
/// anyhow: then the same kernel computes an element, and rounds it likewise.
inline Index strip_border(Index n, Index strips, Index s) {
  constexpr Index unit = 48;
  return s == strips ? n : n * s / strips / unit * unit;
}

} // namespace hetgrid::schedule
