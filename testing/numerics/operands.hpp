// Operands of the numerical cases, and what their results are compared with.
#pragma once

#include "testing/numerics/cases.hpp"

#include <cstring>

namespace hetgrid::testing {

using kernel::Transpose;
using kernel::Uplo;

template <typename T>
inline constexpr bool is_complex = !std::is_floating_point_v<T>;

/// T with the range and precision of long double: no sum or product of elements leaves the range, and rounding is small
/// against that of T.
template <typename T>
using Wide = std::conditional_t<is_complex<T>, std::complex<long double>, long double>;

template <typename T>
inline constexpr long double rounding = static_cast<long double>(std::numeric_limits<Real<T>>::epsilon()) / 2;
template <typename T>
inline constexpr long double smallest_step = std::numeric_limits<Real<T>>::denorm_min();

/// x y without the care that C++ takes of infinities: quick, and as Fortran has it.
template <typename W>
W product_of(const W& x, const W& y) {
  if constexpr (is_complex<W>)
    return {std::real(x) * std::real(y) - std::imag(x) * std::imag(y),
            std::real(x) * std::imag(y) + std::imag(x) * std::real(y)};
  else
    return x * y;
}

template <typename T>
bool is_finite(const T& x) {
  return std::isfinite(std::real(x)) && std::isfinite(std::imag(x));
}

/// The same bytes: NaN are told apart, and zeros.
template <typename T>
bool same_bits(const T& x, const T& y) {
  return std::memcmp(&x, &y, sizeof(T)) == 0;
}

/// NaN or an infinity of either sign; in one part only or in both if T is complex.
template <typename T>
T special(Trial& t, bool nan) {
  using R = Real<T>;
  const R x =
      nan ? std::numeric_limits<R>::quiet_NaN() : (t.coin() ? 1 : -1) * std::numeric_limits<R>::infinity();
  if constexpr (is_complex<T>)
    return t.coin() ? T(x, R(1)) : t.coin() ? T(R(-2), x) : T(x, x);
  else
    return x;
}

template <typename T>
SerialMatrix<T> random_matrix(Trial& t, Index m, Index n) {
  return random_matrix<T>(m, n, t.integer(0, 9999));
}

/// Where a special value stands.
struct Place {
  Index i, j;
};
template <typename T>
Place put_anywhere(Trial& t, SerialMatrix<T>& a, const T& value) {
  const Place place{t.integer(0, a.rows() - 1), t.integer(0, a.columns() - 1)};
  a(place.i, place.j) = value;
  return place;
}

/// Exponents e_k, |e_k| <= limit: anywhere, growing, or with both ends side by side.
inline std::vector<int> exponents(Trial& t, Index count, int limit) {
  std::vector<int> all(static_cast<std::size_t>(count));
  const int kind = t.integer(0, 2);
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k] = kind == 0   ? t.integer(-limit, limit)
             : kind == 1 ? static_cast<int>(2 * limit * static_cast<Index>(k) / count) - limit
                         : (k % 2 == 0 ? limit : -limit);
  return all;
}

/// Half the exponent of the largest power of two for gradings: a product of two is within 1e-300 .. 1e300 or 1e-37 ..
/// 1e37.
template <typename T>
inline constexpr int half_range = std::is_same_v<Real<T>, float> ? 60 : 490;

template <typename T>
T times_power(const T& x, int exponent) {
  using R = Real<T>;
  if constexpr (is_complex<T>)
    return {std::scalbn(std::real(x), exponent), std::scalbn(std::imag(x), exponent)};
  else
    return std::scalbn(R(x), exponent);
}

/// Element (i, j) times 2^(sign (rows[i] + columns[j])): exact.
template <typename T>
void grade(SerialMatrix<T>& a, const std::vector<int>& rows, const std::vector<int>& columns, int sign = 1) {
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      a(i, j) = times_power(a(i, j), sign * ((rows.empty() ? 0 : rows[static_cast<std::size_t>(i)]) +
                                             (columns.empty() ? 0 : columns[static_cast<std::size_t>(j)])));
}

/// op(A)(i, j).
template <typename T>
T applied(Transpose trans, const SerialMatrix<T>& a, Index i, Index j) {
  return trans == Transpose::no ? a(i, j) : trans == Transpose::transpose ? a(j, i) : conjugate(a(j, i));
}

/// |Re x| + |Im x|.
template <typename W>
long double size_of(const W& x) {
  return std::abs(std::real(x)) + std::abs(std::imag(x));
}

