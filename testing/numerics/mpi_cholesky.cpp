// Numerical rules of Cholesky: potrf, potrs, posv. ranks: 4
// long-ranks: 1 2 6
#include "testing/numerics/operands.hpp"

#include "linalg/posv.hpp"
#include "linalg/potrf.hpp"
#include "linalg/potrs.hpp"
#include "testing/support/lapack_reference.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// A triangle; what is in the other one, and in the imaginary part of the diagonal, is not read.
template <typename T>
struct Definite {
  Uplo uplo;
  SerialMatrix<T> a;

  Definite(Trial& t, Index n)
      : uplo(t.one_of({Uplo::lower, Uplo::upper})), a(positive_definite_matrix<T>(n, t.integer(0, 999))) {}
  bool inside(Index i, Index j) const { return uplo == Uplo::lower ? i >= j : i <= j; }
  /// Element (i, j), i >= j, of the lower triangle, or its mirror.
  T& element(Index i, Index j) { return uplo == Uplo::lower ? a(i, j) : a(j, i); }

  SerialMatrix<T> given(Trial& t) const {
    SerialMatrix<T> guarded = a;
    for (Index j = 0; j < a.n; ++j)
      for (Index i = 0; i < a.m; ++i)
        if (!inside(i, j))
          guarded(i, j) = not_a_number<T>();
    if constexpr (is_complex<T>)
      for (Index i = 0; i < a.n && t.coin(); ++i)
        guarded(i, i) = T(std::real(a(i, i)), std::numeric_limits<Real<T>>::quiet_NaN());
    return guarded;
  }
  std::pair<Index, SerialMatrix<T>> factor(Trial& t) const {
    auto matrix = t.distribute(given(t));
    const Index info = linalg::potrf(t.grid, uplo, matrix.view());
    check_same_everywhere(t.grid, "INFO", info);
    check_surroundings(matrix);
    auto factors = matrix.gather();
    for (Index j = 0; j < a.n; ++j)
      for (Index i = 0; i < a.m; ++i)
        if (!inside(i, j)) {
          BOOST_TEST(is_nan(factors(i, j)), "the other triangle was written");
          factors(i, j) = T(0);
        }
    return {info, factors};
  }
  /// The residual of the leading `n` rows and columns, which are scaled to a unit diagonal.
  void check(const SerialMatrix<T>& factors, Index n) const {
    std::vector<int> half;
    for (Index i = 0; i < n; ++i)
      half.push_back(std::ilogb(std::real(a(i, i))) / 2);
    SerialMatrix<T> leading(n, n), leading_factors(n, n);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i)
        leading(i, j) = inside(i, j) ? a(i, j) : conjugate(a(j, i)), leading_factors(i, j) = factors(i, j);
    grade(leading, half, half, -1);
    uplo == Uplo::lower ? grade(leading_factors, half, {}, -1) : grade(leading_factors, {}, half, -1);
    for (Index i = 0; i < n; ++i)
      BOOST_TEST((std::real(factors(i, i)) > 0 && std::imag(factors(i, i)) == 0));
    check_residual("potrf", cholesky_residual(leading, uplo, leading_factors));
  }
  void run(Trial& t) const {
    const auto [info, factors] = factor(t);
    BOOST_TEST(info == 0);
    if (t.first())
      check(factors, a.n);
  }
};

Index order_of(Trial& t) {
  return t.integer(0, 5) == 0 ? t.integer(520, 620) : t.extent();
}

// ---- potrf ----

constexpr auto potrf_random = []<typename T>(Trial& t) { Definite<T>(t, t.extent()).run(t); };
constexpr auto potrf_windows = []<typename T>(Trial& t) { Definite<T>(t, t.integer(520, 620)).run(t); };
constexpr auto potrf_empty = []<typename T>(Trial& t) { Definite<T>(t, t.integer(0, 1)).run(t); };
constexpr auto potrf_graded = []<typename T>(Trial& t) {
  Definite<T> p(t, t.extent());
  const auto order = exponents(t, p.a.n, half_range<T>);
  grade(p.a, order, order);
  p.run(t);
};
/// Denormal diagonals have normal roots.
constexpr auto potrf_denormal = []<typename T>(Trial& t) {
  const Index n = t.extent();
  Definite<T> p(t, n);
  std::vector<int> order(static_cast<std::size_t>(n));
  const int down = std::numeric_limits<Real<T>>::min_exponent - 4;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      p.a(i, j) = i == j ? times_power(T(1), t.coin() ? down : 0) : T(0);
  const auto [info, factors] = p.factor(t);
  BOOST_TEST(info == 0);
  for (Index i = 0; i < n; ++i)
    BOOST_TEST((std::abs(std::real(factors(i, i)) * std::real(factors(i, i)) / std::real(p.a(i, i)) - 1) <
                20 * std::numeric_limits<Real<T>>::epsilon()));
};
/// The leading minor of order k + 1 is the first that is not positive: its factorization stops there, that of the minor
/// before is there.
constexpr auto potrf_indefinite = []<typename T>(Trial& t) {
  Definite<T> p(t, order_of(t));
  const Index k = t.integer(0, p.a.rows() - 1);
  p.a(k, k) = t.one_of({T(0), T(-1), -p.a(k, k), T(-std::numeric_limits<Real<T>>::infinity())});
  if (t.coin()) // another one behind it
    if (const Index other = t.integer(static_cast<int>(k), p.a.rows() - 1); other > k)
      p.a(other, other) = T(-5);
  const auto [info, factors] = p.factor(t);
  BOOST_TEST(info == k + 1);
  if (t.first())
    p.check(factors, k);
};
/// An exactly singular minor: small integers, L L^H with a zero on the diagonal of L.
constexpr auto potrf_singular = []<typename T>(Trial& t) {
  const Index n = t.extent(), k = t.integer(0, static_cast<int>(n) - 1);
  Definite<T> p(t, n);
  // min(i, j) + 1 is L L^H with L of ones; row and column k repeat those before.
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const auto at = [&](Index l) { return l - (l >= k && k > 0 ? 1 : 0); };
      p.a(i, j) = k == 0 && (i == 0 || j == 0) ? T(0) : T(static_cast<Real<T>>(std::min(at(i), at(j)) + 1));
    }
  const auto [info, factors] = p.factor(t);
  BOOST_TEST(info == k + 1);
};
/// LAPACK since 3.2: a minor that is not a number is not positive. An element off the diagonal shows in its row.
constexpr auto potrf_nan = []<typename T>(Trial& t) {
  Definite<T> p(t, order_of(t));
  const Index i = t.integer(0, p.a.rows() - 1), j = t.coin() ? i : t.integer(0, static_cast<int>(i));
  p.element(i, j) = not_a_number<T>();
  const auto [info, factors] = p.factor(t);
  BOOST_TEST(info == i + 1);
  if (t.first())
    p.check(factors, i);
};

