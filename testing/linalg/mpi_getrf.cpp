// linalg::getrf: residuals and, against serial LAPACK, pivots; submatrices of random layouts on every grid shape,
// by either panel method, singular matrices and NaN. ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9 36; simulated-long-ranks: 12 16
#include "testing/support/mpi_test.hpp"

#include "linalg/getrf.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/late_updates.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using schedule::Pivoting;

enum class Kind { random, clear_pivots, graded, hilbert };

template <typename T>
SerialMatrix<T> make_matrix(Random& random, Kind kind, Index m, Index n) {
  const int number = uniform_int(random, 0, 1000);
  if (kind == Kind::clear_pivots)
    return matrix_with_clear_pivots<T>(random, m, n, number);
  if (kind == Kind::hilbert)
    return hilbert_matrix<T>(m, n);
  SerialMatrix<T> a = random_matrix<T>(m, n, number);
  if (kind == Kind::graded)
    grade(a, 1e-6);
  return a;
}

/// What getrf made of a matrix.
template <typename T>
struct Factored {
  Index info;
  std::vector<int> ipiv; ///< relative to the submatrix, from 0
  SerialMatrix<T> factors;
  Pivoting pivoting;
};

/// Factors `a` at a random place; what surrounds it, IPIV and INFO are checked on every process.
template <typename T>
Factored<T> factor(Random& random, comm::Grid& grid, const SerialMatrix<T>& a, int largest_block = 9) {
  DistributedMatrix<T> matrix(grid, random_layout(random, grid, a.m, a.n, largest_block), a);
  schedule::Parameters parameters = random_parameters(random);
  parameters.pivoting = uniform_int(random, 0, 2) == 0 ? Pivoting::tournament : Pivoting::partial;
  grid.use(parameters);
  std::vector<int> ipiv = matrix.template row_vector<int>();
  const LateUpdates late(random);
  const Index info = linalg::getrf(grid, matrix.view(), ipiv.data());
  std::vector<int> extremes{static_cast<int>(info), -static_cast<int>(info)};
  comm::all_reduce(extremes, MPI_MAX, grid.all());
  BOOST_TEST(extremes[0] == -extremes[1], "INFO differs");
  BOOST_TEST(matrix.surroundings_untouched(), on_rank());
  return {info, matrix.gather_ipiv(ipiv, std::min(a.m, a.n)), matrix.gather(), parameters.pivoting};
}

template <typename T>
std::string describe(const comm::Grid& grid, const SerialMatrix<T>& a) {
  std::ostringstream text;
  text << on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", " << a.m << " x " << a.n << ", "
       << sizeof(T) << " bytes an element";
  return text.str();
}

/// Residual, INFO = 0 and |l_ij| <= 1, or not much more in a tournament; the arithmetic is one process's work.
template <typename T>
void check_factors(const comm::Grid& grid, const SerialMatrix<T>& a, const Factored<T>& result) {
  BOOST_TEST(result.info == 0);
  if (grid.rank() != 0)
    return;
  const double residual = lu_residual(a, result.factors, result.ipiv);
  BOOST_TEST(residual <= residual_threshold); // false for NaN
  const Real<T> limit =
      result.pivoting == Pivoting::partial ? 1 + 100 * std::numeric_limits<Real<T>>::epsilon() : 100;
  Real<T> largest = 0;
  for (Index j = 0; j < a.n; ++j)
    for (Index i = j + 1; i < a.m; ++i)
      largest = std::max(largest, std::abs(result.factors(i, j)));
  // The complex pivot is the largest by |Re| + |Im|.
  BOOST_TEST(largest <= (std::is_floating_point_v<T> ? limit : limit * static_cast<Real<T>>(std::sqrt(2))));
}

/// INFO is that of LAPACK, with partial pivoting also the pivots and, up to rounding, the factors.
template <typename T>
void check_against_lapack(const comm::Grid& grid, SerialMatrix<T> a, const Factored<T>& result) {
  if (grid.rank() != 0)
    return;
  std::vector<int> ipiv;
  const double norm = one_norm(a);
  const int info = lapack::getrf(a, ipiv);
  BOOST_TEST(result.info == info);
  if (result.pivoting != Pivoting::partial)
    return;
  BOOST_TEST(result.ipiv == ipiv, boost::test_tools::per_element());
  SerialMatrix<T> difference = a;
  for (std::size_t k = 0; k < a.data.size(); ++k)
    difference.data[k] -= result.factors.data[k];
  BOOST_TEST(scaled<T>(one_norm(difference), norm, 10 * std::max(a.m, a.n)) <= residual_threshold);
}

BOOST_AUTO_TEST_CASE(random_submatrices_of_random_layouts) {
  Random random(31'000 + static_cast<std::uint64_t>(mpi_size()));
  const int trials = random_cases(std::max(2, 12 / mpi_size()), 100);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials; ++trial)
        for (const Kind kind : {Kind::random, Kind::clear_pivots, Kind::graded, Kind::hilbert}) {
          const Index m = uniform_int(random, 0, 60),
                      n = uniform_int(random, 0, kind == Kind::hilbert ? 6 : 60);
          const auto a = make_matrix<T>(random, kind, m, n);
          BOOST_TEST_CONTEXT(describe(*grid, a)
                             << ", trial " << trial << ", kind " << static_cast<int>(kind)) {
            const Factored<T> result = factor(random, *grid, a, trial % 2 == 0 ? 9 : 40);
            check_factors(*grid, a, result);
            if (kind == Kind::clear_pivots)
              check_against_lapack(*grid, a, result);
          }
        }
    });
}

