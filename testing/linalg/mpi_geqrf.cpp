// linalg::geqrf: residuals, orthogonality and, against serial LAPACK, R and TAU; submatrices of random layouts on every
// grid shape, by either panel method, rank-deficient matrices and NaN. ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9 36; simulated-long-ranks: 12 16
#include "testing/support/mpi_test.hpp"

#include "linalg/geqrf.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/late_updates.hpp"
#include "testing/support/test_grids.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// What geqrf made of a matrix.
template <typename T>
struct Factored {
  SerialMatrix<T> factors;
  std::vector<T> tau;
};

/// Factors `a` at a random place; what surrounds it and TAU are checked on every process.
template <typename T>
Factored<T> factor(Random& random, comm::Grid& grid, const SerialMatrix<T>& a, int largest_block = 9) {
  DistributedMatrix<T> matrix(grid, random_layout(random, grid, a.m, a.n, largest_block), a);
  grid.use(random_parameters(random));
  std::vector<T> tau = matrix.template column_vector<T>();
  const LateUpdates late(random);
  linalg::geqrf(grid, matrix.view(), tau.data());
  BOOST_TEST(matrix.surroundings_untouched(), on_rank());
  return {matrix.gather(), matrix.gather_tau(tau, std::min(a.m, a.n))};
}

template <typename T>
std::string describe(const comm::Grid& grid, const SerialMatrix<T>& a) {
  std::ostringstream text;
  text << on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", " << a.m << " x " << a.n << ", "
       << sizeof(T) << " bytes an element";
  return text.str();
}

/// A = Q R with Q from the reflectors as serial LAPACK reads them; the arithmetic is one process's work.
template <typename T>
void check_factors(const comm::Grid& grid, const SerialMatrix<T>& a, const Factored<T>& result) {
  if (grid.rank() != 0)
    return;
  const SerialMatrix<T> q = lapack::ungqr(result.factors, result.tau, std::min(a.m, a.n));
  BOOST_TEST(qr_residual(a, q, result.factors) <= residual_threshold);
  BOOST_TEST(orthogonality_residual(q) <= residual_threshold);
}

/// LAPACK takes the sign of an element of R from the real part of beta (1 - TAU), what was there, if that is not all rounding.
template <typename T>
bool has_signs(const std::vector<T>& tau, Index size) {
  return std::ranges::none_of(tau,
                              [size](T x) { return scaled<T>(std::abs(T(1) - std::real(x)), 1, size) <= 1; });
}

/// Signs of R, reflectors and TAU are those of LAPACK. `a` is well conditioned.
template <typename T>
void check_against_lapack(const comm::Grid& grid, SerialMatrix<T> a, const Factored<T>& result) {
  if (grid.rank() != 0)
    return;
  std::vector<T> tau;
  const double norm = one_norm(a);
  lapack::geqrf(a, tau);
  const Index size = 20 * std::max(a.m, a.n);
  if (!has_signs(tau, size))
    return;
  SerialMatrix<T> difference = a;
  for (std::size_t k = 0; k < a.data.size(); ++k)
    difference.data[k] -= result.factors.data[k];
  BOOST_TEST(scaled<T>(one_norm(difference), norm, size) <= residual_threshold);
  double error = 0;
  for (std::size_t k = 0; k < tau.size(); ++k)
    error += static_cast<double>(std::abs(tau[k] - result.tau[k]));
  BOOST_TEST(scaled<T>(error, 1, size) <= residual_threshold);
}

BOOST_AUTO_TEST_CASE(random_submatrices_of_random_layouts) {
  Random random(41'000 + static_cast<std::uint64_t>(mpi_size()));
  const int trials = random_cases(std::max(3, 16 / mpi_size()), 100);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials; ++trial)
        for (const bool tall : {true, false}) { // a square random matrix need not be well conditioned
          const Index n = uniform_int(random, 0, 60),
                      m = tall ? n + uniform_int(random, n / 4, 20) + 1 : uniform_int(random, 0, n);
          const auto a = random_matrix<T>(m, n, trial);
          BOOST_TEST_CONTEXT(describe(*grid, a) << ", trial " << trial) {
            const Factored<T> result = factor(random, *grid, a, trial % 2 == 0 ? 9 : 40);
            check_factors(*grid, a, result);
            if (tall)
              check_against_lapack(*grid, a, result);
          }
        }
    });
}

