// Numerical rules of products and triangular solves: gemm, trsm, trmm, syrk, herk. ranks: 4
// long-ranks: 1 2 6
#include "testing/numerics/operands.hpp"

#include "linalg/gemm.hpp"
#include "linalg/syrk.hpp"
#include "linalg/trmm.hpp"
#include "linalg/trsm.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Side;

Transpose any_transpose(Trial& t) {
  return t.one_of({Transpose::no, Transpose::transpose, Transpose::conjugate});
}
Uplo any_triangle(Trial& t) {
  return t.one_of({Uplo::lower, Uplo::upper});
}

// ---- gemm ----

template <typename T>
struct Product {
  Transpose ta, tb;
  T alpha, beta;
  SerialMatrix<T> a, b, c;

  Product(Trial& t, Index m, Index n, Index k)
      : ta(any_transpose(t)), tb(any_transpose(t)), alpha(random_scalar<T>(t.random)),
        beta(random_scalar<T>(t.random)),
        a(ta == Transpose::no ? random_matrix<T>(t, m, k) : random_matrix<T>(t, k, m)),
        b(tb == Transpose::no ? random_matrix<T>(t, k, n) : random_matrix<T>(t, n, k)),
        c(random_matrix<T>(t, m, n)) {}
  Index k() const { return ta == Transpose::no ? a.n : a.m; }

  /// By the rules of the BLAS: what a zero scalar stands before is not read.
  Expected<T> expected() const {
    Expected<T> e(c.m, c.n);
    if (beta != T(0))
      e.add(beta, Transpose::no, c);
    if (alpha != T(0))
      e.add(alpha, ta, a, tb, b);
    return e;
  }
  void run(Trial& t) const {
    const auto da = t.distribute(a), db = t.distribute(b);
    auto dc = t.distribute(c);
    linalg::gemm(t.grid, ta, tb, alpha, da.const_view(), db.const_view(), beta, dc.view());
    check_surroundings(dc);
    const SerialMatrix<T> result = dc.gather();
    if (t.first())
      check_residual("gemm", expected().residual(result, k()));
  }
};

