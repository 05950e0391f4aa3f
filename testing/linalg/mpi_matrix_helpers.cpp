// linalg::lange, lacpy, laset and geadd against their definitions: all options, random grids, panels, block
// sizes and submatrices.
// ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9 36
#include "testing/support/mpi_test.hpp"

#include "linalg/geadd.hpp"
#include "linalg/lacpy.hpp"
#include "linalg/lange.hpp"
#include "linalg/laset.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/test_grids.hpp"

#include <cmath>
#include <cstdlib>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using kernel::Uplo;
using linalg::Norm;

int repetitions() {
  return random_cases(2, 160);
}

bool in_triangle(Uplo uplo, Index i, Index j) {
  return uplo == Uplo::all || (uplo == Uplo::upper ? i <= j : i >= j);
}

/// By the definition, in double precision, of elements scaled by 1 / scale.
template <typename T>
double serial_norm(Norm norm, const SerialMatrix<T>& a, double scale) {
  std::vector<double> rows(static_cast<std::size_t>(a.m)), columns(static_cast<std::size_t>(a.n));
  double largest = 0, squares = 0;
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i) {
      const double x = static_cast<double>(std::abs(a(i, j))) / scale;
      rows[static_cast<std::size_t>(i)] += x;
      columns[static_cast<std::size_t>(j)] += x;
      largest = std::max(largest, x);
      squares += x * x;
    }
  const auto greatest = [](const std::vector<double>& v) {
    return v.empty() ? 0 : *std::ranges::max_element(v);
  };
  return scale * (norm == Norm::max        ? largest
                  : norm == Norm::one      ? greatest(columns)
                  : norm == Norm::infinity ? greatest(rows)
                                           : std::sqrt(squares));
}

template <typename T>
void check_norms(Random& random, comm::Grid& grid, Index m, Index n) {
  using R = Real<T>;
  // Also where squares would overflow or underflow.
  const R scales[] = {R(1), std::numeric_limits<R>::max() / R(1e6), std::numeric_limits<R>::min() * R(1e3)};
  const R scale = scales[uniform_int(random, 0, 2)];
  SerialMatrix<T> dense = random_matrix<T>(m, n, 1);
  for (T& x : dense.data)
    x *= scale;
  const DistributedMatrix<T> a(grid, random_layout(random, grid, m, n), dense);
  for (const Norm norm : {Norm::max, Norm::one, Norm::infinity, Norm::frobenius}) {
    const double computed = static_cast<double>(linalg::lange(grid, norm, a.const_view()));
    const double expected = serial_norm(norm, dense, static_cast<double>(scale));
    BOOST_CHECK_MESSAGE(std::abs(computed - expected) <= 100 * std::numeric_limits<R>::epsilon() * expected,
                        on_rank() << ": norm " << static_cast<char>(norm) << " of " << m << " x " << n
                                  << " is " << computed << ", expected " << expected);
  }
  if (m == 0 || n == 0)
    return;
  for (const R special : {std::numeric_limits<R>::quiet_NaN(), std::numeric_limits<R>::infinity()}) {
    dense(uniform_int(random, 0, static_cast<int>(m) - 1), uniform_int(random, 0, static_cast<int>(n) - 1)) =
        special;
    if (special > 0)
      for (T& x : dense.data)
        x = is_nan(x) ? T(1) : x; // infinity alone
    const DistributedMatrix<T> b(grid, random_layout(random, grid, m, n), dense);
    for (const Norm norm : {Norm::max, Norm::one, Norm::infinity, Norm::frobenius}) {
      const R computed = linalg::lange(grid, norm, b.const_view());
      BOOST_CHECK_MESSAGE(special > 0 ? std::isinf(computed) : std::isnan(computed),
                          on_rank() << ": norm " << static_cast<char>(norm) << " is " << computed << " with "
                                    << special);
    }
  }
}

BOOST_AUTO_TEST_CASE(norms) {
  Random random(41'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < repetitions(); ++round)
        check_norms<T>(random, *grid, uniform_int(random, 0, 40), uniform_int(random, 0, 40));
      check_norms<T>(random, *grid, 0, 3);
    });
}

