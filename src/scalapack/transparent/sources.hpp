// Where in their panels the uneven copies begin.
#pragma once

#include "comm/submatrix.hpp"
#include "scalapack/transparent/session.hpp"

namespace hetgrid::scalapack::transparent {

/// Panel positions of the first block row and the first block column of a copy.
struct Sources {
  int row = 0, column = 0;
};

/// Those with which most of the submatrix stays on its process, where what a slow process need not exchange counts
/// more. `rows` and `columns` are the uniform axes of the original, which begins at (i, j), 0-based, and has m rows and n
/// columns; the copy has blocks of mb x nb. Local, the same on all processes.
Sources closest_sources(const Session& session, const layout::Axis& rows, layout::Index i, layout::Index m,
                        layout::Index mb, const layout::Axis& columns, layout::Index j, layout::Index n,
                        layout::Index nb);

} // namespace hetgrid::scalapack::transparent
