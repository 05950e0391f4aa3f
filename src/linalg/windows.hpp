// Windows: the steps of a right-looking blocked factorization.
#pragma once

#include "comm/grid.hpp"
#include "hetgrid/layout.hpp"

#include <vector>

namespace hetgrid::linalg {

using layout::Index;

/// Indices [first, first + width) of the dimension that is factored, relative to the submatrix.
struct Window {
  Index first, width;
  int process; ///< who factors it, a rank in Grid::all()
};

/// One dimension of a submatrix.
struct Extent {
  const layout::Axis& axis;
  Index begin; ///< global index of the submatrix's first row or column
};

/// Cuts indices [0, count) into windows of about `width`, along the block borders of `across`, the dimension whose
/// indices a window is made of. `length` is the long side of the first panel, at least `count`;
/// once that of a panel is not larger than `tail`, all that is left becomes one window.
///
/// The process that factors a window is one of the fastest of the grid (cycle-time at most 1.25 times the smallest):
/// an owner of a diagonal element of the window if one is fast, else one in the grid column of the first of them, else
/// any; among several the one that has had the fewest windows. `rows` and `columns` tell where diagonal elements live.
std::vector<Window> make_windows(const comm::Grid& grid, const Extent& rows, const Extent& columns,
                                 const Extent& across, Index count, Index length, Index width, Index tail);

} // namespace hetgrid::linalg
