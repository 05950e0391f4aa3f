// P (A11; A21) = (L11; L21) U11 where the rows of the panel are: the processes of a grid column own some of them each.
//
// One all-reduce a column, as in HPL: it finds the pivot and brings two rows to all processes, the pivot's and the one whose
// place it takes. So every process has the rows of the window, factored so far, beside its own rows:
//
//     square(0:k, :)   rows 0 .. k-1 of the panel after their interchanges: L11 \ U11
//     my rows          those behind row k-1
//
// and all that is left is local. Columns are factored by the recursive scheme, left half, update of the right half, right
// half: when column c is done and 2^t leaves of columns is the largest power of two that divides c,
//
//     square(c-s:c, c:c+s) = L11(c-s:c, c-s:c)^-1 square(c-s:c, c:c+s)       s = 2^t leaves
//     A(my rows, c:c+s)   -= L(my rows, c-s:c) square(c-s:c, c:c+s)
//
// A column of a leaf that begins with column b is updated when it is its turn, so that it is read and written once:
//
//     square(b:c, c)  = L11(b:c, b:c)^-1 square(b:c, c)
//     A(my rows, c)  -= L(my rows, b:c) square(b:c, c)
//
// The pivot is LAPACK's: the first element of the largest magnitude (of complex numbers, the sum of both parts).
#pragma once

#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "linalg/panel/panel_rows.hpp"

namespace hetgrid::linalg {

/// What an LU panel carries beside itself: INFO, the pivots (relative to the panel, from 0), and L(K,K), U(K,K).
template <typename T>
struct LuHeader {
  std::byte* data;
  Index width;

  static std::size_t square_offset(Index width) {
    return (sizeof(Index) * static_cast<std::size_t>(1 + width) + 63) / 64 * 64;
  }
  static std::size_t bytes(Index width) {
    return square_offset(width) + static_cast<std::size_t>(width * width) * sizeof(T);
  }
  Index& info() const { return *reinterpret_cast<Index*>(data); }
  Index* pivots() const { return &info() + 1; }
  T* square() const { return reinterpret_cast<T*>(data + square_offset(width)); }
};

/// The rows of the window that are mine get their factors, those of the header.
template <typename T>
void store_window(const DistributedPanel<T>& panel, const LuHeader<T>& header) {
  const PanelRows& rows = panel.rows;
  if (!kernel::move_elements<T>(rows.before(panel.width) * panel.width))
    return;
  for (Index row = 0; row < panel.width; ++row)
    if (rows.owns(row))
      for (Index c = 0, local = rows.before(row); c < panel.width; ++c)
        panel.data[local + c * panel.ld] = header.square()[row + c * panel.width];
}

template <typename T>
class LuPanel {
public:
  /// Of an exchange.
  static std::size_t exchange_bytes(Index width) { return Candidate::bytes(width); }

  /// \param first  window's first index, for INFO
  void start(const DistributedPanel<T>& panel, Index first) {
    panel_ = panel;
    header_ = {panel.header, panel.width};
    first_ = first;
    column_ = 0;
    header_.info() = 0;
  }

  /// Goes on until it has to wait. \return true once the panel is factored
  bool advance() {
    for (; column_ < panel_.width; ++column_) {
      const bool done = panel_.line->reduce(
          [this] {
            update_column();
            propose();
            return exchange_bytes(panel_.width);
          },
          [this](const std::byte* one, std::byte* best) { combine(one, best); });
      if (!done)
        return false;
      eliminate();
    }
    store_window(panel_, header_);
    return true;
  }

private:
  using R = kernel::Real<T>;
  static constexpr Index leaf = 8;

  /// What is exchanged: the best pivot among the rows of some processes, with its row, and the row of the diagonal if one of
  /// them has it.
  struct Candidate {
    std::byte* data;
    Index width;

    static constexpr std::size_t rows_offset = 32;
    static std::size_t bytes(Index width) {
      return rows_offset + 2 * static_cast<std::size_t>(width) * sizeof(T);
    }
    double& magnitude() const { return *reinterpret_cast<double*>(data); } ///< -1: no row
    Index& row() const { return *reinterpret_cast<Index*>(data + 8); }
    Index& has_diagonal() const { return *reinterpret_cast<Index*>(data + 16); }
    T* pivot_row() const { return reinterpret_cast<T*>(data + rows_offset); }
    T* diagonal_row() const { return pivot_row() + width; }
  };

  T* at(Index row, Index column) const { return panel_.data + row + column * panel_.ld; }
  T* square(Index row, Index column) const { return header_.square() + row + column * panel_.width; }

  void copy_row(Index row, T* to) const {
    for (Index c = 0; c < panel_.width; ++c)
      to[c] = *at(row, c);
  }

  /// The updates of the column by those of its leaf.
  void update_column() {
    const Index first = column_ / leaf * leaf, depth = column_ - first;
    if (!kernel::computes() || depth == 0)
      return;
    const kernel::Untimed untimed;
    T* const u = square(first, column_);
    for (Index k = 0; k < depth; ++k)
      for (Index i = k + 1; i < depth; ++i)
        u[i] -= *square(first + i, first + k) * u[k];
    const Index begin = panel_.rows.before(column_), count = panel_.rows.count() - begin;
    if (count > 0)
      kernel::gemv(kernel::Transpose::no, static_cast<int>(count), static_cast<int>(depth), T(-1),
                   at(begin, first), static_cast<int>(panel_.ld), u, 1, T(1), at(begin, column_), 1);
  }

