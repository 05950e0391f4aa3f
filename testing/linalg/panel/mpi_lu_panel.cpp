// linalg::LuPanel: pivots, INFO and factors are those of serial LAPACK. ranks: 1 2 3 4
// long-ranks: 6
// simulated-ranks: 9
// cores: 1
#include "testing/linalg/panel/lu_line_panel.hpp"
#include "testing/support/larger.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using linalg::LuHeader;
using linalg::LuPanel;

template <typename T>
using Factored = FactoredPanel<T>;

template <typename T>
LinePanel<T> on_line(Random& random, const SerialMatrix<T>& a) {
  return lu_panel_on_line<LuPanel<T>>(random, a);
}

/// \param first  of the window
template <typename T>
Factored<T> factor(LinePanel<T>& line, const SerialMatrix<T>& a, Index first = 0) {
  const Factored<T> result = factor_lu_panel<LuPanel<T>>(line, a, first);
  BOOST_TEST(is_square_of(line, result.factors), "the square of the header is that of the panel");
  return result;
}

/// \param certain  columns whose pivots do not depend on rounding
template <typename T>
void check(Random& random, const SerialMatrix<T>& a, Index certain) {
  LinePanel<T> line = on_line(random, a);
  BOOST_TEST_CONTEXT(line.text()) {
    const Factored<T> result = factor(line, a);
    SerialMatrix<T> serial = a;
    std::vector<int> ipiv;
    const int info = lapack::getrf(serial, ipiv);
    for (Index k = 0; k < certain; ++k)
      BOOST_TEST(result.ipiv[static_cast<std::size_t>(k)] == ipiv[static_cast<std::size_t>(k)],
                 "pivot " << k);
    if (mpi_rank() != 0)
      return;
    if (certain == a.n)
      BOOST_TEST(result.info == info);
    BOOST_TEST(lu_residual(a, result.factors, result.ipiv) <= residual_threshold);
  }
}

BOOST_AUTO_TEST_CASE(clear_pivots) {
  Random random(91'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      for (const int more : {0, 7, 300})
        check(random, matrix_with_clear_pivots<T>(random, width + more, width, more), width);
    });
}

/// Elements 0, 1 and -1 times signs: columns of consecutive ones, which elimination leaves as they are in kind, so that all
/// arithmetic is exact. Half the candidates for a pivot tie, some matrices are singular.
template <typename T>
SerialMatrix<T> matrix_of_ties(Random& random, Index m, Index n) {
  SerialMatrix<T> a(m, n);
  std::vector<Index> place(static_cast<std::size_t>(m));
  std::iota(place.begin(), place.end(), Index{0});
  std::ranges::shuffle(place, random);
  std::vector<T> sign(static_cast<std::size_t>(m));
  for (T& x : sign)
    x = T(uniform_int(random, 0, 1) ? 1 : -1);
  for (Index j = 0; j < n; ++j) {
    const int begin = uniform_int(random, 0, static_cast<int>(m) - 1),
              end = uniform_int(random, begin, static_cast<int>(m));
    for (int i = begin; i < end; ++i)
      a(place[static_cast<std::size_t>(i)], j) = sign[static_cast<std::size_t>(i)];
  }
  return a;
}

BOOST_AUTO_TEST_CASE(of_elements_that_tie_the_first_is_the_pivot) {
  Random random(92'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < 4; ++trial)
        check(random, matrix_of_ties<T>(random, width + uniform_int(random, 0, 200), width), width);
      // Small integers: exact for two columns, whose pivots are at most 2 and 3/2 then.
      for (int trial = 0; trial < 4; ++trial) {
        SerialMatrix<T> a(width + uniform_int(random, 0, 200), width);
        for (T& x : a.data)
          x = T(static_cast<Real<T>>(uniform_int(random, -2, 2)));
        check(random, a, std::min<Index>(2, width));
      }
    });
}

