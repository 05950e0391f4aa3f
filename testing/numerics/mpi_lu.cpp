// Numerical rules of LU: getrf, getrs, gesv, getri, gecon, laswp. ranks: 4
// long-ranks: 1 2 6
#include "testing/numerics/operands.hpp"

#include "linalg/gecon.hpp"
#include "linalg/gesv.hpp"
#include "linalg/getrf.hpp"
#include "linalg/getri.hpp"
#include "linalg/getrs.hpp"
#include "linalg/laswp.hpp"
#include "testing/numerics/exact_lu.hpp"
#include "testing/support/lapack_reference.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

template <typename T>
struct Factored {
  Index info = 0;
  std::vector<int> ipiv; ///< from 0
  SerialMatrix<T> factors;
};

/// What getrf leaves where the matrix was.
template <typename T>
struct FactoredInPlace {
  DistributedMatrix<T> matrix;
  std::vector<int> ipiv; ///< local
  Index info;

  FactoredInPlace(Trial& t, const SerialMatrix<T>& a)
      : matrix(t.distribute(a)), ipiv(matrix.template row_vector<int>()),
        info(linalg::getrf(t.grid, matrix.view(), ipiv.data())) {
    check_same_everywhere(t.grid, "INFO", info);
    check_surroundings(matrix);
  }
  Factored<T> gather() const {
    const auto& layout = matrix.layout();
    return {info, matrix.gather_ipiv(ipiv, std::min(layout.m, layout.n)), matrix.gather()};
  }
};

template <typename T>
Factored<T> factor(Trial& t, const SerialMatrix<T>& a) {
  return FactoredInPlace<T>(t, a).gather();
}

/// Every row is interchanged with itself or one below.
void check_pivots(const std::vector<int>& ipiv, Index m) {
  for (std::size_t k = 0; k < ipiv.size(); ++k)
    BOOST_TEST((ipiv[k] >= static_cast<int>(k) && ipiv[k] < m),
               "pivot " << k << " of " << m << " rows is " << ipiv[k]);
}

/// A with its rows interchanged.
template <typename T>
SerialMatrix<T> interchanged(SerialMatrix<T> a, const std::vector<int>& ipiv, bool backward = false) {
  for (std::size_t step = 0; step < ipiv.size(); ++step) {
    const std::size_t k = backward ? ipiv.size() - 1 - step : step;
    for (Index j = 0; j < a.n; ++j)
      std::swap(a(static_cast<Index>(k), j), a(ipiv[k], j));
  }
  return a;
}

template <typename T>
std::pair<SerialMatrix<T>, SerialMatrix<T>> l_and_u(const SerialMatrix<T>& factors) {
  const Index k = std::min(factors.m, factors.n);
  SerialMatrix<T> l(factors.m, k), u(k, factors.n);
  for (Index j = 0; j < factors.n; ++j)
    for (Index i = 0; i < factors.m; ++i)
      (i > j ? l : u)(i, j) = factors(i, j);
  for (Index i = 0; i < k; ++i)
    l(i, i) = T(1);
  return {l, u};
}

/// P A - L U, each element against |L| |U|.
template <typename T>
double componentwise_residual(const SerialMatrix<T>& a, const Factored<T>& f) {
  const auto [l, u] = l_and_u(f.factors);
  Expected<T> product(a.m, a.n);
  product.add(T(1), Transpose::no, l, Transpose::no, u);
  return product.residual(interchanged(a, f.ipiv), std::min(a.m, a.n));
}

/// INFO of LAPACK for these factors: the first zero on the diagonal of U.
template <typename T>
Index first_zero(const SerialMatrix<T>& factors) {
  for (Index k = 0; k < std::min(factors.m, factors.n); ++k)
    if (factors(k, k) == T(0))
      return k + 1;
  return 0;
}

template <typename T>
void check_factors(Trial& t, const SerialMatrix<T>& a) {
  const Factored<T> f = factor(t, a);
  if (!t.first())
    return;
  check_pivots(f.ipiv, a.m);
  BOOST_TEST(f.info == first_zero(f.factors));
  check_residual("getrf", componentwise_residual(a, f));
  Real<T> largest = 0; // of L; a complex pivot is the largest by |Re| + |Im|
  for (Index j = 0; j < a.n; ++j)
    for (Index i = j + 1; i < a.m; ++i)
      largest = std::max(largest, std::abs(f.factors(i, j)));
  BOOST_TEST(largest <= (is_complex<T> ? 1.5 : 1) + 100 * std::numeric_limits<Real<T>>::epsilon());
}