constexpr auto gemm_random = []<typename T>(Trial& t) {
  Product<T>(t, t.extent(), t.extent(), t.extent()).run(t);
};
/// More than one window of the inner dimension.
constexpr auto gemm_deep = []<typename T>(Trial& t) {
  Product<T>(t, t.integer(1, 40), t.integer(1, 40), t.integer(193, 600)).run(t);
};
constexpr auto gemm_empty = []<typename T>(Trial& t) {
  const int empty = t.integer(0, 2);
  Product<T> p(t, empty == 0 ? 0 : t.extent(), empty == 1 ? 0 : t.extent(), empty == 2 ? 0 : t.extent());
  if (empty == 2 && t.coin())
    p.beta = T(0), p.c.data[0] = special<T>(t, true);
  p.run(t);
};
constexpr auto gemm_thin = []<typename T>(Trial& t) {
  const int thin = t.integer(0, 2);
  Product<T>(t, thin == 0 ? 1 : t.extent(), thin == 1 ? 1 : t.extent(), thin == 2 ? 1 : t.extent()).run(t);
};
constexpr auto gemm_beta_zero = []<typename T>(Trial& t) {
  Product<T> p(t, t.extent(), t.extent(), t.extent());
  p.beta = T(0);
  for (T& x : p.c.data)
    if (t.coin())
      x = special<T>(t, t.coin());
  p.run(t);
};
constexpr auto gemm_alpha_zero = []<typename T>(Trial& t) {
  Product<T> p(t, t.extent(), t.extent(), t.extent());
  p.alpha = T(0);
  for (T& x : p.a.data)
    x = special<T>(t, t.coin());
  put_anywhere(t, p.b, special<T>(t, t.coin()));
  p.run(t);
};
/// A zero times an infinity is NaN, as in the reference BLAS.
constexpr auto gemm_special = []<typename T>(Trial& t) {
  Product<T> p(t, t.extent(), t.extent(), t.extent());
  p.alpha = T(1), p.beta = t.one_of({T(0), T(1), T(2)});
  for (int count = t.integer(1, 3); count > 0; --count) {
    put_anywhere(t, t.coin() ? p.a : p.b, special<T>(t, t.coin()));
    put_anywhere(t, p.c, special<T>(t, t.coin()));
    put_anywhere(t, p.a, T(0));
    put_anywhere(t, p.b, T(0));
  }
  if (t.coin()) // zeros all along
    for (T& x : t.coin() ? p.a.data : p.b.data)
      x = is_finite(x) ? T(0) : x;
  p.run(t);
};
constexpr auto gemm_graded = []<typename T>(Trial& t) {
  Product<T> p(t, t.extent(), t.extent(), t.extent());
  const auto rows = exponents(t, p.c.m, half_range<T>), columns = exponents(t, p.c.n, half_range<T>);
  auto inner = exponents(t, p.k(), half_range<T>);
  p.ta == Transpose::no ? grade(p.a, rows, inner) : grade(p.a, inner, rows);
  for (int& e : inner)
    e = -e;
  p.tb == Transpose::no ? grade(p.b, inner, columns) : grade(p.b, columns, inner);
  grade(p.c, rows, columns);
  p.run(t);
};
constexpr auto gemm_denormal = []<typename T>(Trial& t) {
  Product<T> p(t, t.extent(), t.extent(), t.extent());
  const int down = std::numeric_limits<Real<T>>::min_exponent - t.integer(2, 10);
  for (T& x : t.coin() ? p.a.data : p.b.data)
    x = times_power(x, down);
  for (T& x : p.c.data)
    x = times_power(x, down);
  p.run(t);
};
/// Small integers: no rounding, whatever the order of the sums.
constexpr auto gemm_integers = []<typename T>(Trial& t) {
  Product<T> p(t, t.extent(), t.extent(), t.extent());
  const auto round = [](SerialMatrix<T>& x) {
    for (T& e : x.data)
      if constexpr (is_complex<T>)
        e = {std::round(5 * std::real(e)), std::round(5 * std::imag(e))};
      else
        e = std::round(5 * e);
  };
  round(p.a), round(p.b), round(p.c);
  p.alpha = T(2), p.beta = T(-1);
  const auto da = t.distribute(p.a), db = t.distribute(p.b);
  auto dc = t.distribute(p.c);
  linalg::gemm(t.grid, p.ta, p.tb, p.alpha, da.const_view(), db.const_view(), p.beta, dc.view());
  const Expected<T> expected = p.expected();
  SerialMatrix<T> exact(p.c.m, p.c.n);
  std::transform(expected.value.data.begin(), expected.value.data.end(), exact.data.begin(),
                 [](const Wide<T>& x) { return T(x); });
  const std::string difference = dc.difference(exact, 0);
  BOOST_TEST(difference == "", on_rank());
};

// ---- Triangular operators ----

/// A triangle, whose other half is NaN, and its diagonal too if it is unit, and a right-hand side.
template <typename T>
struct Triangular {
  Side side;
  Uplo uplo;
  Transpose trans;
  Diag diag;
  T alpha;
  SerialMatrix<T> a, b;

  Triangular(Trial& t, Index order, Index others)
      : side(t.one_of({Side::left, Side::right})), uplo(any_triangle(t)), trans(any_transpose(t)),
        diag(t.one_of({Diag::unit, Diag::non_unit})), alpha(random_scalar<T>(t.random)),
        a(random_matrix<T>(t, order, order)),
        b(side == Side::left ? random_matrix<T>(t, order, others) : random_matrix<T>(t, others, order)) {
    // Well conditioned.
    for (T& x : a.data)
      x *= Real<T>(1) / static_cast<Real<T>>(order);
    for (Index i = 0; i < order; ++i)
      a(i, i) += T(Real<T>(1.5));
  }
  bool left() const { return side == Side::left; }
  bool unit() const { return diag == Diag::unit; }
  /// op(A) is lower triangular.
  bool lower() const { return (uplo == Uplo::lower) == (trans == Transpose::no); }
  SerialMatrix<T> triangle() const { return triangle_of(uplo, unit(), a); }
  /// A as it is given, with NaN where it must not be read.
  SerialMatrix<T> with_guards() const {
    SerialMatrix<T> guarded = a;
    for (Index j = 0; j < a.n; ++j)
      for (Index i = 0; i < a.m; ++i)
        if (i == j ? unit() : (i > j) != (uplo == Uplo::lower))
          guarded(i, j) = not_a_number<T>();
    return guarded;
  }
  /// Whether index i of op(A) x, or of its solution, depends on index j of x.
  bool multiply_depends(Index i, Index j) const { return (lower() == left()) ? i >= j : i <= j; }

