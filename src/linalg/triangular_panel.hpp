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
    const layout::Axis& axis = left_ ? b.columns : b.rows;
    const Index here = axis.local(axis.n, left_ ? grid.mycol() : grid.myrow());
    lines_here_ = {layout::AxisMap(), here, std::max<Index>(1, here), 0};
    dealt_ = {left_ ? grid.row_map() : grid.column_map(), here, axis.nb, 0};
    panel_.resize(
        static_cast<std::size_t>(std::max<Index>(1, order * my_lines(b)))); // an address to count from
    std::vector<int> ranks(static_cast<std::size_t>(members()));
    std::iota(ranks.begin(), ranks.end(), 0);
    column_ = {members(), 1, ranks, me(), 0};
    row_ = {1, members(), std::move(ranks), 0, me()};
  }

  /// What it takes of this process's memory at most, bytes, for triangles of any order. Local.
  static std::size_t memory(const Grid& grid, kernel::Side side, const Submatrix<T>& b) {
    const bool left = side == kernel::Side::left;
    const Index w = triangular_panel_width, lines = left ? b.local_columns(grid) : b.local_rows(grid);
    const int members = left ? grid.p() : grid.q();
    return runtime::bytes_of<T>(w * w + w * lines) + 64 * static_cast<std::size_t>(members) +
           runtime::redistribution_memory(grid, w, w) +
           comm::redistribution_memory(std::max(b.m, w), std::max(b.n, w), 2 * members);
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
    const Submatrix<T> spread = spread_of(b), panel = panel_of(b);
    const MPI_Comm line = left_ ? grid_.column() : grid_.row();
    const comm::Placement &from = left_ ? column_ : row_, &to = left_ ? row_ : column_;
    comm::redistribute(line, from, comm::as_const(spread), to, panel);
    const Index count = my_lines(b);
    apply(left_ ? b.m : count, left_ ? count : b.n, triangle_.data(), a.m, panel_.data(), panel.ld);
    comm::redistribute(line, to, comm::as_const(panel), from, spread);
  }

private:
  int processes() const noexcept { return grid_.p() * grid_.q(); }
  bool alone() const noexcept { return processes() == 1; }
  bool in_place() const noexcept { return (left_ ? grid_.p() : grid_.q()) == 1; }

  /// Of the grid column (row) in which the exchange stays.
  int members() const noexcept { return left_ ? grid_.p() : grid_.q(); }
  int me() const noexcept { return left_ ? grid_.myrow() : grid_.mycol(); }
  /// Local index of the first column (row) of `b`, and how many of them there are on this grid column (row).
  Index first_line(const Submatrix<T>& b) const {
    return left_ ? b.columns.local(b.j, grid_.mycol()) : b.rows.local(b.i, grid_.myrow());
  }
  Index lines(const Submatrix<T>& b) const { return left_ ? b.local_columns(grid_) : b.local_rows(grid_); }
  /// Of these, how many are dealt to this process.
  Index my_lines(const Submatrix<T>& b) const { return dealt_.local_count(first_line(b), lines(b), me()); }

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

  /// The part of `b` on this grid column (row), where it is: its lines by local index.
  Submatrix<T> spread_of(const Submatrix<T>& b) const {
    if (left_)
      return {b.rows, lines_here_, b.i, first_line(b), b.m, lines(b), b.data, b.ld};
    return {lines_here_, b.columns, first_line(b), b.j, lines(b), b.n, b.data, b.ld};
  }
  /// The same in whole lines, those dealt to this process. `data` is where the local part of all of them would begin.
  Submatrix<T> panel_of(const Submatrix<T>& b) {
    const Index order = left_ ? b.m : b.n, first = first_line(b), before = dealt_.local(first, me());
    const layout::Axis whole{layout::AxisMap(), order, order, 0};
    if (left_)
      return {whole, dealt_, 0, first, order, lines(b), panel_.data() - before * order, order};
    return {
        dealt_, whole, first, 0, lines(b), order, panel_.data() - before, std::max<Index>(1, my_lines(b))};
  }

  const Grid& grid_;
  bool left_;
  std::vector<T> triangle_, panel_;
  layout::Axis lines_here_,
      dealt_;                    ///< columns (rows) of B on this grid column (row), together, and dealt out
  comm::Placement column_, row_; ///< of the members of the grid column (row), as a column and as a row
};

} // namespace hetgrid::linalg
