// Numerical rules of QR: geqrf, unmqr, ungqr, gels. ranks: 4
// long-ranks: 1 2 6
#include "testing/numerics/operands.hpp"

#include "linalg/gels.hpp"
#include "linalg/geqrf.hpp"
#include "linalg/ungqr.hpp"
#include "linalg/unmqr.hpp"
#include "testing/support/lapack_reference.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Side;

template <typename T>
struct Factored {
  SerialMatrix<T> factors;
  std::vector<T> tau;
};

template <typename T>
Factored<T> factor(Trial& t, const SerialMatrix<T>& a) {
  auto matrix = t.distribute(a);
  auto tau = matrix.template column_vector<T>();
  linalg::geqrf(t.grid, matrix.view(), tau.data());
  check_surroundings(matrix);
  return {matrix.gather(), matrix.gather_tau(tau, std::min(a.m, a.n))};
}

/// Largest power of two in a column, as an exponent.
template <typename T>
std::vector<int> column_exponents(const SerialMatrix<T>& a) {
  std::vector<int> result;
  for (Index j = 0; j < a.n; ++j) {
    Real<T> largest = 0;
    for (Index i = 0; i < a.m; ++i)
      largest = std::max(largest, abs1(a(i, j)));
    result.push_back(largest > 0 ? std::ilogb(largest) : 0);
  }
  return result;
}

/// Columns of A and of R are scaled alike, to elements near 1: each column counts by itself.
template <typename T>
void check_factors(SerialMatrix<T> a, SerialMatrix<T> factors, const std::vector<T>& tau) {
  const auto columns = column_exponents(a);
  const SerialMatrix<T> q = lapack::ungqr(factors, tau, std::min(a.m, a.n));
  grade(a, {}, columns, -1);
  grade(factors, {}, columns, -1);
  check_residual("A - Q R", qr_residual(a, q, factors));
  check_residual("I - Q^H Q", orthogonality_residual(q));
  for (Index k = 0; k < std::min(a.m, a.n); ++k)
    BOOST_TEST((std::abs(tau[static_cast<std::size_t>(k)]) <= 2.001 && std::imag(factors(k, k)) == 0),
               "tau and R as LAPACK's");
}
template <typename T>
void factor_and_check(Trial& t, const SerialMatrix<T>& a) {
  const auto [factors, tau] = factor(t, a);
  if (t.first())
    check_factors(a, factors, tau);
}

// ---- geqrf ----