  SerialMatrix<T> solve(Trial& t) const { return apply(t, true); }
  SerialMatrix<T> multiply(Trial& t) const { return apply(t, false); }
  /// |op(A) X - alpha B| or |X op(A) - alpha B|, each element against |op(A)| |X|.
  double solve_residual(const SerialMatrix<T>& x) const {
    Expected<T> e(b.m, b.n);
    e.add(alpha, Transpose::no, b);
    left() ? e.add(T(-1), trans, triangle(), Transpose::no, x)
           : e.add(T(-1), Transpose::no, x, trans, triangle());
    return e.residual(SerialMatrix<T>(b.m, b.n), a.n);
  }
  Expected<T> product() const {
    Expected<T> e(b.m, b.n);
    left() ? e.add(alpha, trans, triangle(), Transpose::no, b)
           : e.add(alpha, Transpose::no, b, trans, triangle());
    return e;
  }

private:
  SerialMatrix<T> apply(Trial& t, bool solve) const {
    const auto da = t.distribute(with_guards());
    auto db = t.distribute(b);
    (solve ? linalg::trsm<T> : linalg::trmm<T>)(t.grid, side, uplo, trans, diag, alpha, da.const_view(),
                                                db.view());
    check_surroundings(db);
    return db.gather();
  }
};