BOOST_AUTO_TEST_CASE(empty_and_thin) {
  Random random(32'000);
  for (comm::Grid* grid : TestGrids::grids())
    for (const auto& [m, n] : {std::pair{0, 0}, {0, 9}, {9, 0}, {1, 1}, {1, 40}, {40, 1}}) {
      const auto a = random_matrix<double>(m, n, 5);
      BOOST_TEST_CONTEXT(describe(*grid, a)) {
        const Factored<double> result = factor(random, *grid, a);
        check_factors(*grid, a, result);
        check_against_lapack(*grid, a, result);
      }
    }
}

// More than one window only beyond 512 rows: blocks smaller than a window and larger.
BOOST_AUTO_TEST_CASE(several_windows) {
  Random random(33'000 + static_cast<std::uint64_t>(mpi_size()));
  const auto check = [&]<typename T>(comm::Grid& grid, Index m, Index n, int largest_block) {
    const auto a = matrix_with_clear_pivots<T>(random, m, n, 3);
    BOOST_TEST_CONTEXT(describe(grid, a)) {
      const Factored<T> result = factor(random, grid, a, largest_block);
      check_factors(grid, a, result);
      check_against_lapack(grid, a, result);
    }
  };
  for (comm::Grid* grid : TestGrids::grids()) {
    for (const int largest_block : {8, 200})
      check.operator()<double>(*grid, 680, 150, largest_block);
    check.operator()<double>(*grid, 570, 590, 90);
    check.operator()<float>(*grid, 600, 100, 20);
    check.operator()<std::complex<float>>(*grid, 580, 90, 150);
    check.operator()<std::complex<double>>(*grid, 600, 100, 30);
  }
}

// As LAPACK the factorization goes on behind a zero pivot, and INFO is the first.
BOOST_AUTO_TEST_CASE(exactly_singular) {
  Random random(34'000);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const int n : {1, 23, 50})
        for (int trial = 0; trial < 2; ++trial) {
          auto a = matrix_with_clear_pivots<T>(random, n + 8 * trial, n, 11);
          const int first = uniform_int(random, 0, n - 1), second = uniform_int(random, first, n - 1);
          for (Index i = 0; i < a.m; ++i)
            a(i, first) = a(i, second) = T(0);
          BOOST_TEST_CONTEXT(describe(*grid, a)) {
            const Factored<T> result = factor(random, *grid, a);
            BOOST_TEST(result.info == first + 1);
            BOOST_TEST(lu_residual(a, result.factors, result.ipiv) <= residual_threshold);
            check_against_lapack(*grid, a, result);
          }
        }
      const SerialMatrix<T> zero(17, 13);
      check_against_lapack(*grid, zero, factor(random, *grid, zero));
    });
  for (comm::Grid* grid : TestGrids::grids()) // in the second window and in the last
    for (const int column : {70, 140}) {
      auto a = matrix_with_clear_pivots<double>(random, 610, 150, 12);
      for (Index i = 0; i < a.m; ++i)
        a(i, column) = 0;
      BOOST_TEST_CONTEXT(describe(*grid, a)) {
        const Factored<double> result = factor(random, *grid, a, 50);
        BOOST_TEST(result.info == column + 1);
        check_against_lapack(*grid, a, result);
      }
    }
}

BOOST_AUTO_TEST_CASE(nan_comes_out) {
  Random random(35'000);
  for (comm::Grid* grid : TestGrids::grids()) {
    for_each_type([&]<typename T>() {
      for (const int m : {1, 30, 45}) {
        auto a = random_matrix<T>(m, 30, 13);
        a(uniform_int(random, 0, m - 1), uniform_int(random, 0, 29)) =
            T(std::numeric_limits<Real<T>>::quiet_NaN());
        const Factored<T> result = factor(random, *grid, a);
        BOOST_TEST((result.info > 0 || has_nan(result.factors)), describe(*grid, a));
      }
    });
    auto a = random_matrix<double>(600, 140, 14);
    a(uniform_int(random, 0, 599), 3) = std::numeric_limits<double>::quiet_NaN();
    const Factored<double> result = factor(random, *grid, a, 30);
    BOOST_TEST((result.info > 0 || has_nan(result.factors)), describe(*grid, a));
  }
}

BOOST_AUTO_TEST_CASE(same_input_gives_the_same_bits) {
  const auto a = random_matrix<double>(640, 200, 15);
  for (comm::Grid* grid : TestGrids::grids()) {
    Random random(36'000), again = random;
    const Factored<double> first = factor(random, *grid, a, 40), second = factor(again, *grid, a, 40);
    BOOST_TEST((first.factors.data == second.factors.data), describe(*grid, a));
  }
}

} // namespace
