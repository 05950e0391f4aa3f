// Orders of the blocks of a whole matrix that is factored, of rows and columns together.
#pragma once

#include "plan/objective.hpp"

#include <vector>

namespace hetgrid::plan {

/// Owners of the block rows and block columns of a square matrix: grid lines, not all of which need to own any.
struct MatrixOrders {
  std::vector<int> rows, columns;
};

/// A grid line that owns c blocks is asked what c + x would take it, to get one more. 1: what it would own, so that no line ever
/// takes longer than it has to, but those with few blocks own half a block too few on average; 1/2: the nearest whole numbers,
/// which balance a line over several steps.
struct Rounding {
  double rows = 1, columns = 1;
};

/// Orders by which what remains of the matrix at each step of a factorization is balanced. O(p q) for each of the blocks.
/// Ties go to the lowest grid row, then the lowest grid column. \param blocks of the matrix along an axis
MatrixOrders matrix_orders(const TimeMatrix& t, int blocks, const Rounding& rounding = {});

} // namespace hetgrid::plan