// By |Re| + |Im| 1 + i ties with 2.
BOOST_AUTO_TEST_CASE(complex_magnitudes) {
  Random random(93'000);
  using T = std::complex<double>;
  for (int trial = 0; trial < 20; ++trial) {
    SerialMatrix<T> a(30, 1);
    for (T& x : a.data)
      x = std::array{T(0), T(2), T(1, -1), T(-1, 1), T(0, -2), T(1.5, 0.25)}[static_cast<std::size_t>(
          uniform_int(random, 0, 5))];
    check(random, a, 1);
  }
}

// The factorization goes on behind a zero pivot, and INFO is the first, counted from the first window.
BOOST_AUTO_TEST_CASE(singular) {
  Random random(94'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      auto a = matrix_with_clear_pivots<T>(random, width + 50, width, 1);
      const int one = uniform_int(random, 0, width - 1), other = uniform_int(random, 0, width - 1);
      for (Index i = 0; i < a.m; ++i)
        a(i, one) = a(i, other) = T(0);
      check(random, a, width);
      check(random, SerialMatrix<T>(width, width), width);
      LinePanel<T> line = on_line(random, a);
      BOOST_TEST(factor(line, a, 1000).info == 1000 + std::min(one, other) + 1, line.text());
    });
}

// Reciprocals of denormal pivots are infinite.
BOOST_AUTO_TEST_CASE(tiny_and_large_elements) {
  Random random(95'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      using Limits = std::numeric_limits<Real<T>>;
      for (const Real<T> scale : {Limits::min() / 8, Limits::min(), Limits::max() / 64}) {
        auto a = matrix_with_clear_pivots<T>(random, width + 40, width, 2);
        // Multipliers are what they are without the scale.
        const auto plain = a;
        for (T& x : a.data)
          x *= scale;
        LinePanel<T> line = on_line(random, a);
        BOOST_TEST_CONTEXT(line.text() << ", scale " << scale) {
          const Factored<T> result = factor(line, a);
          auto serial = plain;
          std::vector<int> ipiv;
          lapack::getrf(serial, ipiv);
          BOOST_TEST(result.info == 0);
          BOOST_TEST(result.ipiv == ipiv, boost::test_tools::per_element());
          Real<T> difference = 0;
          for (Index j = 0; j < a.n; ++j)
            for (Index i = j + 1; i < a.m; ++i)
              difference = larger(difference, std::abs(result.factors(i, j) - serial(i, j)));
          // Denormal numbers have three bits less.
          BOOST_TEST(difference <= 1000 * Real<T>(a.n) * Limits::epsilon());
        }
      }
    });
}

// As LAPACK: of a column with NaN another element is the pivot, unless the diagonal is one.
BOOST_AUTO_TEST_CASE(nan) {
  Random random(96'000 + static_cast<std::uint64_t>(mpi_size()));
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (const bool diagonal : {false, true})
    for (int trial = 0; trial < 20; ++trial) {
      auto a = random_matrix<double>(40, 1, trial);
      const int row = diagonal ? 0 : uniform_int(random, 1, 39);
      a(row, 0) = not_a_number;
      LinePanel<double> line = on_line(random, a);
      BOOST_TEST_CONTEXT(line.text()) {
        LuPanel<double> panel;
        panel.start(line.panel(), 0);
        line.factor(panel);
        int largest = 0;
        for (int i = 0; i < 40 && !diagonal; ++i)
          if (std::abs(a(i, 0)) > std::abs(a(largest, 0)))
            largest = i;
        BOOST_TEST(LuHeader<double>({line.header(), 1}).pivots()[0] == largest);
      }
    }
}

BOOST_AUTO_TEST_CASE(same_bits_each_time) {
  Random random(97'000);
  const auto a = random_matrix<double>(400, 64, 3);
  LinePanel<double> line = on_line(random, a), again = line;
  const auto first = factor(line, a), second = factor(again, a);
  BOOST_TEST((first.factors.data == second.factors.data && first.ipiv == second.ipiv), on_rank());
}

} // namespace