constexpr auto geqrf_random = []<typename T>(Trial& t) {
  factor_and_check(t, random_matrix<T>(t, t.extent(), t.extent()));
};
constexpr auto geqrf_windows = []<typename T>(Trial& t) {
  factor_and_check(t, random_matrix<T>(t, t.integer(390, 450), t.integer(1, 190)));
};
constexpr auto geqrf_thin = []<typename T>(Trial& t) {
  factor_and_check(t, t.coin() ? random_matrix<T>(t, 1, t.extent()) : random_matrix<T>(t, t.extent(), 1));
};
constexpr auto geqrf_empty = []<typename T>(Trial& t) {
  factor(t, t.coin() ? SerialMatrix<T>(0, t.extent()) : SerialMatrix<T>(t.extent(), 0));
};
constexpr auto geqrf_graded = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  grade(a, exponents(t, a.m, half_range<T>), exponents(t, a.n, half_range<T>));
  factor_and_check(t, a);
};
/// Columns of zeros, equal columns and zero rows: no division by zero, H = I where nothing is to be reflected.
constexpr auto geqrf_singular = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  for (int count = t.integer(1, 4); count > 0; --count) {
    const int kind = t.integer(0, 2);
    const Index j = t.integer(0, a.columns() - 1), other = t.integer(0, a.columns() - 1),
                row = t.integer(0, a.rows() - 1);
    for (Index i = 0; i < a.m && kind < 2; ++i)
      a(i, j) = kind == 0 ? T(0) : a(i, other);
    for (Index k = 0; k < a.n && kind == 2; ++k)
      a(row, k) = T(0);
  }
  if (t.integer(0, 3) == 0)
    std::ranges::fill(a.data, T(0));
  factor_and_check(t, a);
};
/// Norms of columns whose squares are zero or infinite. Denormal elements have few bits: R is compared absolutely.
constexpr auto geqrf_extreme = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  const int limit = std::numeric_limits<Real<T>>::max_exponent - 12;
  const int scale = t.coin() ? limit : -limit;
  for (T& x : a.data)
    x = times_power(x, scale);
  const auto [factors, tau] = factor(t, a);
  if (!t.first())
    return;
  check_factors(a, factors, tau);
};
/// What is not a number spoils no column before it.
constexpr auto geqrf_nan = []<typename T>(Trial& t) {
  const bool tall = t.integer(0, 3) == 0;
  auto a =
      random_matrix<T>(t, tall ? t.integer(390, 430) : t.extent(), tall ? t.integer(1, 150) : t.extent());
  const Index column = put_anywhere(t, a, special<T>(t, t.integer(0, 3) > 0)).j;
  const auto [factors, tau] = factor(t, a);
  if (!t.first())
    return;
  BOOST_TEST(!std::ranges::all_of(factors.data, is_finite<T>), "what was not finite is lost");
  const Index first = std::min(column, a.m);
  SerialMatrix<T> left(a.m, first), left_factors(a.m, first);
  std::copy_n(a.data.begin(), left.data.size(), left.data.begin());
  std::copy_n(factors.data.begin(), left.data.size(), left_factors.data.begin());
  if (first > 0)
    check_factors(left, left_factors, {tau.begin(), tau.begin() + first});
};

// ---- unmqr, ungqr ----

/// TAU as the columns of a matrix are distributed.
template <typename T>
std::vector<T> spread_tau(const Trial& t, const DistributedMatrix<T>& a, const std::vector<T>& tau) {
  const auto& axis = a.layout().columns;
  auto local = a.template column_vector<T>();
  for (std::size_t k = 0; k < tau.size(); ++k)
    if (const Index j = a.layout().j + static_cast<Index>(k); axis.owner(j) == t.grid.mycol())
      local[static_cast<std::size_t>(axis.local(j, t.grid.mycol()))] = tau[k];
  return local;
}

template <typename T>
Transpose adjoint_or_not(Trial& t) {
  return t.coin() ? Transpose::no : Transpose::conjugate;
}

/// op(Q) C or C op(Q) with Q of `reflectors`, by hetgrid and by serial LAPACK.
template <typename T>
struct Application {
  Side side;
  Transpose trans;
  SerialMatrix<T> reflectors, c;
  std::vector<T> tau;

  Application(Trial& t, Index order, Index k, Index others)
      : side(t.one_of({Side::left, Side::right})), trans(adjoint_or_not<T>(t)),
        reflectors(random_matrix<T>(t, order, k)),
        c(side == Side::left ? random_matrix<T>(t, order, others) : random_matrix<T>(t, others, order)) {
    lapack::geqrf(reflectors, tau);
  }
  SerialMatrix<T> run(Trial& t) const {
    auto da = t.distribute(reflectors), dc = t.distribute(c);
    linalg::unmqr(t.grid, side, trans, da.const_view(), spread_tau(t, da, tau).data(), dc.view());
    check_surroundings(dc);
    return dc.gather();
  }
  /// Each line (a column, from the left; a row, from the right) against its own size; `skipped` is not compared.
  void check(const SerialMatrix<T>& result, Index skipped = -1) const {
    SerialMatrix<T> serial = c;
    const char letter = trans == Transpose::no ? 'N' : is_complex<T> ? 'C' : 'T';
    lapack::unmqr(side == Side::left ? 'L' : 'R', letter, reflectors, tau, serial);
    const bool left = side == Side::left;
    for (Index line = 0; line < (left ? c.n : c.m); ++line) {
      long double error = 0, size = 0;
      for (Index k = 0; k < reflectors.m && line != skipped; ++k) {
        const T x = left ? result(k, line) : result(line, k), y = left ? serial(k, line) : serial(line, k);
        error = std::max(error, std::isfinite(std::abs(x)) ? std::abs(Wide<T>(x) - Wide<T>(y)) : 1e4000L);
        size = std::max(size, std::abs(Wide<T>(left ? c(k, line) : c(line, k))));
      }
      const long double bound =
          static_cast<long double>(reflectors.m + 2) * (rounding<T> * size + smallest_step<T>);
      check_residual("op(Q) C", static_cast<double>(error / bound));
    }
  }
};

