// The diagonal blocks of a matrix, each gathered on one process and changed by it alone.
#pragma once

#include "comm/redistribute.hpp"
#include "kernel/workspace.hpp"
#include "linalg/triangular_panel.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>

namespace hetgrid::linalg {

/// Blocks of order triangular_panel_width, at which the recursion on a triangle ends. They depend on nothing else, so
/// that all are gathered at once, dealt out among the processes as blocks of the plan's panel are, and computed at the
/// same time, each process at its speed, instead of one after the other where the recursion comes to them.
template <typename T>
class DiagonalBlocks {
public:
  /// \param order of the matrix. Local, within a Reservation of memory()
  DiagonalBlocks(const Grid& grid, Index order) : grid_(grid), order_(order) {
    storage_.resize(static_cast<std::size_t>(std::max<Index>(1, mine_before(grid, order))));
  }

  /// What it takes of this process's memory at most, bytes. Local.
  static std::size_t memory(const Grid& grid, Index order) {
    return runtime::bytes_of<T>(mine_before(grid, order)) +
           runtime::redistribution_memory(grid, width, width);
  }

  /// Gathers the blocks of `a` and lets their owners apply(n, block, ld). Collective over the grid.
  template <typename Apply>
  void compute(const Submatrix<const T>& a, Apply&& apply) {
    for (Index first = 0; first < order_; first += width)
      get(first, a.part(first, first, extent(first), extent(first)));
    for (Index first = 0; first < order_; first += width)
      apply_to(first, apply);
  }
  /// The block whose first row is `first`, whole on one process.
  Submatrix<T> block(Index first) {
    const Index n = extent(first);
    const int rank = owner(grid_, first);
    const layout::Axis rows{layout::AxisMap::uniform(grid_.p()), n, n, rank / grid_.q()};
    const layout::Axis columns{layout::AxisMap::uniform(grid_.q()), n, n, rank % grid_.q()};
    return {
        rows, columns, 0, 0, n, n, storage_.data() + (rank == grid_.rank() ? mine_before(grid_, first) : 0),
        n};
  }

private:
  static constexpr Index width = triangular_panel_width;

  void get(Index first, const Submatrix<const T>& a) {
    comm::redistribute(grid_, a, block(first), false, false);
  }
  template <typename Apply>
  void apply_to(Index first, Apply& apply) {
    if (owner(grid_, first) != grid_.rank())
      return;
    const Submatrix<T> mine = block(first);
    apply(mine.m, mine.data, mine.ld);
  }
  Index extent(Index first) const { return std::min(width, order_ - first); }
  /// Rank of the process that computes a block: they follow one another through the panel of the plan row by row.
  static int owner(const Grid& grid, Index first) {
    const Index k = first / width;
    return grid.row_map().owner(k / grid.column_map().panel()) * grid.q() + grid.column_map().owner(k);
  }
  /// Elements of this process's blocks before `first`.
  static Index mine_before(const Grid& grid, Index first) {
    Index count = 0;
    for (Index k = 0; k < first; k += width)
      count += owner(grid, k) == grid.rank();
    return count * width * width;
  }

  const Grid& grid_;
  Index order_;
  kernel::Workspace<T> storage_;
};

} // namespace hetgrid::linalg