constexpr auto trsm_random = []<typename T>(Trial& t) {
  const Triangular<T> p(t, t.extent(), t.extent());
  const auto x = p.solve(t);
  if (t.first())
    check_residual("trsm", p.solve_residual(x));
};
constexpr auto trmm_random = []<typename T>(Trial& t) {
  const Triangular<T> p(t, t.extent(), t.extent());
  const auto x = p.multiply(t);
  if (t.first())
    check_residual("trmm", p.product().residual(x, p.a.n));
};
/// Triangles that are cut in two; few right-hand sides go another way.
constexpr auto trsm_large = []<typename T>(Trial& t) {
  const Triangular<T> p(t, t.integer(257, 330), t.one_of({1, 3, 40, 70}));
  const auto x = p.solve(t);
  if (t.first())
    check_residual("trsm", p.solve_residual(x));
};
constexpr auto trmm_large = []<typename T>(Trial& t) {
  const Triangular<T> p(t, t.integer(257, 330), t.integer(1, 40));
  const auto x = p.multiply(t);
  if (t.first())
    check_residual("trmm", p.product().residual(x, p.a.n));
};
constexpr auto triangular_empty = []<typename T>(Trial& t) {
  const bool order = t.coin();
  const Triangular<T> p(t, order ? 0 : t.extent(), order ? t.extent() : 0);
  p.solve(t);
  p.multiply(t);
};
/// alpha = 0: neither A nor B is read.
constexpr auto triangular_alpha_zero = []<typename T>(Trial& t) {
  Triangular<T> p(t, t.extent(), t.extent());
  p.alpha = T(0);
  for (T& x : p.a.data)
    x = special<T>(t, t.coin());
  for (T& x : p.b.data)
    x = special<T>(t, t.coin());
  const auto zero = [](const SerialMatrix<T>& x) {
    return std::ranges::all_of(x.data, [](T y) { return y == T(0); });
  };
  BOOST_TEST(zero(p.solve(t)));
  BOOST_TEST(zero(p.multiply(t)));
};
constexpr auto triangular_graded = []<typename T>(Trial& t) {
  Triangular<T> p(t, t.extent(), t.extent());
  p.alpha = T(1);
  // op(A)' = R op(A) R^-1, B' = R B C, or its mirror: the solution and the product are graded as B is.
  auto order = exponents(t, p.a.n, half_range<T>), inverse = order;
  for (int& e : inverse)
    e = -e;
  (p.trans == Transpose::no) == p.left() ? grade(p.a, order, inverse) : grade(p.a, inverse, order);
  const auto others = exponents(t, p.left() ? p.b.n : p.b.m, half_range<T>);
  p.left() ? grade(p.b, order, others) : grade(p.b, others, order);
  const auto x = p.solve(t), y = p.multiply(t);
  if (t.first()) {
    check_residual("trsm", p.solve_residual(x));
    check_residual("trmm", p.product().residual(y, p.a.n));
  }
};
/// A NaN in B spoils, of its own column (or row, from the right), what depends on it, and nothing else.
constexpr auto triangular_nan_in_b = []<typename T>(Trial& t) {
  Triangular<T> p(t, t.extent(), t.extent());
  p.alpha = T(1);
  const SerialMatrix<T> clean = p.b;
  const Place place = put_anywhere(t, p.b, not_a_number<T>());
  const auto x = p.solve(t), y = p.multiply(t);
  if (!t.first())
    return;
  const Index first = p.left() ? place.i : place.j, line = p.left() ? place.j : place.i;
  SerialMatrix<T> x_clean = x, y_clean = y;
  for (Index k = 0; k < p.a.n; ++k) {
    const Index i = p.left() ? k : line, j = p.left() ? line : k;
    if (!p.multiply_depends(k, first))
      continue;
    BOOST_TEST(is_nan(x(i, j)), "trsm: no NaN at (" << i << ", " << j << ')');
    BOOST_TEST(is_nan(y(i, j)), "trmm: no NaN at (" << i << ", " << j << ')');
  }
  p.b = clean;
  // The other columns are those of the right-hand side without it.
  Expected<T> e(p.b.m, p.b.n);
  e.add(T(1), Transpose::no, p.b);
  p.left() ? e.add(T(-1), p.trans, p.triangle(), Transpose::no, x)
           : e.add(T(-1), Transpose::no, x, p.trans, p.triangle());
  const Expected<T> product = p.product();
  for (Index j = 0; j < p.b.n; ++j)
    for (Index i = 0; i < p.b.m; ++i) {
      if ((p.left() ? j : i) == line)
        continue;
      const long double terms = residual_threshold * static_cast<long double>(p.a.n + 2) * rounding<T>;
      BOOST_TEST((std::abs(e.value(i, j)) <= terms * e.size(i, j)), "trsm: (" << i << ", " << j << ')');
      BOOST_TEST((std::abs(product.value(i, j) - Wide<T>(y(i, j))) <= terms * product.size(i, j)),
                 "trmm: (" << i << ", " << j << ')');
    }
};
/// A zero on the diagonal gives elements that are not finite, and no process waits for ever.
constexpr auto trsm_singular = []<typename T>(Trial& t) {
  Triangular<T> p(t, t.one_of<Index>({t.extent(), 300}), t.integer(1, 70));
  p.diag = Diag::non_unit, p.alpha = T(1);
  const int k = t.integer(0, p.a.rows() - 1);
  p.a(k, k) = T(0);
  const auto x = p.solve(t);
  for (Index line = 0; line < (p.left() ? p.b.n : p.b.m); ++line)
    BOOST_TEST(!is_finite(p.left() ? x(k, line) : x(line, k)));
};

/// A diagonal element whose reciprocal is infinite, as hetgrid.h has it: what depends on it may be infinite, as it is with
/// OpenBLAS, whose kernels multiply zeros by it as well, so that other unknowns of a right-hand side are NaN. What is
/// finite is right.
constexpr auto trsm_denormal = []<typename T>(Trial& t) {
  Triangular<T> p(t, t.extent(), t.extent());
  p.diag = Diag::non_unit, p.alpha = T(1);
  const int k = t.integer(0, p.a.rows() - 1);
  p.a(k, k) = T(std::numeric_limits<Real<T>>::denorm_min());
  auto x = p.solve(t);
  if (!t.first())
    return;
  const auto depends = [&](Index i, Index j) { return p.multiply_depends(p.left() ? i : j, k); };
  std::vector<bool> spoilt(static_cast<std::size_t>(p.left() ? x.n : x.m)); // right-hand sides
  const auto is_spoilt = [&](Index i, Index j) -> std::vector<bool>::reference {
    return spoilt[static_cast<std::size_t>(p.left() ? j : i)];
  };
  for (Index j = 0; j < x.n; ++j)
    for (Index i = 0; i < x.m; ++i)
      if (!depends(i, j) && is_nan(x(i, j)))
        is_spoilt(i, j) = true;
  // The rest is the solution of the system without the indices that depend on k.
  for (Index j = 0; j < x.n; ++j)
    for (Index i = 0; i < x.m; ++i)
      if (depends(i, j) || is_spoilt(i, j))
        x(i, j) = p.b(i, j) = T(0);
  const bool rows = p.left() == (p.trans == Transpose::no);
  for (Index i = 0; i < p.a.m; ++i)
    for (Index j = 0; j < p.a.n; ++j)
      if (p.multiply_depends(rows ? i : j, k))
        p.a(i, j) = i == j ? T(1) : T(0);
  check_residual("trsm", p.solve_residual(x));
};

