// linalg::TournamentPanel: residuals, bounded factors, pivots that every process knows, INFO of singular panels; what is not a
// number comes out. ranks: 1 2 3 4
// long-ranks: 5 6
#include "testing/linalg/panel/lu_line_panel.hpp"

#include "linalg/panel/tournament_panel.hpp"

#include <initializer_list>
#include <numeric>
#include <tuple>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using linalg::LuHeader;
using linalg::TournamentPanel;

template <typename T>
using Factored = FactoredPanel<T>;

template <typename T>
LinePanel<T> on_line(Random& random, const SerialMatrix<T>& a) {
  return lu_panel_on_line<TournamentPanel<T>>(random, a);
}

/// \param first  of the window
template <typename T>
Factored<T> factor(LinePanel<T>& line, const SerialMatrix<T>& a, Index first = 0) {
  return factor_lu_panel<TournamentPanel<T>>(line, a, first);
}

/// The rows that are first after the interchanges.
std::vector<Index> winners(const std::vector<int>& ipiv, Index rows) {
  std::vector<Index> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t k = 0; k < ipiv.size(); ++k)
    std::swap(order[k], order.at(static_cast<std::size_t>(ipiv[k])));
  order.resize(ipiv.size());
  return order;
}

template <typename T>
double largest_multiplier(const SerialMatrix<T>& factors) {
  double largest = 0;
  for (Index j = 0; j < factors.n; ++j)
    for (Index i = j + 1; i < factors.m; ++i)
      largest = std::max(largest, static_cast<double>(std::abs(factors(i, j))));
  return largest;
}

template <typename T>
void check(Random& random, const SerialMatrix<T>& a, Index info = 0) {
  constexpr double bound = 100; // a few in practice
  LinePanel<T> line = on_line(random, a);
  BOOST_TEST_CONTEXT(line.text()) {
    const Factored<T> result = factor(line, a);
    BOOST_TEST(result.info == info);
    BOOST_TEST(is_square_of(line, result.factors));
    BOOST_TEST(lu_residual(a, result.factors, result.ipiv) <= residual_threshold);
    BOOST_TEST(largest_multiplier(result.factors) <= bound);
  }
}

BOOST_AUTO_TEST_CASE(interchanges) {
  Random random(90'500);
  for (int trial = 0; trial < 500; ++trial) {
    const int rows = uniform_int(random, 1, 40), width = uniform_int(random, 1, rows);
    std::vector<Index> lines(static_cast<std::size_t>(rows));
    std::iota(lines.begin(), lines.end(), Index{0});
    std::ranges::shuffle(lines, random);
    lines.resize(static_cast<std::size_t>(width));
    const std::vector<Index> pivots = linalg::interchanges_to(lines);
    bool sorted = true;
    for (Index k = 0; k < width; ++k)
      sorted = sorted && pivots[static_cast<std::size_t>(k)] >= k;
    BOOST_TEST(sorted);
    BOOST_TEST(winners({pivots.begin(), pivots.end()}, rows) == lines, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(random_panels) {
  Random random(91'500 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      for (const int more : {0, 1, 7, 300})
        check(random, random_matrix<T>(width + more, width, uniform_int(random, 0, 1000)));
    });
}

// Without others there is nobody to lose against.
BOOST_AUTO_TEST_CASE(one_process_pivots_as_lapack) {
  if (mpi_size() > 1)
    return;
  Random random(92'500);
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      SerialMatrix<T> a = matrix_with_clear_pivots<T>(random, width + 90, width, 1);
      LinePanel<T> line = on_line(random, a);
      const Factored<T> result = factor(line, a);
      std::vector<int> ipiv;
      lapack::getrf(a, ipiv);
      BOOST_TEST(result.ipiv == ipiv, boost::test_tools::per_element());
    });
}

BOOST_AUTO_TEST_CASE(large_rows_win) {
  Random random(93'500 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      auto a = random_matrix<T>(width + uniform_int(random, 0, 200), width, 7);
      std::vector<Index> large(static_cast<std::size_t>(a.m));
      std::iota(large.begin(), large.end(), Index{0});
      std::ranges::shuffle(large, random);
      large.resize(static_cast<std::size_t>(width));
      for (const Index row : large)
        for (Index j = 0; j < width; ++j)
          a(row, j) *= Real<T>(1e6);
      LinePanel<T> line = on_line(random, a);
      std::vector<Index> found = winners(factor(line, a).ipiv, a.m);
      std::ranges::sort(large);
      std::ranges::sort(found);
      BOOST_TEST(found == large, line.text());
    });
}

// INFO is the first zero pivot, counted from the first window.
BOOST_AUTO_TEST_CASE(singular) {
  Random random(94'500 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      auto a = random_matrix<T>(width + uniform_int(random, 0, 100), width, 1);
      const int one = uniform_int(random, 0, width - 1), other = uniform_int(random, 0, width - 1);
      for (Index i = 0; i < a.m; ++i)
        a(i, one) = a(i, other) = T(0);
      check(random, a, std::min(one, other) + 1);
      check(random, SerialMatrix<T>(width + 3, width), 1);
      LinePanel<T> line = on_line(random, a);
      BOOST_TEST(factor(line, a, 1000).info == 1000 + std::min(one, other) + 1, line.text());
      // Less rows than columns, among rows of zeros.
      auto b = random_matrix<T>(width + 60, width, 2);
      const Index rank = uniform_int(random, 0, width - 1);
      for (Index i = 0; i < b.m; ++i)
        if (i % 3 != 0 || i / 3 >= rank)
          for (Index j = 0; j < width; ++j)
            b(i, j) = T(0);
      check(random, b, std::min<Index>(rank, (b.m + 2) / 3) + 1);
    });
}

