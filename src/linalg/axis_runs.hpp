// What a process owns of a range of indices along an axis of a distributed matrix.
#pragma once

#include "hetgrid/layout.hpp"

namespace hetgrid::linalg {

using layout::Index;

/// Calls visit(offset, length) for the runs of [first, first + count) that `coordinate` owns; offsets count from `first`.
template <typename Visit>
void for_each_run(const layout::Axis& axis, Index first, Index count, int coordinate, Visit&& visit) {
  for (Index g = first; g < first + count;) {
    const Index end = axis.run_end(g, first + count);
    if (axis.owner(g) == coordinate)
      visit(g - first, end - g);
    g = end;
  }
}

} // namespace hetgrid::linalg