// ---- Rank updates ----

/// The triangle of C; what is in the other one stays as it is, NaN too.
template <typename T>
struct RankUpdate {
  bool hermitian;
  Uplo uplo;
  Transpose trans;
  T alpha, beta;
  SerialMatrix<T> a, c;

  RankUpdate(Trial& t, Index n, Index k)
      : hermitian(is_complex<T> && t.coin()), uplo(any_triangle(t)),
        trans(t.coin()    ? Transpose::no
              : hermitian ? Transpose::conjugate
                          : Transpose::transpose),
        alpha(random_scalar<T>(t.random)), beta(random_scalar<T>(t.random)),
        a(trans == Transpose::no ? random_matrix<T>(t, n, k) : random_matrix<T>(t, k, n)),
        c(random_matrix<T>(t, n, n)) {
    if (hermitian)
      alpha = std::real(alpha), beta = std::real(beta);
  }
  Index k() const { return trans == Transpose::no ? a.n : a.m; }
  bool inside(Index i, Index j) const { return uplo == Uplo::lower ? i >= j : i <= j; }

  SerialMatrix<T> given() const {
    SerialMatrix<T> guarded = c;
    for (Index j = 0; j < c.n; ++j)
      for (Index i = 0; i < c.m; ++i)
        if (!inside(i, j))
          guarded(i, j) = not_a_number<T>();
    return guarded;
  }
  void run(Trial& t) const {
    const auto da = t.distribute(a);
    auto dc = t.distribute(given());
    update(t.grid, da.const_view(), dc.view());
    check_surroundings(dc);
    const SerialMatrix<T> result = dc.gather();
    if (t.first())
      check(result);
  }

private:
  void update(comm::Grid& grid, const comm::Submatrix<const T>& from, const comm::Submatrix<T>& to) const {
    if constexpr (is_complex<T>)
      if (hermitian)
        return linalg::herk(grid, uplo, trans, std::real(alpha), from, std::real(beta), to);
    linalg::syrk(grid, uplo, trans, alpha, from, beta, to);
  }
  void check(SerialMatrix<T> result) const {
    Expected<T> e(c.m, c.n);
    SerialMatrix<T> before = c;
    const bool nothing = (alpha == T(0) || k() == 0) && beta == T(1);
    for (Index i = 0; i < c.n && hermitian && !nothing; ++i)
      before(i, i) = std::real(before(i, i));
    if (beta != T(0))
      e.add(beta, Transpose::no, before);
    if (alpha != T(0)) {
      const Transpose other = hermitian ? Transpose::conjugate : Transpose::transpose;
      trans == Transpose::no ? e.add(alpha, Transpose::no, a, other, a)
                             : e.add(alpha, other, a, Transpose::no, a);
    }
    for (Index j = 0; j < c.n; ++j)
      for (Index i = 0; i < c.m; ++i)
        if (!inside(i, j)) {
          BOOST_TEST(is_nan(result(i, j)), "the other triangle was written");
          e.value(i, j) = Wide<T>(0), result(i, j) = T(0);
        } else if (hermitian && i == j && !nothing) {
          BOOST_TEST(std::imag(result(i, j)) == 0, "the diagonal is not real");
        }
    check_residual(hermitian ? "herk" : "syrk", e.residual(result, k()));
  }
};