constexpr auto unmqr_random = []<typename T>(Trial& t) {
  const Index order = t.extent();
  const Application<T> p(t, order, t.integer(0, static_cast<int>(order)), t.extent());
  const auto result = p.run(t);
  if (t.first())
    p.check(result);
};
constexpr auto unmqr_empty = []<typename T>(Trial& t) {
  const Index order = t.one_of<Index>({0, 5, 70});
  Application<T>(t, order, t.coin() ? 0 : order, t.coin() ? 0 : t.extent()).run(t);
};
constexpr auto unmqr_graded = []<typename T>(Trial& t) {
  const Index order = t.extent();
  Application<T> p(t, order, t.integer(1, static_cast<int>(order)), t.extent());
  const auto lines = exponents(t, p.side == Side::left ? p.c.n : p.c.m, 2 * half_range<T>);
  p.side == Side::left ? grade(p.c, {}, lines) : grade(p.c, lines, {});
  const auto result = p.run(t);
  if (t.first())
    p.check(result);
};
/// A NaN stays in its column (from the left) or row (from the right).
constexpr auto unmqr_nan = []<typename T>(Trial& t) {
  const Index order = t.extent();
  Application<T> p(t, order, t.integer(1, static_cast<int>(order)), t.extent());
  const Place place = put_anywhere(t, p.c, not_a_number<T>());
  const auto result = p.run(t);
  if (!t.first())
    return;
  BOOST_TEST(has_nan(result));
  p.check(result, p.side == Side::left ? place.j : place.i);
};
constexpr auto ungqr_random = []<typename T>(Trial& t) {
  const Index m = t.extent(), n = t.integer(0, static_cast<int>(m)), k = t.integer(0, static_cast<int>(n));
  SerialMatrix<T> reflectors = random_matrix<T>(t, m, k), a = random_matrix<T>(t, m, n);
  std::vector<T> tau;
  lapack::geqrf(reflectors, tau);
  std::ranges::copy(reflectors.data, a.data.begin());
  auto da = t.distribute(a);
  linalg::ungqr(t.grid, da.view(), k, spread_tau(t, da, tau).data());
  check_surroundings(da);
  const auto q = da.gather();
  if (!t.first() || n == 0)
    return;
  check_residual("I - Q^H Q", orthogonality_residual(q));
  SerialMatrix<T> difference = lapack::ungqr(reflectors, tau, n);
  for (std::size_t i = 0; i < q.data.size(); ++i)
    difference.data[i] -= q.data[i];
  check_residual("Q", scaled<T>(one_norm(difference), 1, m));
};

// ---- gels ----

/// op(A) X = B with A well conditioned: tall or wide with a strong diagonal.
template <typename T>
struct LeastSquares {
  Transpose trans;
  SerialMatrix<T> a, b;

  LeastSquares(Trial& t, Index m, Index n, Index nrhs)
      : trans(adjoint_or_not<T>(t)), a(random_matrix<T>(t, m, n)),
        b(random_matrix<T>(t, std::max(m, n), nrhs)) {
    for (Index k = 0; k < std::min(m, n); ++k)
      a(k, k) += T(Real<T>(4) * std::sqrt(static_cast<Real<T>>(std::max(m, n))));
  }
  Index x_rows() const { return trans == Transpose::no ? a.n : a.m; }