// ---- getrf ----

constexpr auto getrf_random = []<typename T>(Trial& t) {
  check_factors(t, random_matrix<T>(t, t.extent(), t.extent()));
};
/// Several windows before the last, which one process factors.
constexpr auto getrf_windows = []<typename T>(Trial& t) {
  check_factors(t, random_matrix<T>(t, t.integer(600, 720), t.integer(1, 60)));
};
constexpr auto getrf_thin = []<typename T>(Trial& t) {
  check_factors(t, t.coin() ? random_matrix<T>(t, 1, t.extent()) : random_matrix<T>(t, t.extent(), 1));
};
constexpr auto getrf_empty = []<typename T>(Trial& t) {
  const Factored<T> f = factor(t, t.coin() ? SerialMatrix<T>(0, t.extent()) : SerialMatrix<T>(t.extent(), 0));
  BOOST_TEST(f.info == 0);
};
constexpr auto getrf_graded = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  // Products of multipliers and rows of U stay in the range whatever the pivots.
  grade(a, exponents(t, a.m, half_range<T>), exponents(t, a.n, half_range<T>));
  check_factors(t, a);
};
/// Elements, pivots among them, whose reciprocals are infinite.
constexpr auto getrf_denormal = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  const int down = std::numeric_limits<Real<T>>::min_exponent - t.integer(2, 12);
  if (t.coin())
    for (T& x : a.data)
      x = times_power(x, down);
  else { // some rows and columns
    std::vector<int> rows(static_cast<std::size_t>(a.m)), columns(static_cast<std::size_t>(a.n));
    for (int& e : t.coin() ? rows : columns)
      e = t.integer(0, 2) == 0 ? down : 0;
    grade(a, rows, columns);
  }
  check_factors(t, a);
};
/// A pivot whose reciprocal is infinite, the product of elements whose reciprocals are not.
constexpr auto getrf_denormal_product = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent() + 1, t.extent() + 1);
  const Index top = t.integer(0, a.rows() - 1);
  const int down = (std::numeric_limits<Real<T>>::min_exponent - t.integer(6, 12)) / 2;
  for (Index i = 0; i < a.m; ++i) {
    a(i, 0) = i == top ? T(1) : times_power(a(i, 0), down);
    a(i, 1) = i == top ? times_power(T(1), down) : T(0);
  }
  check_factors(t, a);
};
/// Pivots that tie, exact arithmetic: pivots and factors are those of LAPACK's algorithm, bit by bit.
constexpr auto getrf_ties = []<typename T>(Trial& t) {
  const bool tall = t.integer(0, 3) == 0;
  const auto a =
      matrix_of_ties<T>(t, tall ? t.integer(520, 650) : t.extent(), tall ? t.integer(1, 100) : t.extent());
  const Factored<T> f = factor(t, a);
  if (!t.first())
    return;
  const ExactLu<T> exact(a);
  BOOST_TEST(f.info == exact.info);
  BOOST_TEST(f.ipiv == exact.ipiv, boost::test_tools::per_element());
  BOOST_TEST((f.factors.data == exact.factors.data), "L and U are not those of exact arithmetic");
  SerialMatrix<T> serial = a;
  std::vector<int> ipiv;
  BOOST_TEST(f.info == lapack::getrf(serial, ipiv));
  BOOST_TEST(f.ipiv == ipiv, boost::test_tools::per_element());
};
/// A zero column makes a zero pivot, at any place and in any window; what comes behind it is factored.
constexpr auto getrf_singular = []<typename T>(Trial& t) {
  const bool tall = t.coin();
  const Index m = tall ? t.integer(600, 700) : t.extent(), n = tall ? t.integer(1, 130) : t.extent();
  auto a = matrix_with_clear_pivots<T>(t.random, m, n, t.integer(0, 999));
  const int zero_columns = t.integer(1, 3);
  Index first = n;
  for (int count = 0; count < zero_columns; ++count) {
    const Index column = t.integer(0, static_cast<int>(n) - 1);
    first = std::min(first, column);
    for (Index i = 0; i < m; ++i)
      a(i, column) = T(0);
  }
  const Factored<T> f = factor(t, a);
  if (!t.first())
    return;
  BOOST_TEST(f.info == (first < std::min(m, n) ? first + 1 : 0));
  check_pivots(f.ipiv, m);
  check_residual("getrf", componentwise_residual(a, f));
  SerialMatrix<T> serial = a;
  std::vector<int> ipiv;
  BOOST_TEST(f.info == lapack::getrf(serial, ipiv));
};
constexpr auto getrf_zero_rows = []<typename T>(Trial& t) {
  const Index n = t.extent();
  auto a = matrix_of_ties<T>(t, n, n);
  for (int count = t.integer(1, 3); count > 0; --count) {
    const Index row = t.integer(0, static_cast<int>(n) - 1);
    for (Index j = 0; j < n; ++j)
      a(row, j) = T(0);
  }
  const Factored<T> f = factor(t, a);
  if (!t.first())
    return;
  const ExactLu<T> exact(a);
  BOOST_TEST(f.info == exact.info);
  BOOST_TEST(f.ipiv == exact.ipiv, boost::test_tools::per_element());
};
/// No process waits for ever, pivots are rows, the NaN is still there; columns before the first one are factored.
constexpr auto getrf_nan = []<typename T>(Trial& t) {
  const bool tall = t.integer(0, 3) == 0;
  auto a =
      random_matrix<T>(t, tall ? t.integer(600, 700) : t.extent(), tall ? t.integer(1, 130) : t.extent());
  const T value = special<T>(t, t.integer(0, 3) > 0);
  Index first = a.n;
  for (int count = t.integer(1, 3); count > 0; --count)
    first = std::min(first, put_anywhere(t, a, value).j);
  if (t.integer(0, 4) == 0)
    for (Index i = 0; i < a.m; ++i)
      a(i, first) = value;
  const Factored<T> f = factor(t, a);
  if (!t.first())
    return;
  check_pivots(f.ipiv, a.m);
  BOOST_TEST(!std::ranges::all_of(f.factors.data, is_finite<T>), "what was not finite is lost");
  SerialMatrix<T> left(a.m, first), left_factors(a.m, first);
  std::copy_n(a.data.begin(), left.data.size(), left.data.begin());
  std::copy_n(f.factors.data.begin(), left.data.size(), left_factors.data.begin());
  // Later interchanges have moved rows of L: all of them are applied to what is before.
  const auto [l, u] = l_and_u(left_factors);
  Expected<T> product(a.m, first);
  product.add(T(1), Transpose::no, l, Transpose::no, u);
  check_residual("columns before NaN", product.residual(interchanged(left, f.ipiv), first));
};

