// Triangular matrices that are applied to another one window by window: what products (trmm.cpp) and solves (trsm.cpp) have in
// common.
#pragma once

#include "linalg/axis_runs.hpp"
#include "linalg/outer_product.hpp"

#include <utility>

namespace hetgrid::linalg {

/// How a triangular matrix A is applied: M = op(A) to the left or the right of B. B's rows that M meets from the left, or its
/// columns, from the right, are its inner lines, as many as A's order; the others are its outer lines.
struct TriangularOperator {
  kernel::Side side;
  kernel::Uplo uplo;
  kernel::Transpose trans;
  kernel::Diag diag;

  bool left() const noexcept { return side == kernel::Side::left; }
  /// M is lower triangular.
  bool lower() const noexcept { return (uplo == kernel::Uplo::lower) == (trans == kernel::Transpose::no); }
  /// Which factor of a product M is, and which one some inner lines of B are.
  Operand factor() const noexcept { return left() ? Operand::a : Operand::b; }
  Operand lines() const noexcept { return left() ? Operand::b : Operand::a; }

  /// The inner lines that depend on those of a window are those behind it; else those before it.
  bool forward() const noexcept { return lower() == left(); }
  /// They, for the window `k`, of `order`.
  IndexRange dependent(const IndexRange& k, Index order) const noexcept {
    return forward() ? IndexRange{k.end, order} : IndexRange{0, k.begin};
  }
};

/// Inner lines of B.
template <typename T>
Submatrix<T> inner_lines(const TriangularOperator& op, const Submatrix<T>& b, const IndexRange& range) {
  return op.left() ? b.part(range.begin, 0, range.size(), b.n) : b.part(0, range.begin, b.m, range.size());
}

/// The panels of M, as the inner lines of B lie: of windows [first, last), each the range k(first, last) of inner lines, what
/// it adds to the inner lines s(k): M(s,k) from the left, M(k,s) from the right.
template <typename T, typename WindowOf, typename LinesOf>
PanelSource<T> source_of_triangle(Grid& grid, const TriangularOperator& op, const Submatrix<const T>& a,
                                  const Submatrix<T>& b, Index window, WindowOf k, LinesOf s) {
  const bool aligned = op.left() ? layout::aligned(a.rows, a.i, b.rows, b.i, b.m)
                                 : layout::aligned(a.columns, a.j, b.columns, b.j, b.n);
  const bool by_columns = op.left() == (op.trans == kernel::Transpose::no);
  return source_of(grid, op.factor(), op.trans, aligned, b, window, [=](Index first, Index last) {
    const IndexRange of = k(first, last), lines = s(of);
    return std::pair(by_columns ? a.part(lines.begin, of.begin, lines.size(), of.size())
                                : a.part(of.begin, lines.begin, of.size(), lines.size()),
                     lines.begin);
  });
}

/// The local part of B, inner and outer lines.
template <typename T>
class LocalLines {
public:
  LocalLines(Grid& grid, const TriangularOperator& op, const Submatrix<T>& b)
      : grid_(grid), left_(op.left()), b_(b), outer_(left_ ? b.local_columns(grid) : b.local_rows(grid)) {}

  /// My inner lines before the one of this index.
  Index before(Index index) const {
    return left_ ? b_.rows.local_count(b_.i, index, grid_.myrow())
                 : b_.columns.local_count(b_.j, index, grid_.mycol());
  }
  Index count(const IndexRange& range) const { return before(range.end) - before(range.begin); }
  Index outer() const { return outer_; }
  T* line(Index local) const { return b_.local_data(grid_) + (left_ ? local : local * b_.ld); }
  Index ld() const { return b_.ld; }

  /// Calls visit(offset, count, local) for the runs of inner lines of `range` that are mine, offset counted from its first and
  /// `local` my number of the first of them.
  template <typename Visit>
  void for_each_mine(const IndexRange& range, Visit&& visit) const {
    Index local = before(range.begin);
    const auto run = [&](Index offset, Index count) {
      visit(offset, count, local);
      local += count;
    };
    if (left_)
      for_each_run(b_.rows, b_.i + range.begin, range.size(), grid_.myrow(), run);
    else
      for_each_run(b_.columns, b_.j + range.begin, range.size(), grid_.mycol(), run);
  }

  /// My inner lines of `range` become alpha factor x + beta themselves, x being what all of them have of w other ones; from the
  /// right alpha x factor. `factor` begins with the first of them.
  void add_product(runtime::Engine& engine, const IndexRange& range, Index w, T alpha,
                   const LocalFactor<T>& factor, const LocalFactor<T>& x, T beta) const {
    const Index inner = count(range);
    if (inner == 0 || outer_ == 0)
      return;
    T* const to = line(before(range.begin));
    if (left_)
      multiply(grid_, engine, inner, outer_, w, alpha, factor, x, beta, to, b_.ld);
    else
      multiply(grid_, engine, outer_, inner, w, alpha, x, factor, beta, to, b_.ld);
  }

private:
  Grid& grid_;
  bool left_;
  Submatrix<T> b_;
  Index outer_;
};

/// A factor of a product with inner lines of B, without its first lines.
template <typename T>
LocalFactor<T> lines_from(const TriangularOperator& op, const LocalFactor<T>& factor, Index line) {
  return op.left() ? factor.rows_from(line) : factor.columns_from(line);
}

} // namespace hetgrid::linalg