/// A matrix that is known with a bound for each element; where it is not finite no element is compared.
template <typename T>
struct Expected {
  SerialMatrix<Wide<T>> value;
  SerialMatrix<long double> size; ///< sum of the absolute values of what each element is the sum of

  Expected(Index m, Index n) : value(m, n), size(m, n) {}
  explicit Expected(const SerialMatrix<T>& a) : Expected(a.m, a.n) { add(T(1), Transpose::no, a); }

  /// += alpha op(A)
  void add(T alpha, Transpose trans, const SerialMatrix<T>& a) {
    for (Index j = 0; j < value.n; ++j)
      for (Index i = 0; i < value.m; ++i)
        include(i, j, product_of(Wide<T>(alpha), Wide<T>(applied(trans, a, i, j))));
  }
  /// += alpha op(A) op(B)
  void add(T alpha, Transpose ta, const SerialMatrix<T>& a, Transpose tb, const SerialMatrix<T>& b) {
    const Index k = ta == Transpose::no ? a.n : a.m;
    for (Index j = 0; j < value.n; ++j)
      for (Index l = 0; l < k; ++l) {
        const Wide<T> factor = product_of(Wide<T>(alpha), Wide<T>(applied(tb, b, l, j)));
        for (Index i = 0; i < value.m; ++i)
          include(i, j, product_of(Wide<T>(applied(ta, a, i, l)), factor));
      }
  }
  void include(Index i, Index j, const Wide<T>& x) {
    value(i, j) += x;
    size(i, j) += size_of(x);
  }

  /// Both finite, or both not; of real elements, the same infinity or both NaN. Which parts of a complex product with an
  /// infinity are NaN depends on how it is multiplied out.
  static bool same_class(const Wide<T>& x, const T& y) {
    if constexpr (is_complex<T>)
      return is_finite(x) == is_finite(y);
    else
      return is_finite(x) ? is_finite(y) : is_nan(x) ? is_nan(y) : x == y;
  }
  /// Largest |computed - value| / (k eps size), infinity if an element is of another class.
  double residual(const SerialMatrix<T>& computed, Index k) const {
    long double largest = 0;
    const auto terms = static_cast<long double>(k + 2);
    for (Index j = 0; j < value.n; ++j)
      for (Index i = 0; i < value.m; ++i) {
        if (!same_class(value(i, j), computed(i, j)))
          return std::numeric_limits<double>::infinity();
        if (!is_finite(value(i, j)))
          continue;
        const long double bound = terms * (rounding<T> * size(i, j) + smallest_step<T>);
        largest = std::max(largest, size_of(Wide<T>(computed(i, j)) - value(i, j)) / bound);
      }
    return static_cast<double>(largest);
  }
};

/// A triangle (unit: with ones on its diagonal) as a full matrix, zero elsewhere.
template <typename T>
SerialMatrix<T> triangle_of(Uplo uplo, bool unit, const SerialMatrix<T>& a) {
  SerialMatrix<T> triangle(a.m, a.n);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      if (i == j)
        triangle(i, j) = unit ? T(1) : a(i, j);
      else if ((i > j) == (uplo == Uplo::lower))
        triangle(i, j) = a(i, j);
  return triangle;
}

/// Fails unless residual <= threshold on the process that knows it; false for NaN.
inline void check_residual(const std::string& what, double residual, double threshold = residual_threshold) {
  BOOST_TEST(residual <= threshold, what << ": residual " << residual);
}

/// Neither what surrounds the submatrix nor the padding has changed, on any process.
template <typename T>
void check_surroundings(const DistributedMatrix<T>& a) {
  BOOST_TEST(a.surroundings_untouched(), "memory around the submatrix has changed, " << on_rank());
}

/// Bit by bit what `expected` is, on every process.
template <typename T>
void check_bits(const std::string& what, const DistributedMatrix<T>& a, const SerialMatrix<T>& expected) {
  Index different = 0;
  a.each([&](Index i, Index j, const T& x) {
    if (a.inside(i, j) && !same_bits(x, expected(i - a.layout().i, j - a.layout().j)))
      ++different;
  });
  BOOST_TEST(different == 0, what << ": " << different << " elements have other bits");
  check_surroundings(a);
}

/// The same on all processes.
template <typename U>
void check_same_everywhere(const comm::Grid& grid, const std::string& what, const U& value) {
  std::vector<double> extremes{static_cast<double>(value), -static_cast<double>(value)};
  comm::all_reduce(extremes, MPI_MAX, grid.all());
  BOOST_TEST((value != value || extremes[0] == -extremes[1]), what << " differs among processes");
}

} // namespace hetgrid::testing