// ---- getrs, gesv, getri, gecon ----

/// |op(A)| x, sizes only.
template <typename T>
std::vector<long double> times(bool transposed, const SerialMatrix<T>& a, const std::vector<long double>& x) {
  std::vector<long double> y(static_cast<std::size_t>(transposed ? a.n : a.m));
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      y[static_cast<std::size_t>(transposed ? j : i)] +=
          size_of(Wide<T>(a(i, j))) * x[static_cast<std::size_t>(transposed ? i : j)];
  return y;
}

/// |op(A) X - B|, each element against op(|P^-1 L| |U|) |X|.
template <typename T>
double solve_residual(Transpose trans, const SerialMatrix<T>& a, const Factored<T>& f,
                      const SerialMatrix<T>& x, const SerialMatrix<T>& b) {
  const auto [l, u] = l_and_u(f.factors);
  const SerialMatrix<T> l_rows = interchanged(l, f.ipiv, true);
  const bool transposed = trans != Transpose::no;
  const auto terms = static_cast<long double>(a.n + 2);
  double largest = 0;
  for (Index r = 0; r < b.n; ++r) {
    std::vector<long double> sizes;
    for (Index k = 0; k < x.m; ++k)
      sizes.push_back(size_of(Wide<T>(x(k, r))));
    sizes = transposed ? times(true, u, times(true, l_rows, sizes))
                       : times(false, l_rows, times(false, u, sizes));
    for (Index i = 0; i < b.m; ++i) {
      Wide<T> difference = Wide<T>(b(i, r));
      for (Index k = 0; k < a.n; ++k)
        difference -= product_of(Wide<T>(applied(trans, a, i, k)), Wide<T>(x(k, r)));
      if (!is_finite(difference))
        return std::numeric_limits<double>::infinity();
      const long double bound = terms * (rounding<T> * sizes[static_cast<std::size_t>(i)] + smallest_step<T>);
      largest = std::max(largest, static_cast<double>(size_of(difference) / bound));
    }
  }
  return largest;
}

