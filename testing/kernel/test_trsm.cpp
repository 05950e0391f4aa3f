// Triangular solves by products: the residual of substitution, whatever the triangle, and infinities and NaNs stay where
// substitution has them.
#define BOOST_TEST_MODULE trsm
#include <boost/test/unit_test.hpp>

#include "kernel/trsm.hpp"
#include "testing/support/larger.hpp"
#include "testing/support/serial_matrix.hpp"

#include <functional>
#include <ostream>
#include <string>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

struct Kind {
  Side side;
  Uplo uplo;
  Transpose trans;
  Diag diag;
  bool left() const { return side == Side::left; }
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) {
  return out << static_cast<char>(kind.side) << static_cast<char>(kind.uplo) << static_cast<char>(kind.trans)
             << static_cast<char>(kind.diag);
}

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const Side side : {Side::left, Side::right})
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
      for (const Transpose trans : {Transpose::no, Transpose::transpose, Transpose::conjugate})
        for (const Diag diag : {Diag::unit, Diag::non_unit})
          all.push_back({side, uplo, trans, diag});
  return all;
}

/// NaN where trsm must not read. \param element (i, j) of the triangle
template <typename T>
SerialMatrix<T> triangle(const Kind& kind, Index order, Index ld,
                         const std::function<T(Index, Index)>& element) {
  SerialMatrix<T> a(ld, order, not_a_number<T>());
  for (Index j = 0; j < order; ++j)
    for (Index i = 0; i < order; ++i)
      if (i == j ? kind.diag == Diag::non_unit : (i > j) == (kind.uplo == Uplo::lower))
        a(i, j) = element(i, j);
  return a;
}

/// B = alpha op(A)^-1 B or alpha B op(A)^-1, and is m x n in an array of more rows.
template <typename T>
SerialMatrix<T> solved(const Kind& kind, Index order, Index count, T alpha, const SerialMatrix<T>& a,
                       SerialMatrix<T> b) {
  kernel::blocked_trsm(
      kind.side, kind.uplo, kind.trans, kind.diag, static_cast<int>(kind.left() ? order : count),
      static_cast<int>(kind.left() ? count : order), alpha, a.data.data(), a.ld(), b.data.data(), b.ld());
  return b;
}

/// The matrix that op(A) stands for.
template <typename T>
SerialMatrix<T> whole(const Kind& kind, Index order, const SerialMatrix<T>& a) {
  SerialMatrix<T> full(order, order);
  for (Index j = 0; j < order; ++j)
    for (Index i = 0; i < order; ++i) {
      T x(0);
      if (i == j)
        x = kind.diag == Diag::unit ? T(1) : a(i, j);
      else if ((i > j) == (kind.uplo == Uplo::lower))
        x = a(i, j);
      (kind.trans == Transpose::no ? full(i, j) : full(j, i)) =
          kind.trans == Transpose::conjugate ? conjugate(x) : x;
    }
  return full;
}

/// Largest residual of a right-hand side: |alpha b - op(A) x| / (|op(A)| |x| order eps).
template <typename T>
double residual(const Kind& kind, Index order, Index count, T alpha, const SerialMatrix<T>& a,
                const SerialMatrix<T>& b, const SerialMatrix<T>& x) {
  const SerialMatrix<T> op = whole(kind, order, a);
  const auto at = [&](const SerialMatrix<T>& y, Index unknown, Index number) {
    return kind.left() ? y(unknown, number) : y(number, unknown);
  };
  double norm = 0, largest = 0;
  for (Index i = 0; i < order; ++i) {
    double sum = 0;
    for (Index j = 0; j < order; ++j)
      sum += std::abs(kind.left() ? op(i, j) : op(j, i));
    norm = std::max(norm, sum);
  }
  for (Index number = 0; number < count; ++number) {
    double rest = 0, size = 0;
    for (Index i = 0; i < order; ++i) {
      T sum = alpha * at(b, i, number);
      for (Index j = 0; j < order; ++j)
        sum -= (kind.left() ? op(i, j) : op(j, i)) * at(x, j, number);
      rest = larger(rest, static_cast<double>(std::abs(sum)));
      size = std::max(size, static_cast<double>(std::abs(at(x, i, number))));
    }
    if (!(scaled<T>(rest, norm * size, order) <= largest))
      largest = scaled<T>(rest, norm * size, order);
  }
  return largest;
}

template <typename T>
SerialMatrix<T> right_hand_sides(const Kind& kind, Index order, Index count, Index padding) {
  return random_matrix<T>((kind.left() ? order : count) + padding, kind.left() ? count : order, 2);
}

/// op(A) B or B op(A): right-hand sides of solutions that are not large, however badly A is conditioned.
template <typename T>
SerialMatrix<T> with_solutions(const Kind& kind, Index order, Index count, const SerialMatrix<T>& a,
                               SerialMatrix<T> b) {
  kernel::trmm(kind.side, kind.uplo, kind.trans, kind.diag, static_cast<int>(kind.left() ? order : count),
               static_cast<int>(kind.left() ? count : order), T(1), a.data.data(), a.ld(), b.data.data(),
               b.ld());
  return b;
}