  std::pair<Index, SerialMatrix<T>> solve(Trial& t) const {
    auto da = t.distribute(a), db = t.distribute(b);
    const Index info = linalg::gels(t.grid, trans, da.view(), db.view());
    check_same_everywhere(t.grid, "INFO", info);
    check_surroundings(da);
    check_surroundings(db);
    return {info, db.gather()};
  }
  /// X against serial LAPACK; A and B were given times 2^a_scale and 2^b_scale, which LAPACK need not see.
  void check(const SerialMatrix<T>& computed, int a_scale = 0, int b_scale = 0) const {
    SerialMatrix<T> serial = b;
    const char letter = trans == Transpose::no ? 'N' : is_complex<T> ? 'C' : 'T';
    if (std::min({a.m, a.n, b.n}) > 0)
      BOOST_TEST(lapack::gels(letter, a, serial) == 0);
    SerialMatrix<T> x(x_rows(), b.n), error(x_rows(), b.n);
    for (Index j = 0; j < b.n; ++j)
      for (Index i = 0; i < x.m; ++i) {
        x(i, j) = times_power(computed(i, j), a_scale - b_scale);
        error(i, j) = x(i, j) - serial(i, j);
      }
    check_residual("gels", scaled<T>(one_norm(error), one_norm(x), std::max(a.m, a.n)));
    const Index rows = trans == Transpose::no ? a.m : a.n;
    const Real<T> tolerance = 1000 * std::numeric_limits<Real<T>>::epsilon();
    for (Index j = 0; j < b.n; ++j) { // what is behind X has the norm of the residual
      Real<T> sum = 0, serial_sum = 0;
      for (Index i = x_rows(); i < rows; ++i) {
        sum += std::norm(times_power(computed(i, j), -b_scale));
        serial_sum += std::norm(serial(i, j));
      }
      BOOST_TEST(std::abs(std::sqrt(sum) - std::sqrt(serial_sum)) <= tolerance * (1 + std::sqrt(serial_sum)));
    }
  }
};