// A row that has lost early may need what no winner has.
BOOST_AUTO_TEST_CASE(losers_of_a_singular_panel) {
  Random random(94'900 + static_cast<std::uint64_t>(mpi_size()));
  for_each_type([&]<typename T>() {
    for (int trial = 0; trial < 40; ++trial) {
      SerialMatrix<T> a(12, 5);
      for (const auto& [i, j, value] : std::initializer_list<std::tuple<int, int, double>>{{0, 0, 2.},
                                                                                           {0, 1, 1.},
                                                                                           {1, 1, 2.},
                                                                                           {1, 4, 1.},
                                                                                           {2, 0, 1.},
                                                                                           {2, 1, 2.4},
                                                                                           {3, 3, 3.},
                                                                                           {4, 1, .1},
                                                                                           {4, 3, 1.},
                                                                                           {5, 1, 1.},
                                                                                           {5, 4, .5},
                                                                                           {6, 0, 4.},
                                                                                           {6, 1, -4.}})
        a((i + trial) % 12, j) = T(static_cast<Real<T>>(value));
      LinePanel<T> line = on_line(random, a);
      BOOST_TEST_CONTEXT(line.text() << ", trial " << trial) {
        const Factored<T> result = factor(line, a);
        BOOST_TEST(result.info == 3);
        BOOST_TEST(lu_residual(a, result.factors, result.ipiv) <= residual_threshold);
      }
    }
  });
}

/// U without the scale, in two steps: the reciprocal of the scale may be infinite.
template <typename T>
void scale_back(SerialMatrix<T>& factors, int exponent) {
  for (Index j = 0; j < factors.n; ++j)
    for (Index i = 0; i <= j; ++i)
      for (const int part : {exponent / 2, exponent - exponent / 2})
        factors(i, j) *= std::ldexp(Real<T>(1), -part);
}

// Reciprocals of denormal pivots are infinite.
BOOST_AUTO_TEST_CASE(tiny_and_large_elements) {
  Random random(95'500 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      using Limits = std::numeric_limits<Real<T>>;
      for (const int exponent : {Limits::min_exponent - 4, Limits::min_exponent, Limits::max_exponent - 7}) {
        const auto plain = matrix_with_clear_pivots<T>(random, width + 40, width, 2);
        auto a = plain;
        for (T& x : a.data)
          x *= std::ldexp(Real<T>(1), exponent);
        LinePanel<T> line = on_line(random, a);
        BOOST_TEST_CONTEXT(line.text() << ", exponent " << exponent) {
          Factored<T> result = factor(line, a);
          BOOST_TEST(result.info == 0);
          scale_back(result.factors, exponent);
          // Denormal numbers have some bits less.
          BOOST_TEST(lu_residual(plain, result.factors, result.ipiv) <= 16 * residual_threshold);
        }
      }
    });
}

BOOST_AUTO_TEST_CASE(what_is_no_number_comes_out) {
  Random random(96'500 + static_cast<std::uint64_t>(mpi_size()));
  for_each_type([&]<typename T>() {
    for (const Real<T> value :
         {std::numeric_limits<Real<T>>::quiet_NaN(), std::numeric_limits<Real<T>>::infinity()})
      for (int trial = 0; trial < 10; ++trial) {
        auto a = random_matrix<T>(90, 33, trial);
        for (int k = 0; k <= trial % 3; ++k)
          a(uniform_int(random, 0, 89), uniform_int(random, 0, 32)) = T(value);
        LinePanel<T> line = on_line(random, a);
        BOOST_TEST_CONTEXT(line.text()) {
          TournamentPanel<T> panel;
          panel.start(line.panel(), 0);
          line.factor(panel);
          const LuHeader<T> header{line.header(), a.n};
          BOOST_TEST(same_everywhere(header.data, sizeof(Index) * static_cast<std::size_t>(1 + a.n)));
          const std::vector<int> ipiv(header.pivots(), header.pivots() + a.n);
          bool valid = true;
          for (int k = 0; k < a.n; ++k)
            valid =
                valid && ipiv[static_cast<std::size_t>(k)] >= k && ipiv[static_cast<std::size_t>(k)] < a.m;
          BOOST_TEST(valid);
          const SerialMatrix<T> factors = line.gather();
          BOOST_TEST((header.info() > 0 || has_nan(factors) ||
                      std::ranges::any_of(factors.data, [](const T& x) { return std::isinf(std::abs(x)); })));
        }
      }
  });
}

BOOST_AUTO_TEST_CASE(same_bits_each_time) {
  Random random(97'500);
  const auto a = random_matrix<double>(400, 64, 3);
  LinePanel<double> line = on_line(random, a), again = line;
  const auto first = factor(line, a), second = factor(again, a);
  BOOST_TEST((first.factors.data == second.factors.data && first.ipiv == second.ipiv), on_rank());
}

} // namespace
