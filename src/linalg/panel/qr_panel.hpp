// A = (I - V T V^H) (R; 0) where the rows of the panel are: LAPACK's reflectors and signs, with one all-reduce a column.
//
// Columns are factored in blocks. With x = A(j+1:m, j), the all-reduce of column j brings
//
//     s_k = x^H A(j+1:m, k) for the columns k of the block, and row j of them
//
// to all processes: the norm of x, hence the reflector H = I - tau v v^H, v = (1; x scale); what its application to the
// columns behind j needs, v^H A(j:m, k) = A(j, k) + conj(scale) s_k; and of the columns before j, which hold the reflectors
// so far, v_k^H v for T. By v it is only the columns of a leaf, a part of the block, that are updated at once; for those
// behind, which stay as they are until the leaf ends, the products are rows of V_l^H C:
//
//     C -= V_l T_l^H (V_l^H C)        C = A(:, columns of the block behind leaf l)
//
// Between blocks one all-reduce of V_b^H (all other columns of the panel) serves the update of the
// columns behind the block and T again:
//
//     C -= V_b T_b^H (V_b^H C)        T(0:b, b) = -T(0:b, 0:b) (V^H V_b) T_b
//
// Squares of elements may over- or underflow where the elements do not. Then the column is scaled by its largest element, by
// two more all-reduces.
#pragma once

#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/panel/panel_rows.hpp"
#include "schedule/panel_cost.hpp"

#include <complex>
#include <vector>

namespace hetgrid::linalg {

/// What a panel of reflectors carries beside V, which is spread with its zeros and ones: T and, after a factorization, R, of
/// which the rows matter that the receivers own.
template <typename T>
struct ReflectorHeader {
  std::byte* data;
  Index width;

  static std::size_t bytes(Index width) { return 2 * static_cast<std::size_t>(width * width) * sizeof(T); }
  T* t() const { return reinterpret_cast<T*>(data); }
  T* r() const { return t() + width * width; }
};

template <typename T>
class QrPanel {
public:
  /// Of the longest exchange.
  static std::size_t exchange_bytes(Index width) {
    const Index block = std::min(width, block_width);
    return sizeof(T) * static_cast<std::size_t>(std::max(2 * block, block * width));
  }
  /// What a panel takes of this process's memory at most beside the exchange, bytes.
  static std::size_t memory(Index width) {
    return sizeof(T) * static_cast<std::size_t>(width * width + leaf_width * std::min(width, block_width));
  }

  void start(const DistributedPanel<T>& panel) {
    panel_ = panel;
    header_ = {panel.header, panel.width};
    products_.resize(static_cast<std::size_t>(panel.width * panel.width));
    projections_.resize(static_cast<std::size_t>(leaf_width * std::min(panel.width, block_width)));
    column_ = 0;
    next_ = Exchange::column;
    kernel::scale(panel.width, panel.width, T(0), header_.t(), panel.width);
  }

  /// Goes on until it has to wait. \return true once the panel is factored
  bool advance() {
    while (column_ < panel_.width) {
      if (!panel_.line->reduce([this] { return contribute(); },
                               [this](const std::byte* one, std::byte* sum) { combine(one, sum); }))
        return false;
      take();
    }
    finish();
    return true;
  }

private:
  using R = kernel::Real<T>;
  static constexpr Index block_width = schedule::qr_block, leaf_width = 8;

  /// What the next all-reduce is for.
  enum class Exchange {
    column,  ///< s and row j
    largest, ///< the largest element of column j, which has to be scaled
    scaled,  ///< s of the scaled column
    block    ///< V_b^H times all other columns
  };

  T* at(Index row, Index column) const { return panel_.data + row + column * panel_.ld; }
  T* t(Index row, Index column) const { return header_.t() + row + column * panel_.width; }
  /// v_i^H v_k, i < k.
  T& product(Index i, Index k) { return products_[static_cast<std::size_t>(i + k * panel_.width)]; }
  T* data() const { return reinterpret_cast<T*>(panel_.line->data()); }
  Index block_begin() const { return column_ / block_width * block_width; }
  Index block_end() const { return std::min(panel_.width, block_begin() + block_width); }
  Index block() const { return block_end() - block_begin(); }
  Index leaf_begin() const { return column_ / leaf_width * leaf_width; }
  Index leaf_end() const { return std::min(panel_.width, leaf_begin() + leaf_width); }
  /// (V_l^H C)(i, k), i counted from the leaf's first column, k from the block's.
  T& projection(Index i, Index k) { return projections_[static_cast<std::size_t>(i + k * leaf_width)]; }

  // Exchanges.

