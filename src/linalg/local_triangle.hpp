// Products of local arrays of which one triangle is wanted.
#pragma once

#include "kernel/matrix_ops.hpp"
#include "linalg/local_multiply.hpp"
#include "linalg/triangle.hpp"
#include "schedule/product.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace hetgrid::linalg {

/// The local part of one triangle of a square distributed submatrix C: a staircase, whose steps are as uneven as the
/// shares. Of column j it has rows step[j] .. m-1 (lower), or 0 .. step[j+1]-1 (upper).
template <typename T>
class LocalTriangle {
public:
  LocalTriangle(const comm::Grid& grid, kernel::Uplo uplo, const comm::Submatrix<T>& c)
      : lower_(uplo == kernel::Uplo::lower), c_(c.local_data(grid)), ld_(c.ld) {
    const Index columns = c.local_columns(grid), first_column = c.columns.local(c.j, grid.mycol());
    step_.resize(static_cast<std::size_t>(columns + 1));
    step_.back() = lower_ ? c.local_rows(grid) : 0;
    for (Index column = 0; column < columns; ++column) {
      const Index j = c.columns.global(first_column + column, grid.mycol()) - c.j;
      step_[static_cast<std::size_t>(lower_ ? column : column + 1)] =
          c.rows.local_count(c.i, lower_ ? j : j + 1, grid.myrow());
    }
    if (!lower_)
      step_.front() = 0;
    scratch_.resize(static_cast<std::size_t>(order * order));
  }

  /// What it takes of a process's memory at most, bytes, for `columns` local columns.
  static std::size_t memory(Index columns) noexcept {
    return static_cast<std::size_t>(columns + 1) * sizeof(Index) + order * order * sizeof(T);
  }

  /// From now on progress() is called in between, as often as `processes` who wait for messages of this one need it.
  void attend(Index processes, std::function<void()> progress) {
    processes_ = processes;
    progress_ = std::move(progress);
  }

  /// C = alpha A B + beta C on the triangle, A and B with k columns and rows, by recursion on the columns:
  ///
  ///     | C11     |    C21, or C12 of an upper triangle, is one product, C11 and C22 are done alike. What has at
  ///     | C21 C22 |    most `order` rows and columns is computed whole, and its triangle is added.
  void multiply(Index k, T alpha, const LocalFactor<T>& a, const LocalFactor<T>& b, T beta) {
    k_ = k, alpha_ = alpha, beta_ = beta, a_ = &a, b_ = &b;
    triangle(0, std::ssize(step_) - 1);
  }
  /// The same of a part of C on its diagonal, of which these rows and columns are mine; `a` and `b` begin with the first of them.
  void multiply_part(Index row, Index row_end, Index column, Index column_end, Index k, T alpha,
                     const LocalFactor<T>& a, const LocalFactor<T>& b, T beta) {
    k_ = k, alpha_ = alpha, beta_ = beta, a_ = &a, b_ = &b;
    first_row_ = row, first_column_ = column;
    // Steps end where the part does.
    Index& border = step_[static_cast<std::size_t>(lower_ ? column_end : column)];
    const Index whole = std::exchange(border, lower_ ? row_end : row);
    triangle(column, column_end);
    border = whole;
    first_row_ = first_column_ = 0;
  }

private:
  static constexpr Index order = 128;

  Index step(Index column) const { return step_[static_cast<std::size_t>(column)]; }

  /// Columns begin .. end-1 of rows step(begin) .. step(end)-1.
  void triangle(Index begin, Index end) {
    const Index top = step(begin), rows = step(end) - top, columns = end - begin;
    if (columns == 0 || rows == 0)
      return;
    if (columns == 1)
      return rectangle(top, rows, begin, 1);
    if (rows <= order && columns <= order)
      return small_triangle(begin, end);
    const Index middle = begin + columns / 2;
    triangle(begin, middle);
    triangle(middle, end);
    if (lower_)
      rectangle(step(middle), step(end) - step(middle), begin, middle - begin);
    else
      rectangle(top, step(middle) - top, middle, end - middle);
  }
  void small_triangle(Index begin, Index end) {
    const Index top = step(begin), rows = step(end) - top;
    product(top, rows, begin, end - begin, T(0), scratch_.data(), rows);
    if (!kernel::computes())
      return;
    for (Index j = begin; j < end; ++j) {
      const Index first = lower_ ? step(j) : top, last = lower_ ? step(end) : step(j + 1);
      T* const to = c_ + j * ld_;
      const T* const from = scratch_.data() + (j - begin) * rows - top;
      kernel::scale(last - first, 1, beta_, to + first, ld_);
      for (Index i = first; i < last; ++i)
        to[i] += from[i];
    }
  }
  void rectangle(Index i, Index m, Index j, Index n) {
    if (m > 0 && n > 0)
      product(i, m, j, n, beta_, c_ + i + j * ld_, ld_);
  }
  /// X = alpha A(i.., :) B(:, j..) + beta X, m x n.
  void product(Index i, Index m, Index j, Index n, T beta, T* x, Index ldx) {
    const Index strips = progress_ ? schedule::product_strips(m, n, k_, processes_) : 1;
    linalg::multiply(m, n, k_, alpha_, a_->rows_from(i - first_row_), b_->columns_from(j - first_column_),
                     beta, x, ldx, strips, progress_);
    if (progress_)
      progress_();
  }

  bool lower_;
  T* c_;
  Index ld_;
  std::vector<Index> step_;
  std::vector<T> scratch_;
  Index k_ = 0; ///< of the product under way, as what follows
  T alpha_{}, beta_{};
  const LocalFactor<T>*a_ = nullptr, *b_ = nullptr;
  Index first_row_ = 0, first_column_ = 0; ///< with which its factors begin
  Index processes_ = 1;
  std::function<void()> progress_; ///< empty: nobody waits
};

} // namespace hetgrid::linalg