BOOST_AUTO_TEST_CASE(empty_and_thin) {
  Random random(42'000);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const auto& [m, n] : {std::pair{0, 0}, {0, 9}, {9, 0}, {1, 1}, {1, 40}, {40, 1}}) {
        const auto a = random_matrix<T>(m, n, 5);
        BOOST_TEST_CONTEXT(describe(*grid, a)) {
          const Factored<T> result = factor(random, *grid, a);
          check_factors(*grid, a, result);
          check_against_lapack(*grid, a, result);
        }
      }
    });
}

BOOST_AUTO_TEST_CASE(ill_conditioned_graded_and_rank_deficient) {
  Random random(43'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      auto graded = random_matrix<T>(50, 37, 6), deficient = random_matrix<T>(45, 30, 7);
      grade(graded, 1e-6);
      for (Index i = 0; i < deficient.m; ++i) {
        deficient(i, 4) = deficient(i, 19) = T(0);
        deficient(i, 11) = deficient(i, 3);
      }
      for (const SerialMatrix<T>& a : {hilbert_matrix<T>(40, 30), graded, deficient, SerialMatrix<T>(20, 15)})
        BOOST_TEST_CONTEXT(describe(*grid, a)) {
          check_factors(*grid, a, factor(random, *grid, a));
        }
    });
}

// More than one window only beyond 256 rows: blocks smaller than a window and larger.
BOOST_AUTO_TEST_CASE(several_windows) {
  Random random(44'000 + static_cast<std::uint64_t>(mpi_size()));
  const auto check = [&]<typename T>(comm::Grid& grid, Index m, Index n, int largest_block) {
    const auto a = random_matrix<T>(m, n, 8);
    BOOST_TEST_CONTEXT(describe(grid, a)) {
      const Factored<T> result = factor(random, grid, a, largest_block);
      check_factors(grid, a, result);
      if (m > n)
        check_against_lapack(grid, a, result);
    }
  };
  for (comm::Grid* grid : TestGrids::grids()) {
    for (const int largest_block : {8, 70, 200})
      check.operator()<double>(*grid, 430, 240, largest_block);
    check.operator()<double>(*grid, 330, 370, 90);
    check.operator()<float>(*grid, 400, 130, 20);
    check.operator()<std::complex<float>>(*grid, 320, 120, 150);
    check.operator()<std::complex<double>>(*grid, 350, 200, 30);
  }
}

BOOST_AUTO_TEST_CASE(nan_comes_out) {
  Random random(45'000);
  for (comm::Grid* grid : TestGrids::grids()) {
    for_each_type([&]<typename T>() {
      for (const int m : {1, 30, 45}) {
        auto a = random_matrix<T>(m, 30, 13);
        a(uniform_int(random, 0, m - 1), uniform_int(random, 0, 29)) =
            T(std::numeric_limits<Real<T>>::quiet_NaN());
        BOOST_TEST(has_nan(factor(random, *grid, a).factors), describe(*grid, a));
      }
    });
    auto a = random_matrix<double>(400, 140, 14);
    a(uniform_int(random, 0, 399), 3) = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST(has_nan(factor(random, *grid, a, 30).factors), describe(*grid, a));
  }
}

BOOST_AUTO_TEST_CASE(same_input_gives_the_same_bits) {
  const auto a = random_matrix<double>(400, 200, 15);
  for (comm::Grid* grid : TestGrids::grids()) {
    Random random(46'000), again = random;
    const Factored<double> first = factor(random, *grid, a, 40), second = factor(again, *grid, a, 40);
    BOOST_TEST((first.factors.data == second.factors.data && first.tau == second.tau), describe(*grid, a));
  }
}

} // namespace