  /// \return bytes of what is exchanged
  std::size_t contribute() {
    const auto elements = [](Index count) { return sizeof(T) * static_cast<std::size_t>(count); };
    switch (next_) {
    case Exchange::column:
      contribute_column(R(1));
      return elements(2 * block());
    case Exchange::largest:
      contribute_largest();
      return elements(1);
    case Exchange::scaled:
      contribute_column(largest_);
      return elements(2 * block());
    case Exchange::block:
      break;
    }
    contribute_block();
    return elements(block() * panel_.width);
  }

  void combine(const std::byte* one_data, std::byte* sum_data) const {
    if (!kernel::computes())
      return;
    const T* const one = reinterpret_cast<const T*>(one_data);
    T* const sum = reinterpret_cast<T*>(sum_data);
    if (next_ == Exchange::largest) {
      if (!(std::real(*one) <= std::real(*sum))) // also where it is not a number
        *sum = *one;
      return;
    }
    const Index count = next_ == Exchange::block ? block() * panel_.width : 2 * block();
    for (Index k = 0; k < count; ++k)
      sum[k] += one[k];
  }

  void take() {
    switch (next_) {
    case Exchange::column:
      if (is_out_of_range())
        next_ = Exchange::largest;
      else
        reflect(R(1));
      return;
    case Exchange::largest:
      largest_ = kernel::computes() ? std::real(*data()) : R(1);
      if (!(largest_ > 0 && std::isfinite(largest_)))
        largest_ = 1;
      next_ = Exchange::scaled;
      return;
    case Exchange::scaled:
      reflect(largest_);
      return;
    case Exchange::block:
      update_panel();
      return;
    }
  }

  /// (x / scale)^H A for the columns of the block, and row j of them from the process that owns it.
  void contribute_column(R scale) {
    kernel::pass_time(kernel::pair_cost<T> * static_cast<double>(panel_.width) *
                          static_cast<double>(panel_.rows.count()),
                      &plan::KernelRates::geqrf_columns);
    if (!kernel::computes())
      return;
    const Index width = block(), first = block_begin(), begin = panel_.rows.before(column_ + 1),
                count = panel_.rows.count() - begin;
    T* const sums = data();
    std::fill_n(sums, width, T(0));
    std::fill_n(sums + width, width, T(-R(0))); // with which -0 stays what it is
    if (panel_.rows.owns(column_))
      for (Index k = 0; k < width; ++k)
        sums[width + k] = *at(begin - 1, first + k);
    if (scale != R(1))
      std::for_each_n(at(begin, column_), count, [scale](T& x) { x /= scale; });
    const kernel::Untimed untimed;
    if (count > 0)
      kernel::gemv(kernel::Transpose::conjugate, static_cast<int>(count), static_cast<int>(width), T(1),
                   at(begin, first), static_cast<int>(panel_.ld), at(begin, column_), 1, T(0), sums, 1);
    conjugate(sums, width); // A^H x
  }

  /// Of x.
  void contribute_largest() {
    if (!kernel::computes())
      return;
    R largest = 0;
    for (Index r = panel_.rows.before(column_ + 1); r < panel_.rows.count(); ++r) {
      const R size = std::max(std::abs(std::real(*at(r, column_))), std::abs(std::imag(*at(r, column_))));
      if (!(size <= largest))
        largest = size;
    }
    *data() = T(largest);
  }

  /// True if a square or a product may have been too large or too small for a number. Products that are zero matter where x
  /// is small: 1e-130 times 1e-200 is zero, but v times 1e-200 is not.
  bool is_out_of_range() const {
    using Limits = std::numeric_limits<R>;
    constexpr R smallest = Limits::min() / (Limits::epsilon() * Limits::epsilon());
    if (!kernel::computes())
      return false;
    const T* const sums = data();
    const R square = std::real(sums[column_ - block_begin()]);
    const auto fits = [=](const T& x) {
      return std::isfinite(std::real(x)) && std::isfinite(std::imag(x)) &&
             (square >= Limits::epsilon() || std::abs(std::real(x)) + std::abs(std::imag(x)) >= smallest);
    };
    return !(square >= smallest) || !std::all_of(sums, sums + block(), fits);
  }

  /// The reflector of column j, from what has come; x has been divided by `scaling`.
  void reflect(R scaling) {
    next_ = Exchange::column;
    if (kernel::computes()) {
      const Index j = column_ - block_begin(), width = block();
      const T* const sums = data();
      const T* const row = sums + width;
      const auto [tau, scale, diagonal] =
          reflector(row[j], scaling, std::sqrt(std::max(std::real(sums[j]), R(0)))); // stays NaN
      apply(sums, row, tau, scale, diagonal);
    }
    ++column_;
    if (column_ == panel_.width || column_ % block_width == 0)
      end_block();
  }