Index any_right_hand_sides(Trial& t) {
  return t.one_of<Index>({1, 2, 5, 30, 70});
}

template <typename T>
struct System {
  SerialMatrix<T> a, b;

  System(Trial& t, Index n, Index nrhs) : a(random_matrix<T>(t, n, n)), b(random_matrix<T>(t, n, nrhs)) {}
  /// Factors A and solves op(A) X = B; another layout for B.
  std::pair<Factored<T>, SerialMatrix<T>> solve(Trial& t, Transpose trans) const {
    const FactoredInPlace<T> da(t, a);
    auto db = t.distribute(b);
    linalg::getrs(t.grid, trans, da.matrix.const_view(), da.ipiv.data(), db.view());
    check_surroundings(da.matrix);
    check_surroundings(db);
    return {da.gather(), db.gather()};
  }
  void run(Trial& t) const {
    const Transpose trans = t.one_of({Transpose::no, Transpose::transpose, Transpose::conjugate});
    const auto [f, x] = solve(t, trans);
    if (t.first())
      check_residual("getrs", solve_residual(trans, a, f, x, b));
  }
};

constexpr auto getrs_random = []<typename T>(Trial& t) {
  System<T>(t, t.extent(), any_right_hand_sides(t)).run(t);
};
constexpr auto getrs_large = []<typename T>(Trial& t) {
  System<T>(t, t.integer(513, 560), t.one_of<Index>({1, 3})).run(t);
};
constexpr auto getrs_graded = []<typename T>(Trial& t) {
  System<T> s(t, t.extent(), any_right_hand_sides(t));
  // A = R A' C, B = R B', X = C^-1 X'.
  const auto rows = exponents(t, s.a.m, half_range<T> / 2);
  grade(s.a, rows, exponents(t, s.a.n, half_range<T> / 2));
  grade(s.b, rows, {});
  const auto [f, x] = s.solve(t, Transpose::no);
  if (t.first())
    check_residual("getrs", solve_residual(Transpose::no, s.a, f, x, s.b));
};
constexpr auto getrs_empty = []<typename T>(Trial& t) {
  const System<T> s(t, t.coin() ? 0 : t.extent(), 0);
  s.solve(t, Transpose::no);
};
/// A right-hand side with NaN has no effect on the others.
constexpr auto getrs_nan = []<typename T>(Trial& t) {
  System<T> s(t, t.extent(), any_right_hand_sides(t));
  const SerialMatrix<T> clean = s.b;
  const Place place = put_anywhere(t, s.b, not_a_number<T>());
  const Transpose trans = t.one_of({Transpose::no, Transpose::conjugate});
  auto [f, x] = s.solve(t, trans);
  if (!t.first())
    return;
  bool any_nan = false;
  for (Index i = 0; i < x.m; ++i)
    any_nan = any_nan || is_nan(x(i, place.j));
  BOOST_TEST(any_nan);
  // Without that column.
  s.b = clean;
  for (Index i = 0; i < x.m; ++i)
    x(i, place.j) = s.b(i, place.j) = T(0);
  check_residual("getrs", solve_residual(trans, s.a, f, x, s.b));
};

template <typename T>
struct Solved {
  Index info;
  SerialMatrix<T> x;
};
template <typename T>
Solved<T> gesv(Trial& t, const SerialMatrix<T>& a, const SerialMatrix<T>& b) {
  auto da = t.distribute(a), db = t.distribute(b);
  auto ipiv = da.template row_vector<int>();
  const Index info = linalg::gesv(t.grid, da.view(), ipiv.data(), db.view());
  check_same_everywhere(t.grid, "INFO", info);
  check_surroundings(da);
  if (info > 0)
    check_bits("B of a singular system", db, b);
  return {info, db.gather()};
}
constexpr auto gesv_random = []<typename T>(Trial& t) {
  const System<T> s(t, t.extent(), any_right_hand_sides(t));
  const auto [info, x] = gesv(t, s.a, s.b);
  BOOST_TEST(info == 0);
  const Factored<T> f = factor(t, s.a);
  if (t.first())
    check_residual("gesv", solve_residual(Transpose::no, s.a, f, x, s.b));
};
constexpr auto gesv_singular = []<typename T>(Trial& t) {
  System<T> s(t, t.extent(), any_right_hand_sides(t));
  const Index column = t.integer(0, s.a.columns() - 1);
  for (Index i = 0; i < s.a.m; ++i)
    s.a(i, column) = T(0);
  BOOST_TEST(gesv(t, s.a, s.b).info == column + 1);
};
constexpr auto gesv_nan = []<typename T>(Trial& t) {
  System<T> s(t, t.extent(), any_right_hand_sides(t));
  put_anywhere(t, s.a, not_a_number<T>());
  const auto [info, x] = gesv(t, s.a, s.b);
  BOOST_TEST(info == 0);
  BOOST_TEST(has_nan(x));
};

