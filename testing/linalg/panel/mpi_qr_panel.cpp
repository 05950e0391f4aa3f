// linalg::QrPanel: R with its signs, V and TAU are those of serial LAPACK, also of columns whose squares leave the range; T
// makes I - V T V^H orthogonal. ranks: 1 2 3
// long-ranks: 4 6
// simulated-ranks: 9
// cores: 1
#include "testing/linalg/panel/line_panel.hpp"

#include "linalg/panel/qr_panel.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using linalg::QrPanel;
using linalg::ReflectorHeader;

template <typename T>
struct Factored {
  SerialMatrix<T> v, t, r;
};

/// Factors a panel; that all processes get the same T is checked.
template <typename T>
Factored<T> factor(LinePanel<T>& line, const SerialMatrix<T>& a) {
  QrPanel<T> panel;
  panel.start(line.panel());
  line.factor(panel);
  const ReflectorHeader<T> header{line.header(), a.n};
  BOOST_TEST(same_everywhere(header.t(), sizeof(T) * static_cast<std::size_t>(a.n * a.n)));
  SerialMatrix<T> t(a.n, a.n);
  std::copy_n(header.t(), a.n * a.n, t.data.begin());
  return {line.gather(), t, line.gather(a.n, [&](Index row, Index c, Index) {
            return c < row ? T(0) : header.r()[row + c * a.n];
          })};
}

template <typename T>
LinePanel<T> on_line(Random& random, const SerialMatrix<T>& a) {
  return {random, a, ReflectorHeader<T>::bytes(a.n), QrPanel<T>::exchange_bytes(a.n)};
}

/// |x - y| of a column against the larger of `size` and the elements of y.
template <typename T>
double column_error(const SerialMatrix<T>& x, const SerialMatrix<T>& y, Index column, Real<T> size = 0) {
  Real<T> error = 0;
  for (Index i = 0; i < x.m; ++i) {
    size = std::max(size, abs1(y(i, column)));
    const Real<T> difference = abs1(x(i, column) - y(i, column));
    error = difference <= error ? error : difference; // NaN stays
  }
  return error == 0 ? 0 : static_cast<double>(error / size);
}

/// V with its zeros and ones.
template <typename T>
SerialMatrix<T> explicit_reflectors(SerialMatrix<T> v) {
  for (Index j = 0; j < v.n; ++j)
    for (Index i = 0; i <= j; ++i)
      v(i, j) = T(i == j ? 1 : 0);
  return v;
}

/// Column by column against LAPACK's; the columns of `a` are well conditioned but for their scales.
template <typename T>
void check(Random& random, const SerialMatrix<T>& a) {
  LinePanel<T> line = on_line(random, a);
  BOOST_TEST_CONTEXT(line.text()) {
    const Factored<T> result = factor(line, a);
    if (mpi_rank() != 0)
      return;
    SerialMatrix<T> serial = a;
    std::vector<T> tau;
    lapack::geqrf(serial, tau);
    const double limit =
        residual_threshold * 20 * static_cast<double>(a.m) * std::numeric_limits<Real<T>>::epsilon();
    SerialMatrix<T> r(a.n, a.n);
    for (Index j = 0; j < a.n; ++j)
      for (Index i = 0; i <= j; ++i)
        r(i, j) = serial(i, j);
    const SerialMatrix<T> v = explicit_reflectors(serial);
    double worst_r = 0, worst_v = 0, worst_tau = 0;
    const auto keep = [](double& worst, double error) { worst = error <= worst ? worst : error; };
    for (Index j = 0; j < a.n; ++j) {
      keep(worst_r, column_error(result.r, r, j));
      keep(worst_v, column_error(result.v, v, j));
      keep(worst_tau, static_cast<double>(std::abs(result.t(j, j) - tau[static_cast<std::size_t>(j)])));
      BOOST_TEST(std::imag(result.r(j, j)) == 0);
      for (Index i = 0; i <= j; ++i)
        BOOST_TEST((result.v(i, j) == T(i == j ? 1 : 0)));
      for (Index i = j + 1; i < a.n; ++i)
        BOOST_TEST((result.t(i, j) == T(0)));
    }
    BOOST_TEST(worst_r <= limit);
    BOOST_TEST(worst_v <= limit);
    BOOST_TEST(worst_tau <= limit);

    // Q = I - V T V^H, m x n
    SerialMatrix<T> vt(a.m, a.n), q(a.m, a.n);
    add_product(T(1), kernel::Transpose::no, result.v, kernel::Transpose::no, result.t, vt);
    SerialMatrix<T> top(a.n, a.n);
    for (Index j = 0; j < a.n; ++j)
      for (Index i = 0; i < a.n; ++i)
        top(i, j) = result.v(i, j);
    for (Index j = 0; j < a.n; ++j)
      q(j, j) = T(1);
    add_product(T(-1), kernel::Transpose::no, vt, kernel::Transpose::conjugate, top, q);
    BOOST_TEST(orthogonality_residual(q) <= residual_threshold);
  }
}

/// Random, m > n.
template <typename T>
SerialMatrix<T> well_conditioned(Random& random, Index m, Index n) {
  auto a = random_matrix<T>(m, n, uniform_int(random, 0, 999));
  for (Index i = 0; i < n; ++i)
    a(i, i) +=
        T(static_cast<Real<T>>((uniform_int(random, 0, 1) ? 2 : -2) * std::sqrt(static_cast<double>(n))));
  return a;
}
template <typename T>
void scale_column(SerialMatrix<T>& a, Index column, double exponent) {
  for (Index i = 0; i < a.m; ++i)
    a(i, column) *= static_cast<Real<T>>(std::pow(10.0, exponent));
}
/// A power of ten, whose square leaves the range.
template <typename T>
double large_exponent() {
  return std::is_same_v<Real<T>, float> ? 25 : 200;
}