  struct Reflector {
    T tau, scale, diagonal;
  };
  /// LAPACK's larfg for x with a norm of scaling * norm. `scale` makes v of x / scaling.
  static Reflector reflector(const T& alpha, R scaling, R norm) {
    constexpr R smallest = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
    if (norm == 0 && std::imag(alpha) == 0)
      return {T(0), T(0), alpha};
    const auto size_of = [&](R factor) {
      return std::hypot(std::hypot(factor * std::real(alpha), factor * std::imag(alpha)),
                        factor * scaling * norm);
    };
    // Numbers without all their digits must not get into tau.
    const R factor = size_of(R(1)) < smallest ? 1 / smallest : R(1);
    const R size = size_of(factor), beta = std::signbit(std::real(alpha)) ? size : -size;
    const T scaled = factor * alpha;
    return {(T(beta) - scaled) / beta, T(factor * scaling) / (scaled - T(beta)), T(beta / factor)};
  }

  void apply(const T* sums, const T* row, const T& tau, const T& scale, const T& diagonal) {
    const kernel::Untimed untimed;
    const Index first = block_begin(), j = column_ - first, width = block(), leaf = leaf_end() - first;
    const Index begin = panel_.rows.before(column_ + 1), count = panel_.rows.count() - begin;
    const bool owner = panel_.rows.owns(column_);
    for (Index k = 0; k < j; ++k)
      product(first + k, column_) = conjugate(row[k]) + scale * conjugate(sums[k]);
    form_column_of_t(tau);
    std::for_each_n(at(begin, column_), count, [&](T& x) { x *= scale; });
    T w[leaf_width];
    for (Index k = j + 1; k < leaf; ++k) {
      w[k - j - 1] = conjugate(tau) * (row[k] + conjugate(scale) * sums[k]);
      if (owner)
        *at(begin - 1, first + k) = row[k] - w[k - j - 1];
    }
    if (owner)
      *at(begin - 1, column_) = diagonal;
    if (count > 0 && j + 1 < leaf)
      kernel::ger(static_cast<int>(count), static_cast<int>(leaf - j - 1), T(-1), at(begin, column_), 1, w, 1,
                  at(begin, column_ + 1), static_cast<int>(panel_.ld));
    for (Index k = leaf; k < width; ++k)
      projection(column_ - leaf_begin(), k) = row[k] + conjugate(scale) * sums[k];
    if (j + 1 == leaf && leaf < width)
      update_block();
  }

  /// The columns of the block behind the leaf that ends with column_.
  void update_block() {
    const Index first = leaf_begin(), end = leaf_end(), depth = end - first, columns = block_end() - end;
    const int n = static_cast<int>(columns), l = static_cast<int>(leaf_width),
              ld = static_cast<int>(panel_.ld);
    T* const w = &projection(0, end - block_begin());
    kernel::trmm(kernel::Side::left, kernel::Uplo::upper, kernel::Transpose::conjugate,
                 kernel::Diag::non_unit, static_cast<int>(depth), n, T(1), t(first, first),
                 static_cast<int>(panel_.width), w, l);
    // Above its diagonal V_l is zero, where the panel has R.
    for (Index row = first; row < end; ++row)
      if (panel_.rows.owns(row))
        for (Index c = 0, local = panel_.rows.before(row); c < columns; ++c) {
          T sum = w[row - first + c * leaf_width];
          for (Index i = first; i < row; ++i)
            sum += *at(local, i) * w[i - first + c * leaf_width];
          *at(local, end + c) -= sum;
        }
    const Index begin = panel_.rows.before(end), count = panel_.rows.count() - begin;
    if (count > 0)
      kernel::gemm(kernel::Transpose::no, kernel::Transpose::no, static_cast<int>(count), n,
                   static_cast<int>(depth), T(-1), at(begin, first), ld, w, l, T(1), at(begin, end), ld);
  }

  /// With the columns of the block before c:  T(:, c) = -tau T V^H v_c,  T(c, c) = tau
  void form_column_of_t(const T& tau) {
    const Index c = column_;
    for (Index k = block_begin(); k < c; ++k) {
      const T factor = -tau * product(k, c);
      for (Index i = block_begin(); i <= k; ++i)
        *t(i, c) += *t(i, k) * factor;
    }
    *t(c, c) = tau;
  }

