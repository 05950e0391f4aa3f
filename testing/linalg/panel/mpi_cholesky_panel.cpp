// linalg::CholeskyPanel: L, and INFO, are those of serial LAPACK. ranks: 1 2 3 4
// long-ranks: 6
// simulated-ranks: 9
#include "testing/linalg/panel/line_panel.hpp"

#include "linalg/panel/cholesky_panel.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using linalg::CholeskyPanel;

template <typename T>
struct Factored {
  Index info;
  SerialMatrix<T> factors;
};

/// \param failed  INFO of the panels before
template <typename T>
Factored<T> factor(Random& random, const SerialMatrix<T>& a, std::string& text, Index first = 0,
                   Index failed = 0) {
  LinePanel<T> line(random, a, sizeof(Index), CholeskyPanel<T>::exchange_bytes(a.n));
  text = line.text();
  CholeskyPanel<T> panel;
  panel.start(line.panel(), first, failed);
  line.factor(panel);
  BOOST_TEST(same_everywhere(line.header(), sizeof(Index)));
  return {*reinterpret_cast<const Index*>(line.header()), line.gather()};
}

/// The first n columns of a positive definite matrix; what is above the diagonal is not read.
template <typename T>
SerialMatrix<T> panel_of(Random& random, Index m, Index n) {
  const auto square = positive_definite_matrix<T>(m, uniform_int(random, 0, 999));
  SerialMatrix<T> a(m, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      a(i, j) = i < j ? not_a_number<T>() : square(i, j);
  return a;
}

/// A - L L(K,K)^H of the first `count` columns, below the diagonal, against A's elements, which are near 1 at most.
template <typename T>
double residual(const SerialMatrix<T>& a, const SerialMatrix<T>& factors, Index count) {
  double largest = 0;
  for (Index j = 0; j < count; ++j)
    for (Index i = j; i < (count < a.n ? count : a.m); ++i) {
      T difference = a(i, j);
      for (Index k = 0; k <= j; ++k)
        difference -= factors(i, k) * conjugate(factors(j, k));
      const double size = std::abs(difference);
      largest = size <= largest ? largest : size; // NaN stays
    }
  return largest / static_cast<double>(a.n) / std::numeric_limits<Real<T>>::epsilon();
}

BOOST_AUTO_TEST_CASE(all_widths) {
  Random random(111'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      for (const int more : {0, 9, 200}) {
        const auto a = panel_of<T>(random, width + more, width);
        std::string text;
        const auto [info, factors] = factor(random, a, text);
        BOOST_TEST(info == 0, text);
        if (mpi_rank() == 0)
          BOOST_TEST(residual(a, factors, a.n) <= residual_threshold, text);
      }
    });
}

// INFO is the first leading minor that is not positive, counted from the first window; the minors before have their factors.
BOOST_AUTO_TEST_CASE(not_positive_definite) {
  Random random(112'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      for (const T value : {T(0), T(-1), not_a_number<T>()}) {
        auto a = panel_of<T>(random, width + 30, width);
        const int bad = uniform_int(random, 0, width - 1);
        a(bad, bad) = value;
        std::string text;
        const auto [info, factors] = factor(random, a, text, 1000);
        BOOST_TEST(info == 1000 + bad + 1, text);
        if (mpi_rank() == 0)
          BOOST_TEST(residual(a, factors, bad) <= residual_threshold, text);
      }
    });
}

BOOST_AUTO_TEST_CASE(after_a_failure_nothing_is_done) {
  Random random(113'000);
  const auto a = positive_definite_matrix<double>(50, 1);
  SerialMatrix<double> panel(50, 20);
  std::copy_n(a.data.begin(), panel.data.size(), panel.data.begin());
  std::string text;
  const auto [info, factors] = factor(random, panel, text, 64, 7);
  BOOST_TEST(info == 7, text);
  BOOST_TEST((factors.data == panel.data), text);
}

} // namespace
