// What is known of a BLACS context without communication: shape, place of this process, axes of its matrices.
#pragma once

#include "comm/blacs.hpp"
#include "comm/grid.hpp"

namespace hetgrid::api {

/// BLACS_GRIDINFO. For a context this process is not in everything is -1.
struct GridShape {
  int p = -1, q = -1, myrow = -1, mycol = -1;

  explicit GridShape(int context) { Cblacs_gridinfo(context, &p, &q, &myrow, &mycol); }
  bool member() const noexcept { return myrow >= 0; }
};

/// Row and column axis of a matrix on its context. The descriptor is legal, this process is in the context.
struct ContextAxes {
  layout::Axis rows, columns;

  ContextAxes(const layout::Descriptor& desc, const GridShape& shape) {
    if (const comm::Grid* const grid = comm::Grid::find(desc.context)) {
      rows = grid->row_axis(desc);
      columns = grid->column_axis(desc);
    } else { // no grid was made for it: it has no plan
      rows = {layout::AxisMap::uniform(shape.p), desc.m, desc.mb, desc.rsrc};
      columns = {layout::AxisMap::uniform(shape.q), desc.n, desc.nb, desc.csrc};
    }
  }
};

} // namespace hetgrid::api