template <typename T>
struct Inverted {
  Index info;
  Factored<T> factored;
  SerialMatrix<T> inverse;
};
template <typename T>
Inverted<T> invert(Trial& t, const SerialMatrix<T>& a) {
  FactoredInPlace<T> da(t, a);
  const Factored<T> f = da.gather();
  const Index info = linalg::getri(t.grid, da.matrix.view(), da.ipiv.data());
  check_same_everywhere(t.grid, "INFO", info);
  if (info > 0)
    BOOST_TEST(da.matrix.difference(f.factors, 0) == "", "factors of a singular matrix have changed");
  check_surroundings(da.matrix);
  return {info, f, da.matrix.gather()};
}
constexpr auto getri_random = []<typename T>(Trial& t) {
  const Index n = t.extent();
  const auto matrix = random_matrix<T>(t, n, n);
  const auto [info, f, inverse] = invert(t, matrix);
  if (!t.first())
    return;
  BOOST_TEST(info == 0);
  SerialMatrix<T> identity(n, n);
  for (Index i = 0; i < n; ++i)
    identity(i, i) = T(1);
  check_residual("getri", solve_residual(Transpose::no, matrix, f, inverse, identity));
};
constexpr auto getri_singular = []<typename T>(Trial& t) {
  const Index n = t.extent();
  auto a = random_matrix<T>(t, n, n);
  const Index column = t.integer(0, a.columns() - 1);
  for (Index i = 0; i < a.m; ++i)
    a(i, column) = T(0);
  BOOST_TEST(invert(t, a).info == column + 1);
};
constexpr auto getri_nan = []<typename T>(Trial& t) {
  const Index n = t.extent();
  auto a = random_matrix<T>(t, n, n);
  put_anywhere(t, a, not_a_number<T>());
  const auto inverted = invert(t, a);
  BOOST_TEST(inverted.info == 0);
  BOOST_TEST(has_nan(inverted.inverse));
};

/// Norm of a serial matrix in long double.
template <typename T>
long double norm_of(linalg::Norm norm, const SerialMatrix<T>& a) {
  std::vector<long double> sums(static_cast<std::size_t>(std::max(a.m, a.n)));
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      sums[static_cast<std::size_t>(norm == linalg::Norm::one ? j : i)] += std::abs(Wide<T>(a(i, j)));
  return *std::ranges::max_element(sums);
}
template <typename T>
Real<T> condition(Trial& t, linalg::Norm norm, const SerialMatrix<T>& a, Real<T> anorm) {
  const DistributedMatrix<T> factors = FactoredInPlace<T>(t, a).matrix;
  const Real<T> rcond = linalg::gecon(t.grid, norm, factors.const_view(), anorm);
  check_same_everywhere(t.grid, "RCOND", rcond);
  check_surroundings(factors);
  return rcond;
}
/// The estimate is not above the truth, but near it.
constexpr auto gecon_random = []<typename T>(Trial& t) {
  const auto norm = t.one_of({linalg::Norm::one, linalg::Norm::infinity});
  const Index n = t.extent();
  auto a = random_matrix<T>(t, n, n);
  const int scale = t.integer(-half_range<T>, half_range<T>);
  for (T& x : a.data)
    x = times_power(x, scale);
  const auto anorm = static_cast<Real<T>>(norm_of(norm, a));
  const Real<T> rcond = condition(t, norm, a, anorm);
  const Inverted<T> inverted = invert(t, a);
  if (!t.first())
    return;
  const long double truth = 1 / norm_of(norm, inverted.inverse) / anorm;
  BOOST_TEST((rcond >= 0.99L * truth && rcond <= 10 * truth),
             "RCOND " << rcond << ", 1 / (|A| |A^-1|) is " << truth);
};
constexpr auto gecon_special = []<typename T>(Trial& t) {
  const auto norm = t.one_of({linalg::Norm::one, linalg::Norm::infinity});
  const Index n = t.extent();
  auto a = random_matrix<T>(t, n, n);
  if (t.coin()) {
    const Index column = t.integer(0, static_cast<int>(n) - 1);
    for (Index i = 0; i < n; ++i)
      a(i, column) = T(0);
  } else {
    put_anywhere(t, a, not_a_number<T>());
  }
  BOOST_TEST(condition(t, norm, a, Real<T>(1)) == 0);
};
constexpr auto gecon_quick = []<typename T>(Trial& t) {
  BOOST_TEST(condition(t, linalg::Norm::one, SerialMatrix<T>(0, 0), Real<T>(0)) == 1);
  BOOST_TEST(condition(t, linalg::Norm::one, SerialMatrix<T>(3, 3), Real<T>(0)) == 0);
};

