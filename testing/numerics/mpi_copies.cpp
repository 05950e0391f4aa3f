// Numerical rules of what moves, adds and measures elements: lange, lacpy, laset, geadd, tran, gemr2d. ranks: 4
// long-ranks: 1 2 6
#include "testing/numerics/operands.hpp"

#include "comm/redistribute.hpp"
#include "linalg/geadd.hpp"
#include "linalg/lacpy.hpp"
#include "linalg/lange.hpp"
#include "linalg/laset.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using linalg::Norm;

/// Elements of every sort: NaN, infinities, denormals, zeros of either sign.
template <typename T>
SerialMatrix<T> motley_matrix(Trial& t, Index m, Index n) {
  auto a = random_matrix<T>(t, m, n);
  for (T& x : a.data)
    if (const int kind = t.integer(0, 7); kind < 2)
      x = special<T>(t, kind == 0);
    else if (kind == 2)
      x = times_power(x, std::numeric_limits<Real<T>>::min_exponent - 5);
    else if (kind == 3)
      x = -T(0);
  return a;
}

Index extent_or_none(Trial& t) {
  return t.integer(0, 9) == 0 ? 0 : t.extent();
}

// ---- lange ----

constexpr std::array norms{Norm::max, Norm::one, Norm::infinity, Norm::frobenius};

/// In long double, where squares stay in the range.
template <typename T>
long double norm_of(Norm norm, const SerialMatrix<T>& a) {
  std::vector<long double> sums(static_cast<std::size_t>(std::max<Index>(1, std::max(a.m, a.n))));
  long double largest = 0, squares = 0;
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i) {
      const long double x = std::abs(Wide<T>(a(i, j)));
      sums[static_cast<std::size_t>(norm == Norm::one ? j : i)] += x;
      largest = std::max(largest, x), squares += x * x;
    }
  return norm == Norm::max         ? largest
         : norm == Norm::frobenius ? std::sqrt(squares)
                                   : *std::ranges::max_element(sums);
}
template <typename T>
Real<T> lange(Trial& t, Norm norm, const SerialMatrix<T>& a) {
  const auto matrix = t.distribute(a);
  const Real<T> value = linalg::lange(t.grid, norm, matrix.const_view());
  check_same_everywhere(t.grid, "the norm", value);
  return value;
}
template <typename T>
void check_norms(Trial& t, const SerialMatrix<T>& a) {
  for (const Norm norm : norms) {
    const Real<T> value = lange(t, norm, a);
    const long double truth = norm_of(norm, a), bound = static_cast<long double>(a.m + a.n + 4) *
                                                        (2 * rounding<T> * truth + smallest_step<T>);
    BOOST_TEST((std::abs(value - truth) <= bound),
               "norm " << static_cast<char>(norm) << " is " << value << ", not " << truth);
  }
}

constexpr auto lange_random = []<typename T>(Trial& t) {
  check_norms(t, random_matrix<T>(t, extent_or_none(t), extent_or_none(t)));
};
constexpr auto lange_graded = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  grade(a, exponents(t, a.m, half_range<T>), exponents(t, a.n, half_range<T>));
  check_norms(t, a);
};
/// Squares of the largest elements are zero or infinite, the elements denormal or just below the largest number.
constexpr auto lange_extreme = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  using Limits = std::numeric_limits<Real<T>>;
  const int scale = t.coin() ? Limits::max_exponent - 16 : Limits::min_exponent - t.integer(1, 15);
  for (T& x : a.data)
    x = times_power(x, scale);
  check_norms(t, a);
};
/// NaN wherever it stands, whatever else there is; infinity if there is one, and no NaN.
constexpr auto lange_special = []<typename T>(Trial& t) {
  auto a = random_matrix<T>(t, t.extent(), t.extent());
  const Real<T> infinity = std::numeric_limits<Real<T>>::infinity();
  const bool nan = t.coin();
  if (nan)
    put_anywhere(t, a, not_a_number<T>());
  if (!nan || t.coin()) {
    const Place place = put_anywhere(t, a, T(-infinity));
    if (nan && !has_nan(a)) // on the same place
      a(place.i, place.j) = not_a_number<T>();
  }
  for (const Norm norm : norms) {
    const Real<T> value = lange(t, norm, a);
    BOOST_TEST((nan ? std::isnan(value) : value == infinity),
               "norm " << static_cast<char>(norm) << " is " << value);
  }
};

// ---- Copies ----