  struct Element {
    Index place;
    R magnitude;
  };
  /// The first of the largest elements, place 0 and magnitude -1 if there are none that are numbers. Maxima of several
  /// subsequences do not wait for each other; where in a block the largest is, is looked for in the end.
  static Element largest_of(const T* x, Index count) {
    constexpr Index lanes = 8, block = 128;
    R largest = -1;
    Index place = 0;
    const auto keep = [](R& maximum, R size) { maximum = size > maximum ? size : maximum; }; // false for NaN
    for (Index b = 0; b < count; b += block) {
      const Index end = std::min(count, b + block);
      R maxima[lanes];
      std::fill_n(maxima, lanes, R(-1));
      Index i = b;
      for (; i + lanes <= end; i += lanes)
        for (Index l = 0; l < lanes; ++l)
          keep(maxima[l], kernel::cabs1(x[i + l]));
      for (; i < end; ++i)
        keep(maxima[0], kernel::cabs1(x[i]));
      if (const R maximum = *std::max_element(maxima, maxima + lanes); maximum > largest) {
        largest = maximum;
        place = b;
      }
    }
    while (largest >= 0 && kernel::cabs1(x[place]) != largest)
      ++place;
    return {place, largest};
  }

  /// My candidate for the pivot of the column.
  void propose() {
    if (!kernel::computes())
      return;
    const Candidate mine{panel_.line->data(), panel_.width};
    const PanelRows& rows = panel_.rows;
    const Index begin = rows.before(column_);
    mine.magnitude() = -1;
    mine.row() = 0;
    mine.has_diagonal() = rows.owns(column_);
    auto [place, largest] = largest_of(at(begin, column_), rows.count() - begin);
    // A diagonal that is not a number is the pivot, as nothing is larger.
    if (mine.has_diagonal() && std::isnan(kernel::cabs1(*at(begin, column_)))) {
      largest = std::numeric_limits<R>::infinity();
      place = 0;
    }
    if (largest >= 0) {
      mine.magnitude() = largest;
      mine.row() = rows.global(begin + place);
      copy_row(begin + place, mine.pivot_row());
    }
    if (mine.has_diagonal())
      copy_row(begin, mine.diagonal_row());
  }

  void combine(const std::byte* one_data, std::byte* best_data) const {
    if (!kernel::computes())
      return;
    const Candidate one{const_cast<std::byte*>(one_data), panel_.width}, best{best_data, panel_.width};
    if (one.magnitude() > best.magnitude() ||
        (one.magnitude() == best.magnitude() && one.row() < best.row())) {
      best.magnitude() = one.magnitude();
      best.row() = one.row();
      std::copy_n(one.pivot_row(), panel_.width, best.pivot_row());
    }
    if (one.has_diagonal()) {
      best.has_diagonal() = 1;
      std::copy_n(one.diagonal_row(), panel_.width, best.diagonal_row());
    }
  }

  /// The exchange is complete.
  void eliminate() {
    const Index width = panel_.width;
    kernel::pass_time(kernel::pair_cost<T> / 2 * static_cast<double>(width) *
                          static_cast<double>(panel_.rows.count()),
                      &plan::KernelRates::getrf_columns);
    if (!kernel::computes())
      return;
    const kernel::Untimed untimed;
    const Candidate all{panel_.line->data(), width};
    const Index pivot = all.row();
    const T* const pivot_row = all.pivot_row();
    header_.pivots()[column_] = pivot;
    for (Index c = 0; c < width; ++c)
      *square(column_, c) = pivot_row[c];
    if (pivot != column_ && panel_.rows.owns(pivot)) {
      const Index row = panel_.rows.before(pivot);
      for (Index c = 0; c < width; ++c)
        *at(row, c) = all.diagonal_row()[c];
    }
    const Index begin = panel_.rows.before(column_ + 1), count = panel_.rows.count() - begin;
    scale(begin, count, pivot_row[column_]);
    const Index done = column_ + 1, leaf_end = std::min(width, (column_ / leaf + 1) * leaf);
    if (done == leaf_end && done < width)
      update_right(done, begin, count);
  }

  void scale(Index begin, Index count, const T& pivot) {
    if (pivot == T(0)) {
      if (header_.info() == 0)
        header_.info() = first_ + column_ + 1;
      return;
    }
    T* const column = at(begin, column_);
    if (kernel::cabs1(pivot) >= std::numeric_limits<R>::min()) {
      const T factor = T(1) / pivot;
      std::for_each_n(column, count, [&](T& x) { x *= factor; });
    } else
      std::for_each_n(column, count, [&](T& x) { x /= pivot; });
  }

  /// The columns behind column `done` that the recursion updates next.
  void update_right(Index done, Index begin, Index count) {
    const Index depth = done & -done; // leaves are a power of two
    const Index columns = std::min(depth, panel_.width - done);
    const int ld = static_cast<int>(panel_.width);
    kernel::trsm(kernel::Side::left, kernel::Uplo::lower, kernel::Transpose::no, kernel::Diag::unit,
                 static_cast<int>(depth), static_cast<int>(columns), T(1), square(done - depth, done - depth),
                 ld, square(done - depth, done), ld);
    if (count > 0)
      kernel::gemm(kernel::Transpose::no, kernel::Transpose::no, static_cast<int>(count),
                   static_cast<int>(columns), static_cast<int>(depth), T(-1), at(begin, done - depth),
                   static_cast<int>(panel_.ld), square(done - depth, done), ld, T(1), at(begin, done),
                   static_cast<int>(panel_.ld));
  }

  DistributedPanel<T> panel_;
  LuHeader<T> header_{nullptr, 0};
  Index first_ = 0, column_ = 0;
};

} // namespace hetgrid::linalg