  static void conjugate(T* x, Index count) {
    std::transform(x, x + count, x, [](const T& value) { return conjugate(value); });
  }
  static T conjugate(const T& x) {
    if constexpr (std::is_floating_point_v<T>)
      return x;
    else
      return std::conj(x);
  }

  // Blocks. While one ends, column_ is its last.

  /// V_b becomes explicit, its triangle of R moves to the header.
  void end_block() {
    --column_;
    const Index first = block_begin(), end = block_end();
    if (kernel::computes()) {
      for (Index row = first; row < end; ++row)
        if (panel_.rows.owns(row)) {
          const Index local = panel_.rows.before(row);
          for (Index c = first; c < end; ++c)
            if (c >= row) {
              header_.r()[row + c * panel_.width] = *at(local, c);
              *at(local, c) = T(c == row ? 1 : 0);
            }
        }
    }
    if (panel_.width > block_width)
      next_ = Exchange::block;
    else
      column_ = panel_.width;
  }

  /// V_b^H times all other columns, block() x width.
  void contribute_block() {
    if (!kernel::computes())
      return;
    const kernel::Untimed untimed;
    const Index first = block_begin(), width = block(), begin = panel_.rows.before(first),
                count = panel_.rows.count() - begin;
    std::fill_n(data(), width * panel_.width, T(0));
    const auto multiply = [&](Index from, Index to) {
      if (count > 0 && from < to)
        kernel::gemm(kernel::Transpose::conjugate, kernel::Transpose::no, static_cast<int>(width),
                     static_cast<int>(to - from), static_cast<int>(count), T(1), at(begin, first),
                     static_cast<int>(panel_.ld), at(begin, from), static_cast<int>(panel_.ld), T(0),
                     data() + from * width, static_cast<int>(width));
    };
    multiply(0, first);
    multiply(block_end(), panel_.width);
  }

  void update_panel() {
    next_ = Exchange::column;
    const Index end = block_end();
    if (kernel::computes()) {
      const kernel::Untimed untimed;
      extend_t();
      update_right();
    }
    column_ = end;
  }

  /// T(0:first, b) = -T(0:first, 0:first) (V^H V_b) T_b
  void extend_t() {
    const Index first = block_begin(), width = block();
    const int ld = static_cast<int>(panel_.width), w = static_cast<int>(width), f = static_cast<int>(first);
    if (first == 0)
      return;
    for (Index k = 0; k < width; ++k)
      for (Index i = 0; i < first; ++i)
        *t(i, first + k) = conjugate(data()[k + i * width]);
    kernel::trmm(kernel::Side::left, kernel::Uplo::upper, kernel::Transpose::no, kernel::Diag::non_unit, f, w,
                 T(-1), header_.t(), ld, t(0, first), ld);
    kernel::trmm(kernel::Side::right, kernel::Uplo::upper, kernel::Transpose::no, kernel::Diag::non_unit, f,
                 w, T(1), t(first, first), ld, t(0, first), ld);
  }

  /// C -= V_b T_b^H (V_b^H C)
  void update_right() {
    const Index first = block_begin(), end = block_end(), width = block(), begin = panel_.rows.before(first),
                count = panel_.rows.count() - begin, columns = panel_.width - end;
    if (columns == 0)
      return;
    const int w = static_cast<int>(width), n = static_cast<int>(columns);
    T* const product = data() + end * width;
    kernel::trmm(kernel::Side::left, kernel::Uplo::upper, kernel::Transpose::conjugate,
                 kernel::Diag::non_unit, w, n, T(1), t(first, first), static_cast<int>(panel_.width), product,
                 w);
    if (count > 0)
      kernel::gemm(kernel::Transpose::no, kernel::Transpose::no, static_cast<int>(count), n, w, T(-1),
                   at(begin, first), static_cast<int>(panel_.ld), product, w, T(1), at(begin, end),
                   static_cast<int>(panel_.ld));
  }

  /// What stands above V in the columns of later blocks belongs to R.
  void finish() {
    if (!kernel::move_elements<T>(panel_.rows.before(panel_.width) * panel_.width))
      return;
    for (Index row = 0; row < panel_.width; ++row)
      if (panel_.rows.owns(row))
        for (Index c = (row / block_width + 1) * block_width, local = panel_.rows.before(row);
             c < panel_.width; ++c) {
          header_.r()[row + c * panel_.width] = *at(local, c);
          *at(local, c) = T(0);
        }
  }

  DistributedPanel<T> panel_;
  ReflectorHeader<T> header_{nullptr, 0};
  std::vector<T> products_, projections_;
  Index column_ = 0;
  Exchange next_ = Exchange::column;
  R largest_ = 1; ///< what the column is scaled by
};

} // namespace hetgrid::linalg
