// With op(A) lower triangular and A on the left,
//
//     X1 = op(A11)^-1 B1,   X2 = op(A22)^-1 (B2 - op(A21) X1)
//
// down to blocks of order 16 on the diagonal, and alike in the other cases. There V = A_kk^-1 is made, and X = op(V) B. The
// residual |op(A_kk) X - B| is then below c eps cond(A_kk) |A_kk| |X|, where substitution needs no cond(A_kk): a block whose
// condition is above a limit is left to the BLAS. So are the columns (rows) of B where infinities or NaNs come up: the zeros of
// V would spread them to unknowns that do not depend on them.
#include "kernel/trsm.hpp"

#include "kernel/blas_library.hpp"
#include "kernel/matrix_ops.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace hetgrid::kernel {
namespace {

constexpr int block_order = 16;
constexpr int smallest_order = 2 * block_order; ///< of A
constexpr int fewest_right_hand_sides = 32;
/// Right-hand sides solved for at a time: with them A and B stay in the second-level cache.
constexpr int strip = 512;
constexpr double largest_condition = 256;

/// Asked of the BLAS, not measured: the same bits in every run. Of complex types its trsm is slow on the left alone.
template <typename T>
bool products_are_faster(Side side) {
  static const bool has_slow_trsm = [] {
    const std::string_view core = blas_library().core;
    return core == "SkylakeX" || core == "Cooperlake" || core == "SapphireRapids";
  }();
  return has_slow_trsm && (std::is_floating_point_v<T> || side == Side::left);
}

template <typename T>
class BlockedSolve {
public:
  BlockedSolve(Side side, Uplo uplo, Transpose trans, Diag diag, const T* a, int lda)
      : side_(side), uplo_(uplo), trans_(trans), diag_(diag), a_(a), lda_(lda) {}

  /// For `count` right-hand sides, columns of B on the left, rows on the right.
  void solve(int order, int count, T* b, int ldb) {
    b_ = b;
    ldb_ = ldb;
    count_ = count;
    solve(0, order);
  }

private:
  bool left() const { return side_ == Side::left; }
  /// The first unknowns depend on no others.
  bool forward() const { return (uplo_ == Uplo::lower) == ((trans_ == Transpose::no) == left()); }
  const T* at(int row, int column) const { return a_ + row + static_cast<std::ptrdiff_t>(column) * lda_; }
  /// Unknowns from `first` on, of all right-hand sides.
  T* unknowns(int first) const { return b_ + (left() ? first : static_cast<std::ptrdiff_t>(first) * ldb_); }

  void solve(int first, int order) {
    if (order <= block_order)
      return solve_block(first, order);
    const int half = (order / 2 + block_order - 1) / block_order * block_order, middle = first + half;
    if (forward()) {
      solve(first, half);
      eliminate(first, half, middle, order - half);
      solve(middle, order - half);
    } else {
      solve(middle, order - half);
      eliminate(middle, order - half, first, half);
      solve(first, half);
    }
  }

  /// What is known is taken out of the equations of other unknowns.
  void eliminate(int known, int known_count, int other, int other_count) const {
    const bool straight = (trans_ == Transpose::no) == left();
    const T* const between = straight ? at(other, known) : at(known, other);
    if (left())
      gemm(trans_, Transpose::no, other_count, count_, known_count, T(-1), between, lda_, unknowns(known),
           ldb_, T(1), unknowns(other), ldb_);
    else
      gemm(Transpose::no, trans_, count_, other_count, known_count, T(-1), unknowns(known), ldb_, between,
           lda_, T(1), unknowns(other), ldb_);
  }

  void solve_block(int first, int order) {
    T* const x = unknowns(first);
    if (!invert(at(first, first), order))
      return substitute(at(first, first), order, count_, x);
    for (int begin = 0; begin < count_; begin += piece) {
      const int count = std::min(piece, count_ - begin);
      T* const some = x + (left() ? static_cast<std::ptrdiff_t>(begin) * ldb_ : begin);
      multiply(order, count, some);
      if (!is_finite(order, count, some)) {
        left() ? copy(order, count, right_side_.data(), order, some, ldb_)
               : copy(count, order, right_side_.data(), count, some, ldb_);
        substitute(at(first, first), order, count, some);
      }
    }
  }

  void substitute(const T* block, int order, int count, T* x) const {
    blas_trsm(side_, uplo_, trans_, diag_, left() ? order : count, left() ? count : order, T(1), block, lda_,
              x, ldb_);
  }