template <typename T>
void check_residual(const Kind& kind, Index order, Index count, T alpha,
                    const std::function<T(Index, Index)>& element, const std::string& what) {
  const auto a = triangle<T>(kind, order, order + 3, element);
  const auto b = with_solutions(kind, order, count, a, right_hand_sides<T>(kind, order, count, 2));
  const auto x = solved(kind, order, count, alpha, a, b);
  const double found = residual(kind, order, count, alpha, a, b, x);
  BOOST_TEST(found < residual_threshold,
             what << ", " << kind << ", order " << order << ", " << count << ": " << found);
  bool kept = true;
  for (Index j = 0; j < b.n; ++j)
    for (Index i = b.m - 2; i < b.m; ++i)
      kept = kept && x(i, j) == b(i, j);
  BOOST_TEST(kept, what << ", " << kind << ", order " << order << ": rows behind B have changed");
}

} // namespace

using Types = std::tuple<float, double, std::complex<float>, std::complex<double>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(residuals_are_small, T, Types) {
  for (const Kind& kind : kinds())
    for (const auto& [order, count] : std::vector<std::pair<Index, Index>>{{0, 4},
                                                                           {4, 0},
                                                                           {1, 1},
                                                                           {15, 40},
                                                                           {16, 129},
                                                                           {17, 33},
                                                                           {40, 7},
                                                                           {64, 600},
                                                                           {100, 50},
                                                                           {128, 32}}) {
      const auto random = random_matrix<T>(order, order, 1);
      const auto weak = [&](Index i, Index j) {
        return i == j ? T(2) : random(i, j) / T(std::sqrt(Real<T>(order)));
      };
      check_residual<T>(kind, order, count, T(-2), weak, "random");
    }
}

/// What LU has: magnitudes up to 1, and a diagonal that may be small.
BOOST_AUTO_TEST_CASE_TEMPLATE(badly_conditioned_triangles_are_left_to_substitution, T, Types) {
  for (const Kind& kind : kinds())
    for (const Real<T> diagonal : {Real<T>(1), Real<T>(0.3), Real<T>(0.1)}) {
      const auto ones = [&](Index i, Index j) { return i == j ? T(diagonal) : T(-1); };
      check_residual<T>(kind, 24, 40, T(1), ones, "growing by " + std::to_string(1 / diagonal));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_not_finite_stays_where_it_belongs, T, Types) {
  constexpr Index order = 48, count = 140;
  const auto random = random_matrix<T>(order, order, 1);
  const auto a_element = [&](Index i, Index j) { return i == j ? T(2) : random(i, j) / T(order); };
  for (const Kind& kind : kinds())
    for (const Real<T> bad :
         {std::numeric_limits<Real<T>>::quiet_NaN(), std::numeric_limits<Real<T>>::infinity()})
      for (const Index unknown : {0, 5, 15, 16, 40, 47}) {
        const auto a = triangle<T>(kind, order, order, a_element);
        auto b = right_hand_sides<T>(kind, order, count, 0);
        constexpr Index number = 77;
        (kind.left() ? b(unknown, number) : b(number, unknown)) = T(bad);
        const auto x = solved(kind, order, count, T(1), a, b);
        const bool forward = (kind.uplo == Uplo::lower) == ((kind.trans == Transpose::no) == kind.left());
        int wrong = 0;
        for (Index k = 0; k < count; ++k)
          for (Index i = 0; i < order; ++i) {
            const T value = kind.left() ? x(i, k) : x(k, i);
            const bool depends = k == number && (forward ? i >= unknown : i <= unknown);
            wrong += std::isfinite(std::abs(value)) == depends;
          }
        BOOST_TEST(wrong == 0,
                   kind << ", " << bad << " as unknown " << unknown << ": " << wrong << " elements");
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_zero_on_the_diagonal_divides, T, Types) {
  for (Kind kind : kinds()) {
    kind.diag = Diag::non_unit;
    const auto a = triangle<T>(kind, 32, 32, [](Index i, Index j) { return T(i == j ? i != 9 : 0); });
    const auto x = solved(kind, 32, 33, T(1), a, right_hand_sides<T>(kind, 32, 33, 0));
    for (const Index number : {0, 32})
      BOOST_TEST(!std::isfinite(std::abs(kind.left() ? x(9, number) : x(number, 9))), kind);
  }
}

/// Sums of products of V and B would overflow, substitution does not.
BOOST_AUTO_TEST_CASE(large_right_hand_sides_do_not_overflow) {
  constexpr Index order = 32, count = 40;
  for (const Kind& kind : kinds()) {
    const auto a = triangle<double>(kind, order, order, [](Index i, Index j) { return i == j ? 1.0 : 0.5; });
    auto b = right_hand_sides<double>(kind, order, count, 0);
    std::ranges::fill(b.data, 1e308); // X: 1e308, 0.5e308, 0.25e308 ...
    const auto x = solved(kind, order, count, 1.0, a, b);
    BOOST_TEST(std::ranges::all_of(x.data, [](double value) { return std::isfinite(value); }), kind);
  }
}

/// alpha = 0 reads neither operand.
BOOST_AUTO_TEST_CASE(alpha_zero) {
  const Kind kind = kinds().front();
  const SerialMatrix<double> nothing(32, 32, not_a_number<double>());
  const auto x = solved(kind, 32, 32, 0.0, nothing, nothing);
  BOOST_TEST(std::ranges::all_of(x.data, [](double value) { return value == 0; }));
}