// ---- laswp ----

/// Rows and columns arrive as they are, NaN, denormals and negative zeros too; a row may take part in many interchanges.
constexpr auto laswp_any = []<typename T>(Trial& t) {
  const bool rows = t.coin(), backward = t.coin();
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  for (int count = t.integer(0, 4); count > 0; --count)
    put_anywhere(t, a,
                 t.coin()   ? special<T>(t, true)
                 : t.coin() ? T(std::numeric_limits<Real<T>>::denorm_min())
                            : T(-Real<T>(0)));
  const int lines = static_cast<int>(rows ? a.m : a.n), first = t.integer(0, lines - 1);
  std::vector<Index> pivots(static_cast<std::size_t>(t.integer(0, lines - first)));
  for (Index& pivot : pivots)
    pivot = t.integer(0, lines - 1);
  auto matrix = t.distribute(a);
  linalg::laswp(t.grid, backward ? linalg::Order::backward : linalg::Order::forward,
                rows ? linalg::Lines::rows : linalg::Lines::columns, matrix.view(), first,
                std::span<const Index>(pivots));
  for (std::size_t step = 0; step < pivots.size(); ++step) {
    const std::size_t k = backward ? pivots.size() - 1 - step : step;
    const Index one = first + static_cast<Index>(k), other = pivots[k];
    for (Index l = 0; l < (rows ? a.n : a.m); ++l)
      rows ? std::swap(a(one, l), a(other, l)) : std::swap(a(l, one), a(l, other));
  }
  check_bits("laswp", matrix, a);
};

BOOST_AUTO_TEST_CASE(lu) {
  CaseTable({
                case_kind("getrf: random", getrf_random),
                case_kind("getrf: several windows", getrf_windows),
                case_kind("getrf: 1 x n, m x 1", getrf_thin),
                case_kind("getrf: m or n is 0", getrf_empty),
                case_kind("getrf: graded", getrf_graded),
                case_kind("getrf: denormal", getrf_denormal),
                case_kind("getrf: denormal product", getrf_denormal_product),
                case_kind("getrf: ties of pivots", getrf_ties),
                case_kind("getrf: zero columns", getrf_singular),
                case_kind("getrf: zero rows", getrf_zero_rows),
                case_kind("getrf: NaN and infinities", getrf_nan),
                case_kind("getrs: random", getrs_random),
                case_kind("getrs: large", getrs_large),
                case_kind("getrs: graded", getrs_graded),
                case_kind("getrs: empty", getrs_empty),
                case_kind("getrs: NaN in B", getrs_nan),
                case_kind("gesv: random", gesv_random),
                case_kind("gesv: singular", gesv_singular),
                case_kind("gesv: NaN", gesv_nan),
                case_kind("getri: random", getri_random),
                case_kind("getri: singular", getri_singular),
                case_kind("getri: NaN", getri_nan),
                case_kind("gecon: random", gecon_random),
                case_kind("gecon: singular, NaN", gecon_special),
                case_kind("gecon: n = 0, |A| = 0", gecon_quick),
                case_kind("laswp: any interchanges", laswp_any),
            })
      .run(50, 400);
}

} // namespace