  /// X = op(V) X or X op(V), what X was is kept.
  void multiply(int order, int count, T* x) {
    T* const kept = right_side_.data();
    if (left()) {
      copy(order, count, x, ldb_, kept, order);
      gemm(trans_, Transpose::no, order, count, order, T(1), inverse_.data(), block_order, kept, order, T(0),
           x, ldb_);
    } else {
      copy(count, order, x, ldb_, kept, count);
      gemm(Transpose::no, trans_, count, order, order, T(1), kept, count, inverse_.data(), block_order, T(0),
           x, ldb_);
    }
  }

  /// 0 x is NaN where x is not finite.
  bool is_finite(int order, int count, const T* x) const {
    constexpr int parts = sizeof(T) / sizeof(Real<T>);
    const int length = parts * (left() ? order : count), lines = left() ? count : order;
    std::array<Real<T>, parts * piece> sums{};
    for (int k = 0; k < lines; ++k) {
      const auto* const values = reinterpret_cast<const Real<T>*>(x + static_cast<std::ptrdiff_t>(k) * ldb_);
      for (int i = 0; i < length; ++i)
        sums[static_cast<std::size_t>(i)] += 0 * values[i];
    }
    return std::ranges::all_of(sums, [](Real<T> sum) { return sum == 0; });
  }

  /// V = A^-1 by columns. \return false if A is worse conditioned than the limit, or not finite
  bool invert(const T* block, int order) {
    inverse_.fill(T(0));
    for (int j = 0; j < order; ++j) {
      T* const v = inverse_.data() + j * block_order;
      v[j] = T(1);
      if (uplo_ == Uplo::lower)
        for (int k = j; k < order; ++k)
          find(block, v, k, k + 1, order);
      else
        for (int k = j; k >= 0; --k)
          find(block, v, k, 0, k);
    }
    return norm(block, lda_, order, diag_) * norm(inverse_.data(), block_order, order, Diag::non_unit) <=
           largest_condition;
  }
  /// v(k), and its part of the equations [begin, end).
  void find(const T* block, T* v, int k, int begin, int end) const {
    const T* const column = block + static_cast<std::ptrdiff_t>(k) * lda_;
    if (diag_ == Diag::non_unit)
      v[k] /= column[k];
    for (int i = begin; i < end; ++i)
      v[i] -= column[i] * v[k];
  }
  /// Largest sum of a column's magnitudes.
  double norm(const T* block, int ld, int order, Diag diag) const {
    double largest = 0;
    for (int j = 0; j < order; ++j) {
      const T* const column = block + static_cast<std::ptrdiff_t>(j) * ld;
      double sum = diag == Diag::unit ? 1 : std::abs(column[j]);
      const int begin = uplo_ == Uplo::lower ? j + 1 : 0, end = uplo_ == Uplo::lower ? order : j;
      for (int i = begin; i < end; ++i)
        sum += std::abs(column[i]);
      if (!(sum <= largest)) // NaN is the largest
        largest = sum;
    }
    return largest;
  }

  static constexpr int piece = 128; ///< right-hand sides kept

  Side side_;
  Uplo uplo_;
  Transpose trans_;
  Diag diag_;
  const T* a_;
  int lda_;
  T* b_ = nullptr;
  int ldb_ = 0, count_ = 0;
  std::array<T, block_order * block_order> inverse_;
  std::array<T, block_order * piece> right_side_;
};

} // namespace

template <typename T>
void trsm(Side side, Uplo uplo, Transpose trans, Diag diag, int m, int n, T alpha, const T* a, int lda, T* b,
          int ldb) {
  const bool left = side == Side::left;
  const int order = left ? m : n, count = left ? n : m;
  if (simulated || !products_are_faster<T>(side) || order < smallest_order || count < fewest_right_hand_sides)
    blas_trsm(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
  else
    blocked_trsm(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}

template <typename T>
void blocked_trsm(Side side, Uplo uplo, Transpose trans, Diag diag, int m, int n, T alpha, const T* a,
                  int lda, T* b, int ldb) {
  scale(m, n, alpha, b, ldb);
  if (alpha == T(0))
    return;
  const bool left = side == Side::left;
  const int order = left ? m : n, count = left ? n : m;
  BlockedSolve<T> solver(side, uplo, trans, diag, a, lda);
  for (int first = 0; first < count; first += strip)
    solver.solve(order, std::min(strip, count - first),
                 b + (left ? static_cast<std::ptrdiff_t>(first) * ldb : first), ldb);
}

#define HG_TRSM(T)                                                                                           \
  template void trsm(Side, Uplo, Transpose, Diag, int, int, T, const T*, int, T*, int);                      \
  template void blocked_trsm(Side, Uplo, Transpose, Diag, int, int, T, const T*, int, T*, int);
HG_TRSM(float)
HG_TRSM(double)
HG_TRSM(std::complex<float>)
HG_TRSM(std::complex<double>)
#undef HG_TRSM

} // namespace hetgrid::kernel
