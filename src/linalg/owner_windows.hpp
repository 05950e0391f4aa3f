// Windows of an elimination whose owners have something to do before anybody else can go on (getri.cpp, invert_triangle.cpp,
// hegst.cpp).
#pragma once

#include "linalg/outer_product.hpp"

#include <algorithm>

namespace hetgrid::linalg {

/// Windows of the indices of a square matrix, one after the other: of one owner, if its blocks are not too narrow for that.
class OwnerWindows {
public:
  template <typename T>
  OwnerWindows(const Grid& grid, const Submatrix<T>& a)
      : rows_(a.rows), columns_(a.columns), i_(a.i), j_(a.j), n_(a.n),
        width_(width_of(std::max(grid.p(), grid.q()), a.n)) {}

  /// Indices of one at most.
  Index widest() const { return std::min(n_, width_ + width_ / 2); }

  /// The one that begins with index `first`; empty behind the last one.
  IndexRange at(Index first) const {
    if (first == n_)
      return {first, first};
    Index end = end_of_owner(first);
    if (const Index run = end - first; run > width_ + width_ / 2) {
      const Index parts = (run + width_ / 2) / width_;
      end = first + (run + parts - 1) / parts;
    }
    while (end < n_ && end - first < narrowest)
      end = std::min(end_of_owner(end), first + width_);
    return {first, end};
  }
  /// About, for a profile.
  Index number(const IndexRange& k) const { return k.begin / width_; }
  /// One grid column has all columns of a window (a), or one grid row all its rows (b).
  bool has_one_owner(Operand side, const IndexRange& k) const {
    const layout::Axis& axis = side == Operand::a ? columns_ : rows_;
    const Index first = (side == Operand::a ? j_ : i_) + k.begin, end = first + k.size();
    return axis.run_end(first, end) == end;
  }

private:
  static constexpr Index narrowest = 32; ///< deep enough for the BLAS

  /// What the owners of a window do takes w / n of the operations of its update, times the processes that wait for them.
  static Index width_of(int processes, Index n) {
    constexpr Index usual = 2 * narrowest;
    return std::min(n, std::clamp(n / (18 * processes), narrowest, usual));
  }
  /// Of columns from this one on that have one owner, as the rows of the same indices have.
  Index end_of_owner(Index index) const {
    return std::min(columns_.run_end(j_ + index, j_ + n_) - j_, rows_.run_end(i_ + index, i_ + n_) - i_);
  }

  layout::Axis rows_, columns_;
  Index i_, j_, n_;
  Index width_; ///< indices of one, about
};

/// What this process has of a square matrix. Lines of a side are rows (Operand::a) or columns (b). Local.
template <typename T>
class OwnPart {
public:
  OwnPart(const Grid& grid, const Submatrix<T>& a) : grid_(grid), a_(a) {}

  /// Lines before index `index`.
  Index before(Operand side, Index index) const {
    return side == Operand::a ? a_.rows.local_count(a_.i, index, grid_.myrow())
                              : a_.columns.local_count(a_.j, index, grid_.mycol());
  }
  Index lines(Operand side, const IndexRange& range) const {
    return before(side, range.end) - before(side, range.begin);
  }
  /// Some of the columns (a), or the rows (b), of a window are here.
  bool owns_some(Operand side, const IndexRange& k) const { return lines(other_side(side), k) > 0; }

  /// Where a block begins.
  T* block(const IndexRange& rows, const IndexRange& columns) const {
    return a_.local_data(grid_) + before(Operand::a, rows.begin) + before(Operand::b, columns.begin) * a_.ld;
  }
  /// Where the lines of a range begin in the columns (a), or the rows (b), of a window.
  T* place(Operand side, const IndexRange& k, const IndexRange& range) const {
    return side == Operand::a ? block(range, k) : block(k, range);
  }

private:
  const Grid& grid_;
  Submatrix<T> a_;
};

} // namespace hetgrid::linalg
