// Base case of the recursion on a triangular matrix: a small triangle and the panel of B it meets.
#pragma once

#include "comm/collectives.hpp"
#include "comm/redistribute.hpp"
#include "kernel/blas.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// How a triangular matrix A is applied: op(A) from the left or the right.
struct TriangularOperator {
  kernel::Side side;
  kernel::Uplo uplo;
  kernel::Transpose trans;
  kernel::Diag diag;

  bool left() const noexcept { return side == kernel::Side::left; }
  /// op(A) is lower triangular.
  bool lower() const noexcept { return (uplo == kernel::Uplo::lower) == (trans == kernel::Transpose::no); }
};

/// Up to this order a triangle is applied by TriangularPanel: deep enough for the local BLAS, and small
/// enough that the panels of all triangles hold but a small part of the work.
inline constexpr Index triangular_panel_width = 256;

/// Order of the first diagonal block of a triangular matrix of order n > triangular_panel_width that is cut
/// in two: a multiple of the panel width near n / 2.
inline Index triangular_split(Index n) {
  const Index panels = (n + triangular_panel_width - 1) / triangular_panel_width;
  return panels / 2 * triangular_panel_width;
}

/// Applies triangles of order <= triangular_panel_width to panels of B: rows of B if A stands on the left,
/// columns if on the right. Below for the left; the right is its mirror.
///
/// A column of the panel needs the whole triangle and nothing else. So the triangle is replicated, and the
/// columns, each spread over the rows of a grid column, are dealt out among the processes of that grid
/// column, by the shares of the plan, as whole columns: all processes work, each at its speed, and the
/// exchange stays in the grid column. With one grid row the panel is where it has to be.
template <typename T>
class TriangularPanel {
public:
  /// \param order of the largest triangle to come
  /// \param b     the matrix whose panels are to come
  /// Workspace in elements: order^2 + order * b.n / (p q). Local, within a Reservation of memory().
  TriangularPanel(const Grid& grid, const TriangularOperator& op, Index order, const Submatrix<T>& b)
      : grid_(grid), left_(op.left()) {
    if (alone())
      return;
    order = std::min(order, triangular_panel_width);
    triangle_.resize(static_cast<std::size_t>(order * order));
    if (in_place())
      return;
    lines_ = left_ ? deal(b.columns, grid.row_map()) : deal(b.rows, grid.column_map());
    const Index count = lines_.local_count(left_ ? b.j : b.i, left_ ? b.n : b.m, grid.rank());
    panel_.resize(static_cast<std::size_t>(std::max<Index>(1, order * count))); // an address to count from
    placement_ = comm::Placement::of(grid);
    (left_ ? placement_.q : placement_.p) = processes();
    (left_ ? placement_.p : placement_.q) = 1;
    placement_.myrow = left_ ? 0 : grid.rank();
    placement_.mycol = left_ ? grid.rank() : 0;
  }

  /// What it takes of this process's memory at most, bytes, for triangles of any order. Local.
  static std::size_t memory(const Grid& grid, kernel::Side side, const Submatrix<T>& b) {
    const bool left = side == kernel::Side::left;
    const Index w = triangular_panel_width, lines = left ? b.local_columns(grid) : b.local_rows(grid);
    const auto processes = static_cast<Index>(grid.p() * grid.q());
    const Index dealt = left ? b.columns.map.panel() * grid.row_map().panel()
                             : b.rows.map.panel() * grid.column_map().panel();
    return runtime::bytes_of<T>(w * w + w * lines) +
           runtime::bytes_of<Index>(2 * (processes + 2) * (dealt + 2)) +
           runtime::redistribution_memory(grid, std::max(b.m, w), std::max(b.n, w));
  }

  /// Replicates the triangle `a` and calls apply(m, n, a, lda, b, ldb) for m x n local parts of `b` that are
  /// whole columns (rows) of it. Collective over the grid.
  template <typename Apply>
  void run(const Submatrix<const T>& a, const Submatrix<T>& b, Apply&& apply) {
    if (alone())
      return apply(b.m, b.n, a.local_data(grid_), a.ld, b.local_data(grid_), b.ld);
    replicate(a);
    if (in_place())
      return apply(b.local_rows(grid_), b.local_columns(grid_), triangle_.data(), a.m, b.local_data(grid_),
                   b.ld);
    const Submatrix<T> panel = panel_of(b);
    const comm::Placement grid_placement = comm::Placement::of(grid_);
    comm::redistribute(grid_.all(), grid_placement, comm::as_const(b), placement_, panel);
    const Index count = lines_.local_count(left_ ? b.j : b.i, left_ ? b.n : b.m, grid_.rank());
    apply(left_ ? b.m : count, left_ ? count : b.n, triangle_.data(), a.m, panel_.data(), panel.ld);
    comm::redistribute(grid_.all(), placement_, comm::as_const(panel), grid_placement, b);
  }

private:
  int processes() const noexcept { return grid_.p() * grid_.q(); }
  bool alone() const noexcept { return processes() == 1; }
  bool in_place() const noexcept { return (left_ ? grid_.p() : grid_.q()) == 1; }

  /// The columns of `axis` over all processes: the blocks of each grid column go to its grid rows as the
  /// panel `shares` says; on the right rows and columns change places.
  layout::Axis deal(const layout::Axis& axis, const layout::AxisMap& shares) const {
    std::vector<int> order(static_cast<std::size_t>(axis.map.panel() * shares.panel()));
    for (std::size_t block = 0; block < order.size(); ++block) {
      const int along = axis.map.owner(static_cast<Index>(block));
      const int across = shares.owner(axis.map.blocks_before(static_cast<Index>(block), along));
      order[block] = left_ ? across * grid_.q() + along : along * grid_.q() + across;
    }
    return {layout::AxisMap(processes(), order), axis.n, axis.nb, axis.src};
  }

  /// All of `a` on every process, by way of the owner of its first element.
  void replicate(const Submatrix<const T>& a) {
    const int row = a.rows.owner(a.i), column = a.columns.owner(a.j);
    const layout::Axis rows{layout::AxisMap::uniform(grid_.p()), a.m, a.m, row};
    const layout::Axis columns{layout::AxisMap::uniform(grid_.q()), a.n, a.n, column};
    const Submatrix<T> copy{rows, columns, 0, 0, a.m, a.n, triangle_.data(), a.m};
    comm::redistribute(grid_, a, copy, false, false);
    comm::broadcast(triangle_.data(), static_cast<std::size_t>(a.m * a.n), row * grid_.q() + column,
                    grid_.all());
  }

  Submatrix<T> panel_of(const Submatrix<T>& b) {
    const Index order = left_ ? b.m : b.n;
    const layout::Axis whole{layout::AxisMap(), order, order, 0};
    // `data` is where the local part of the whole matrix would begin.
    if (left_)
      return {whole, lines_, 0, b.j, b.m, b.n, panel_.data() - lines_.local(b.j, grid_.rank()) * order,
              order};
    const Index ld = std::max<Index>(1, lines_.local_count(b.i, b.m, grid_.rank()));
    return {lines_, whole, b.i, 0, b.m, b.n, panel_.data() - lines_.local(b.i, grid_.rank()), ld};
  }

  const Grid& grid_;
  bool left_;
  std::vector<T> triangle_, panel_;
  layout::Axis lines_;        ///< columns (rows) of B over all processes
  comm::Placement placement_; ///< of all processes in one row (column)
};

} // namespace hetgrid::linalg