constexpr auto syrk_random = []<typename T>(Trial& t) { RankUpdate<T>(t, t.extent(), t.extent()).run(t); };
constexpr auto syrk_large = []<typename T>(Trial& t) {
  RankUpdate<T>(t, t.integer(257, 300), t.integer(1, 20)).run(t);
};
constexpr auto syrk_empty = []<typename T>(Trial& t) {
  t.coin() ? RankUpdate<T>(t, 0, t.extent()).run(t) : RankUpdate<T>(t, t.extent(), 0).run(t);
};
constexpr auto syrk_scalars = []<typename T>(Trial& t) {
  RankUpdate<T> p(t, t.extent(), t.extent());
  if (t.coin()) {
    p.alpha = T(0);
    for (T& x : p.a.data)
      x = special<T>(t, t.coin());
  } else {
    p.beta = T(0);
    for (T& x : p.c.data)
      x = special<T>(t, t.coin());
  }
  p.run(t);
};
/// A row with NaN spoils its row and column of C. Of an infinity in C, a real beta leaves the other part as it is.
constexpr auto syrk_special = []<typename T>(Trial& t) {
  RankUpdate<T> p(t, t.one_of<Index>({t.extent(), 270}), t.integer(1, 20));
  p.alpha = T(1), p.beta = t.one_of({T(0), T(1), T(2)});
  put_anywhere(t, p.a, special<T>(t, t.coin()));
  put_anywhere(t, p.c, special<T>(t, t.coin()));
  p.run(t);
};
constexpr auto herk_infinite = []<typename T>(Trial& t) {
  if constexpr (is_complex<T>) {
    const Index n = t.one_of<Index>({t.extent() + 1, 270});
    RankUpdate<T> p(t, n, t.integer(0, 3));
    p.hermitian = true, p.uplo = Uplo::lower, p.trans = Transpose::no;
    p.a = random_matrix<T>(t, n, p.k());
    p.alpha = T(t.integer(0, 1)), p.beta = T(2);
    const Index j = t.integer(0, static_cast<int>(n) - 2),
                i = t.integer(static_cast<int>(j) + 1, static_cast<int>(n) - 1);
    p.c(i, j) = T(std::numeric_limits<Real<T>>::infinity(), 3);
    const auto da = t.distribute(p.a);
    auto dc = t.distribute(p.c);
    linalg::herk(t.grid, p.uplo, p.trans, std::real(p.alpha), da.const_view(), Real<T>(2), dc.view());
    const T x = dc.gather()(i, j);
    BOOST_TEST(std::isinf(std::real(x)));
    BOOST_TEST(std::isfinite(std::imag(x)), "a real beta made NaN of " << p.c(i, j));
  }
};

BOOST_AUTO_TEST_CASE(products_and_triangular_solves) {
  CaseTable({
                case_kind("gemm: random", gemm_random),
                case_kind("gemm: several windows", gemm_deep),
                case_kind("gemm: m, n or k is 0", gemm_empty),
                case_kind("gemm: m, n or k is 1", gemm_thin),
                case_kind("gemm: beta = 0, C is not a number", gemm_beta_zero),
                case_kind("gemm: alpha = 0, A and B are not numbers", gemm_alpha_zero),
                case_kind("gemm: NaN and infinities", gemm_special),
                case_kind("gemm: graded", gemm_graded),
                case_kind("gemm: denormal", gemm_denormal),
                case_kind("gemm: integers", gemm_integers),
                case_kind("trsm: random", trsm_random),
                case_kind("trsm: large", trsm_large),
                case_kind("trsm: singular", trsm_singular),
                case_kind("trsm: denormal diagonal", trsm_denormal),
                case_kind("trmm: random", trmm_random),
                case_kind("trmm: large", trmm_large),
                case_kind("trsm, trmm: empty", triangular_empty),
                case_kind("trsm, trmm: alpha = 0", triangular_alpha_zero),
                case_kind("trsm, trmm: graded", triangular_graded),
                case_kind("trsm, trmm: NaN in B", triangular_nan_in_b),
                case_kind("syrk, herk: random", syrk_random),
                case_kind("syrk, herk: large", syrk_large),
                case_kind("syrk, herk: n or k is 0", syrk_empty),
                case_kind("syrk, herk: alpha or beta is 0", syrk_scalars),
                case_kind("syrk, herk: NaN and infinities", syrk_special),
                case_kind("herk: infinity in C", herk_infinite),
            })
      .run(52, 400);
}

} // namespace