// ---- potrs, posv ----

/// |A X - B|, each column against |A| |X| + |B|.
template <typename T>
double solve_residual(const SerialMatrix<T>& a, const SerialMatrix<T>& x, const SerialMatrix<T>& b) {
  double largest = 0;
  for (Index r = 0; r < b.n; ++r) {
    long double error = 0, size = 0;
    for (Index i = 0; i < b.m; ++i) {
      Wide<T> difference = Wide<T>(b(i, r));
      long double sum = std::abs(difference);
      for (Index k = 0; k < a.n; ++k) {
        const Wide<T> term = product_of(Wide<T>(a(i, k)), Wide<T>(x(k, r)));
        difference -= term;
        sum += size_of(term);
      }
      if (!is_finite(difference))
        return std::numeric_limits<double>::infinity();
      error = std::max(error, std::abs(difference)), size = std::max(size, sum);
    }
    largest = std::max(largest, static_cast<double>(error / (static_cast<long double>(a.n + 2) *
                                                             (rounding<T> * size + smallest_step<T>))));
  }
  return largest;
}

Index any_right_hand_sides(Trial& t) {
  return t.one_of<Index>({1, 2, 5, 30, 70});
}

constexpr auto posv_random = []<typename T>(Trial& t) {
  const Definite<T> p(t, t.extent());
  auto b = random_matrix<T>(t, p.a.n, any_right_hand_sides(t));
  const int scale = t.integer(-half_range<T>, half_range<T>);
  for (T& x : b.data)
    x = times_power(x, scale);
  auto da = t.distribute(p.given(t)), db = t.distribute(b);
  BOOST_TEST(linalg::posv(t.grid, p.uplo, da.view(), db.view()) == 0);
  check_surroundings(da);
  check_surroundings(db);
  const auto x = db.gather();
  if (t.first())
    check_residual("posv", solve_residual(p.a, x, b));
};
constexpr auto posv_indefinite = []<typename T>(Trial& t) {
  Definite<T> p(t, t.extent());
  const Index k = t.integer(0, p.a.rows() - 1);
  p.a(k, k) = t.coin() ? T(0) : not_a_number<T>();
  const auto b = random_matrix<T>(t, p.a.n, any_right_hand_sides(t));
  auto da = t.distribute(p.a), db = t.distribute(b);
  BOOST_TEST(linalg::posv(t.grid, p.uplo, da.view(), db.view()) == k + 1);
  check_bits("B of an indefinite system", db, b);
};
constexpr auto potrs_nan = []<typename T>(Trial& t) {
  const Definite<T> p(t, t.extent());
  auto b = random_matrix<T>(t, p.a.n, any_right_hand_sides(t));
  const auto clean = b;
  const Place place = put_anywhere(t, b, not_a_number<T>());
  auto da = t.distribute(p.given(t)), db = t.distribute(b);
  BOOST_TEST(linalg::potrf(t.grid, p.uplo, da.view()) == 0);
  linalg::potrs(t.grid, p.uplo, da.const_view(), db.view());
  check_surroundings(db);
  auto x = db.gather();
  if (!t.first())
    return;
  BOOST_TEST(is_nan(x(place.i, place.j)));
  b = clean;
  for (Index i = 0; i < x.m; ++i)
    x(i, place.j) = b(i, place.j) = T(0);
  check_residual("potrs", solve_residual(p.a, x, b));
};
constexpr auto posv_empty = []<typename T>(Trial& t) {
  const Definite<T> p(t, t.coin() ? 0 : t.extent());
  auto da = t.distribute(p.a), db = t.distribute(SerialMatrix<T>(p.a.n, p.a.n == 0 ? t.extent() : 0));
  BOOST_TEST(linalg::posv(t.grid, p.uplo, da.view(), db.view()) == 0);
};

BOOST_AUTO_TEST_CASE(cholesky) {
  CaseTable({
                case_kind("potrf: random", potrf_random),
                case_kind("potrf: several windows", potrf_windows),
                case_kind("potrf: n is 0 or 1", potrf_empty),
                case_kind("potrf: graded", potrf_graded),
                case_kind("potrf: denormal", potrf_denormal),
                case_kind("potrf: indefinite", potrf_indefinite),
                case_kind("potrf: exactly singular", potrf_singular),
                case_kind("potrf: NaN", potrf_nan),
                case_kind("posv: random", posv_random),
                case_kind("posv: indefinite", posv_indefinite),
                case_kind("posv: n or nrhs is 0", posv_empty),
                case_kind("potrs: NaN in B", potrs_nan),
            })
      .run(36, 400);
}

} // namespace