BOOST_AUTO_TEST_CASE(all_widths) {
  Random random(101'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      for (const int more : {0, 9, 300})
        check(random, well_conditioned<T>(random, width + more, width));
    });
}

BOOST_AUTO_TEST_CASE(whole_matrices_near_the_ends_of_the_range) {
  Random random(102'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      const double large = large_exponent<T>();
      for (const double exponent : {-large, -large / 2 - 2, large / 2 + 2, large}) {
        auto a = well_conditioned<T>(random, width + 60, width);
        for (Index j = 0; j < a.n; ++j)
          scale_column(a, j, exponent);
        check(random, a);
      }
    });
}

// Products of two columns are zero or infinite where their squares are not, or the other way round.
BOOST_AUTO_TEST_CASE(columns_of_all_sizes) {
  Random random(103'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      const double large = large_exponent<T>();
      for (int trial = 0; trial < 6; ++trial) {
        auto a = well_conditioned<T>(random, width + uniform_int(random, 1, 150), width);
        for (Index j = 0; j < a.n; ++j)
          scale_column(a, j,
                       trial % 2 == 0 ? uniform_int(random, -4, 4) * large / 4
                                      : (j == 0 ? -0.65 : -1.0) * large);
        check(random, a);
      }
    });
}

// H = I, as LAPACK has it.
BOOST_AUTO_TEST_CASE(zero_columns) {
  Random random(104'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      auto a = well_conditioned<T>(random, width + 80, width);
      for (int count = 0; count < 3; ++count)
        for (Index i = 0, j = uniform_int(random, 0, width - 1); i < a.m; ++i)
          a(i, j) = T(0);
      check(random, a);
      check(random, SerialMatrix<T>(width + 5, width));
    });
}

// What is below the diagonal is tiny, or zero, and matters for TAU: 2 or 0.
BOOST_AUTO_TEST_CASE(nearly_triangular) {
  Random random(105'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() {
      auto a = well_conditioned<T>(random, width + 40, width);
      const auto tiny = static_cast<Real<T>>(std::pow(10.0, -large_exponent<T>()));
      for (Index j = 0; j < a.n; ++j)
        for (Index i = j + 1; i < a.m; ++i)
          a(i, j) *= tiny;
      check(random, a);
      for (Index j = 0; j < a.n; ++j)
        for (Index i = j + 1; i < a.m; ++i)
          a(i, j) = T(0);
      check(random, a);
    });
}

// The last reflector of a square matrix reflects one element: nothing to do, or if T is complex, its phase.
BOOST_AUTO_TEST_CASE(square) {
  Random random(106'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const int width : panel_widths)
    for_each_type([&]<typename T>() { check(random, well_conditioned<T>(random, width, width)); });
}

BOOST_AUTO_TEST_CASE(nan_spoils_no_column_before_it) {
  Random random(107'000);
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const int column : {0, 5, 31, 32, 50}) {
      const auto clean = well_conditioned<double>(random, 120, 51);
      auto a = clean;
      a(uniform_int(random, 0, 119), column) = value;
      LinePanel<double> line = on_line(random, a), undisturbed = on_line(random, clean);
      BOOST_TEST_CONTEXT(line.text() << ", column " << column) {
        const auto result = factor(line, a), expected = factor(undisturbed, clean);
        for (Index j = 0; j < column; ++j) {
          BOOST_TEST(column_error(result.r, expected.r, j) <= 1e-12);
          BOOST_TEST(column_error(result.v, expected.v, j) <= 1e-12);
        }
        BOOST_TEST((has_nan(result.r) || has_nan(result.v)));
      }
    }
}

// R and T tell of it even where it is in the last column, as with LAPACK; and -0 is negative.
BOOST_AUTO_TEST_CASE(nan_below_the_diagonal_is_in_r) {
  Random random(107'500);
  for_each_type([&]<typename T>() {
    for (const Real<T> value :
         {std::numeric_limits<Real<T>>::quiet_NaN(), std::numeric_limits<Real<T>>::infinity()}) {
      auto a = well_conditioned<T>(random, 40, 3);
      a(uniform_int(random, 3, 39), 2) = T(value);
      LinePanel<T> line = on_line(random, a);
      const Factored<T> result = factor(line, a);
      if (mpi_rank() == 0) {
        BOOST_TEST(!std::isfinite(std::abs(result.r(2, 2))), line.text());
        BOOST_TEST(has_nan(result.t), line.text());
      }
    }
    auto a = well_conditioned<T>(random, 40, 1);
    a(0, 0) = T(Real<T>(-0.0));
    check(random, a);
  });
}

BOOST_AUTO_TEST_CASE(same_bits_each_time) {
  Random random(108'000);
  const auto a = random_matrix<double>(400, 100, 3);
  LinePanel<double> line = on_line(random, a), again = line;
  const auto first = factor(line, a), second = factor(again, a);
  BOOST_TEST(
      (first.v.data == second.v.data && first.t.data == second.t.data && first.r.data == second.r.data),
      on_rank());
}

} // namespace