constexpr auto lacpy_any = []<typename T>(Trial& t) {
  const Index m = extent_or_none(t), n = extent_or_none(t);
  const auto a = motley_matrix<T>(t, m, n), b = motley_matrix<T>(t, m, n);
  const Uplo uplo = t.one_of({Uplo::all, Uplo::lower, Uplo::upper});
  const MatrixLayout layout = t.layout(m, n);
  const DistributedMatrix<T> da(t.grid, t.coin() ? layout : t.layout(m, n), a);
  DistributedMatrix<T> db(t.grid, layout, b);
  linalg::lacpy(t.grid, uplo, da.const_view(), db.view());
  SerialMatrix<T> expected = b;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      if (uplo == Uplo::all || (uplo == Uplo::lower ? i >= j : i <= j))
        expected(i, j) = a(i, j);
  check_bits("lacpy", db, expected);
};
constexpr auto laset_any = []<typename T>(Trial& t) {
  auto a = motley_matrix<T>(t, extent_or_none(t), extent_or_none(t));
  const Uplo uplo = t.one_of({Uplo::all, Uplo::lower, Uplo::upper});
  const T alpha = t.coin() ? random_scalar<T>(t.random) : special<T>(t, t.coin()),
          beta = random_scalar<T>(t.random);
  auto matrix = t.distribute(a);
  linalg::laset(t.grid, uplo, alpha, beta, matrix.view());
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      if (i == j)
        a(i, j) = beta;
      else if (uplo == Uplo::all || (uplo == Uplo::lower) == (i > j))
        a(i, j) = alpha;
  check_bits("laset", matrix, a);
};
/// Between any two layouts, of submatrices; also transposed.
constexpr auto gemr2d_any = []<typename T>(Trial& t) {
  const bool transposed = t.coin(), conjugated = transposed && t.coin();
  const auto a = motley_matrix<T>(t, extent_or_none(t), extent_or_none(t));
  auto b = motley_matrix<T>(t, transposed ? a.n : a.m, transposed ? a.m : a.n);
  const auto da = t.distribute(a);
  auto db = t.distribute(b);
  comm::redistribute(t.grid, da.const_view(), db.view(), transposed, conjugated);
  for (Index j = 0; j < b.n; ++j)
    for (Index i = 0; i < b.m; ++i)
      b(i, j) = conjugated ? conjugate(a(j, i)) : transposed ? a(j, i) : a(i, j);
  check_bits("gemr2d", db, b);
};
/// From the layout of one grid to that of another.
constexpr auto gemr2d_grids = []<typename T>(Trial& t) {
  comm::Grid& other = *TestGrids::grids()[static_cast<std::size_t>(
      t.integer(0, static_cast<int>(TestGrids::grids().size()) - 1))];
  const auto a = motley_matrix<T>(t, extent_or_none(t), extent_or_none(t));
  const auto b = motley_matrix<T>(t, a.m, a.n);
  const auto da = t.distribute(a);
  DistributedMatrix<T> db(other, random_layout(t.random, other, a.m, a.n, 65), b);
  comm::redistribute(MPI_COMM_WORLD, comm::Placement::of_context(t.grid.context(), MPI_COMM_WORLD),
                     da.const_view(), comm::Placement::of_context(other.context(), MPI_COMM_WORLD),
                     db.view());
  check_bits("gemr2d", db, a);
};

// ---- Sums ----

/// tran is geadd with a transpose.
template <typename T>
struct Sum {
  Transpose trans;
  T alpha, beta;
  SerialMatrix<T> a, c;

  Sum(Trial& t, Index m, Index n)
      : trans(t.one_of({Transpose::no, Transpose::transpose, Transpose::conjugate})),
        alpha(random_scalar<T>(t.random)), beta(random_scalar<T>(t.random)),
        a(trans == Transpose::no ? random_matrix<T>(t, m, n) : random_matrix<T>(t, n, m)),
        c(random_matrix<T>(t, m, n)) {}
  void run(Trial& t) const {
    const MatrixLayout layout = t.layout(c.m, c.n);
    const DistributedMatrix<T> da(t.grid, trans == Transpose::no && t.coin() ? layout : t.layout(a.m, a.n),
                                  a);
    DistributedMatrix<T> dc(t.grid, layout, c);
    linalg::geadd(t.grid, trans, alpha, da.const_view(), beta, dc.view());
    check_surroundings(dc);
    const SerialMatrix<T> result = dc.gather();
    Expected<T> e(c.m, c.n);
    if (beta != T(0))
      e.add(beta, Transpose::no, c);
    if (alpha != T(0))
      e.add(alpha, trans, a);
    if (t.first())
      check_residual("geadd", e.residual(result, 1));
  }
};
constexpr auto geadd_random = []<typename T>(Trial& t) {
  Sum<T>(t, extent_or_none(t), extent_or_none(t)).run(t);
};
/// A zero scalar: what it stands before is not read.
constexpr auto geadd_zero = []<typename T>(Trial& t) {
  Sum<T> p(t, t.extent(), t.extent());
  (t.coin() ? p.alpha : p.beta) = T(0);
  if (p.alpha == T(0))
    p.a = motley_matrix<T>(t, p.a.m, p.a.n);
  if (p.beta == T(0))
    p.c = motley_matrix<T>(t, p.c.m, p.c.n);
  p.run(t);
};
constexpr auto geadd_special = []<typename T>(Trial& t) {
  Sum<T> p(t, t.extent(), t.extent());
  p.a = motley_matrix<T>(t, p.a.m, p.a.n);
  p.c = motley_matrix<T>(t, p.c.m, p.c.n);
  p.run(t);
};
constexpr auto geadd_graded = []<typename T>(Trial& t) {
  Sum<T> p(t, t.extent(), t.extent());
  const auto rows = exponents(t, p.c.m, half_range<T>), columns = exponents(t, p.c.n, half_range<T>);
  grade(p.c, rows, columns);
  p.trans == Transpose::no ? grade(p.a, rows, columns) : grade(p.a, columns, rows);
  p.run(t);
};

BOOST_AUTO_TEST_CASE(copies_sums_and_norms) {
  CaseTable({
                case_kind("lange: random", lange_random),
                case_kind("lange: graded", lange_graded),
                case_kind("lange: near the ends of the range", lange_extreme),
                case_kind("lange: NaN and infinities", lange_special),
                case_kind("lacpy: any elements", lacpy_any),
                case_kind("laset: any elements", laset_any),
                case_kind("gemr2d: any elements", gemr2d_any),
                case_kind("gemr2d: between grids", gemr2d_grids),
                case_kind("geadd, tran: random", geadd_random),
                case_kind("geadd, tran: alpha or beta is 0", geadd_zero),
                case_kind("geadd, tran: NaN and infinities", geadd_special),
                case_kind("geadd, tran: graded", geadd_graded),
            })
      .run(36, 400);
}

} // namespace