BOOST_AUTO_TEST_CASE(copies) {
  Random random(42'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < 2 * repetitions(); ++round)
        for (const Uplo uplo : {Uplo::upper, Uplo::lower, Uplo::all}) {
          const Index m = uniform_int(random, 0, 40), n = uniform_int(random, 0, 40);
          const auto source = random_matrix<T>(m, n, 1);
          SerialMatrix<T> expected = random_matrix<T>(m, n, 2);
          // Every other copy is between aligned matrices, which are not redistributed. Their surroundings
          // differ, so that copying too much shows.
          const MatrixLayout layout = random_layout(random, *grid, m, n);
          const DistributedMatrix<T> a(*grid, layout, source, 78);
          DistributedMatrix<T> b(*grid, round % 2 == 0 ? layout : random_layout(random, *grid, m, n),
                                 expected);
          for (Index j = 0; j < n; ++j)
            for (Index i = 0; i < m; ++i)
              if (in_triangle(uplo, i, j))
                expected(i, j) = source(i, j);
          linalg::lacpy(*grid, uplo, a.const_view(), b.view());
          BOOST_TEST_CONTEXT(on_rank() << ", lacpy " << static_cast<char>(uplo) << ", " << m << " x " << n
                                       << ", " << sizeof(T) << " bytes an element") {
            BOOST_TEST(b.difference(expected, 0) == "");
            BOOST_TEST(b.surroundings_untouched());
          }
        }
    });
}

BOOST_AUTO_TEST_CASE(constants) {
  Random random(43'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < 2 * repetitions(); ++round)
        for (const Uplo uplo : {Uplo::upper, Uplo::lower, Uplo::all}) {
          const Index m = uniform_int(random, 0, 40), n = uniform_int(random, 0, 40);
          SerialMatrix<T> expected = random_matrix<T>(m, n, 2);
          DistributedMatrix<T> a(*grid, random_layout(random, *grid, m, n), expected);
          for (Index j = 0; j < n; ++j)
            for (Index i = 0; i < m; ++i)
              if (in_triangle(uplo, i, j))
                expected(i, j) = i == j ? T(5) : T(3);
          linalg::laset(*grid, uplo, T(3), T(5), a.view());
          BOOST_TEST_CONTEXT(on_rank() << ", laset " << static_cast<char>(uplo) << ", " << m << " x " << n
                                       << ", " << sizeof(T) << " bytes an element") {
            BOOST_TEST(a.difference(expected, 0) == "");
            BOOST_TEST(a.surroundings_untouched());
          }
        }
    });
}

template <typename T>
T op(const SerialMatrix<T>& a, Transpose trans, Index i, Index j) {
  const T x = trans == Transpose::no ? a(i, j) : a(j, i);
  return trans == Transpose::conjugate ? conjugate(x) : x;
}

BOOST_AUTO_TEST_CASE(sums_and_transposes) {
  Random random(44'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < 3 * repetitions(); ++round)
        for (const Transpose trans : {Transpose::no, Transpose::transpose, Transpose::conjugate}) {
          const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random), nan = not_a_number<T>();
          const Index m = uniform_int(random, 0, 40), n = uniform_int(random, 0, 40);
          const Index rows = trans == Transpose::no ? m : n, columns = trans == Transpose::no ? n : m;
          const auto source =
              alpha == T(0) ? SerialMatrix<T>(rows, columns, nan) : random_matrix<T>(rows, columns, 1);
          SerialMatrix<T> expected = beta == T(0) ? SerialMatrix<T>(m, n, nan) : random_matrix<T>(m, n, 2);
          Random again = random; // every other sum is of aligned matrices
          const DistributedMatrix<T> a(*grid, random_layout(random, *grid, rows, columns), source, 78);
          DistributedMatrix<T> c(*grid, random_layout(round % 2 == 0 ? again : random, *grid, m, n),
                                 expected);
          for (Index j = 0; j < n; ++j)
            for (Index i = 0; i < m; ++i)
              expected(i, j) = (alpha == T(0) ? T(0) : alpha * op(source, trans, i, j)) +
                               (beta == T(0) ? T(0) : beta * expected(i, j));
          linalg::geadd(*grid, trans, alpha, a.const_view(), beta, c.view());
          BOOST_TEST_CONTEXT(on_rank() << ", geadd " << static_cast<char>(trans) << ", " << m << " x " << n
                                       << ", alpha " << alpha << ", beta " << beta << ", " << sizeof(T)
                                       << " bytes an element") {
            BOOST_TEST(c.difference(expected, 10 * std::numeric_limits<Real<T>>::epsilon()) == "");
            BOOST_TEST(c.surroundings_untouched());
          }
        }
    });
}

} // namespace