constexpr auto gels_random = []<typename T>(Trial& t) {
  const LeastSquares<T> p(t, t.extent(), t.extent(), t.integer(1, 5));
  const auto [info, x] = p.solve(t);
  BOOST_TEST(info == 0);
  if (t.first())
    p.check(x);
};
constexpr auto gels_empty = []<typename T>(Trial& t) {
  const int empty = t.integer(0, 2);
  const LeastSquares<T> p(t, empty == 0 ? 0 : t.extent(), empty == 1 ? 0 : t.extent(),
                          empty == 2 ? 0 : t.extent());
  const auto [info, x] = p.solve(t);
  BOOST_TEST(info == 0);
  BOOST_TEST(std::ranges::all_of(x.data, [](const T& y) { return y == T(0); }), "B becomes zero");
};
constexpr auto gels_zero = []<typename T>(Trial& t) {
  LeastSquares<T> p(t, t.extent(), t.extent(), t.integer(1, 5));
  std::ranges::fill(t.coin() ? p.a.data : p.b.data, T(0));
  const auto [info, x] = p.solve(t);
  BOOST_TEST(info == 0);
  for (Index j = 0; j < x.n; ++j)
    for (Index i = 0; i < p.x_rows(); ++i)
      BOOST_TEST(x(i, j) == T(0));
};
/// Elements so large or small that sums of squares, and of products, leave the range.
constexpr auto gels_scaled = []<typename T>(Trial& t) {
  LeastSquares<T> p(t, t.extent(), t.extent(), t.integer(1, 5));
  const LeastSquares<T> plain = p;
  const int limit = 2 * half_range<T>;
  // X stays in the range if both are large or both small, or one is moderate.
  const int a_scale = t.one_of({-limit, 0, limit}),
            b_scale = a_scale == 0 ? t.one_of({-limit, 0, limit}) : a_scale;
  for (T& x : p.a.data)
    x = times_power(x, a_scale);
  for (T& x : p.b.data)
    x = times_power(x, b_scale);
  const auto [info, x] = p.solve(t);
  BOOST_TEST(info == 0);
  if (t.first())
    plain.check(x, a_scale, b_scale);
};
/// The first zero on the diagonal of the triangular factor.
constexpr auto gels_singular = []<typename T>(Trial& t) {
  LeastSquares<T> p(t, t.extent(), t.extent(), t.integer(1, 5));
  const bool tall = p.a.m >= p.a.n;
  const Index line = t.integer(0, static_cast<int>(std::min(p.a.m, p.a.n)) - 1);
  for (Index k = 0; k < (tall ? p.a.m : p.a.n); ++k)
    (tall ? p.a(k, line) : p.a(line, k)) = T(0);
  if (std::min(p.a.m, p.a.n) > 1) // else A = 0, which is told by X = 0
    BOOST_TEST(p.solve(t).first == line + 1);
};
constexpr auto gels_nan = []<typename T>(Trial& t) {
  LeastSquares<T> p(t, t.extent(), t.extent(), t.integer(1, 5));
  const bool in_a = t.coin();
  const Place place = put_anywhere(t, in_a ? p.a : p.b, special<T>(t, t.coin()));
  const bool read = in_a || place.i < (p.trans == Transpose::no ? p.a.m : p.a.n);
  const auto [info, x] = p.solve(t);
  BOOST_TEST(info == 0);
  bool finite = true;
  for (Index j = 0; j < x.n; ++j)
    for (Index i = 0; i < p.x_rows(); ++i)
      finite = finite && is_finite(x(i, j));
  BOOST_TEST(finite == !read);
};

/// B / A would be 0: LAPACK's scaling makes NaN of the infinity.
constexpr auto gels_infinite = []<typename T>(Trial& t) {
  LeastSquares<T> p(t, 1, 1, t.integer(1, 5));
  p.a(0, 0) = special<T>(t, false);
  const auto [info, x] = p.solve(t);
  BOOST_TEST(info == 0);
  SerialMatrix<T> serial = p.b;
  BOOST_TEST(lapack::gels('N', p.a, serial) == 0);
  for (Index j = 0; j < x.n; ++j)
    BOOST_TEST((!is_finite(x(0, j)) && !is_finite(serial(0, j))));
};

BOOST_AUTO_TEST_CASE(qr) {
  CaseTable({
                case_kind("geqrf: random", geqrf_random),
                case_kind("geqrf: several windows", geqrf_windows),
                case_kind("geqrf: 1 x n, m x 1", geqrf_thin),
                case_kind("geqrf: m or n is 0", geqrf_empty),
                case_kind("geqrf: graded", geqrf_graded),
                case_kind("geqrf: singular", geqrf_singular),
                case_kind("geqrf: near the ends of the range", geqrf_extreme),
                case_kind("geqrf: NaN and infinities", geqrf_nan),
                case_kind("unmqr: random", unmqr_random),
                case_kind("unmqr: empty", unmqr_empty),
                case_kind("unmqr: graded", unmqr_graded),
                case_kind("unmqr: NaN in C", unmqr_nan),
                case_kind("ungqr: random", ungqr_random),
                case_kind("gels: random", gels_random),
                case_kind("gels: m, n or nrhs is 0", gels_empty),
                case_kind("gels: A or B is 0", gels_zero),
                case_kind("gels: near the ends of the range", gels_scaled),
                case_kind("gels: a zero column or row", gels_singular),
                case_kind("gels: NaN and infinities", gels_nan),
                case_kind("gels: 1 x 1, A infinite", gels_infinite),
            })
      .run(40, 400);
}

} // namespace
