// linalg::getrs, gesv, potrs, posv, getri, gecon, laswp and solve_triangular: residuals as LAPACK's testers
// define them, on submatrices of random layouts on every grid shape. ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 12
#include "testing/support/mpi_test.hpp"

#include "comm/traffic.hpp"
#include "linalg/gecon.hpp"
#include "linalg/gesv.hpp"
#include "linalg/getrf.hpp"
#include "linalg/getri.hpp"
#include "linalg/getrs.hpp"
#include "linalg/laswp.hpp"
#include "linalg/posv.hpp"
#include "linalg/potrf.hpp"
#include "linalg/potrs.hpp"
#include "linalg/solve_triangular.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Transpose;
using kernel::Uplo;

constexpr std::array transposes{Transpose::no, Transpose::transpose, Transpose::conjugate};
constexpr std::array triangles{Uplo::lower, Uplo::upper};

std::string describe(const comm::Grid& grid, Index n, Index nrhs, std::size_t element_size) {
  std::ostringstream text;
  text << on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", n " << n << ", nrhs " << nrhs << ", "
       << element_size << " bytes an element";
  return text.str();
}

/// `value` is the same on all processes.
template <typename U>
bool is_agreed(const comm::Grid& grid, U value) {
  std::vector<double> extremes{static_cast<double>(value), -static_cast<double>(value)};
  comm::all_reduce(extremes, MPI_MAX, grid.all());
  return extremes[0] == -extremes[1];
}

template <typename T>
DistributedMatrix<T> distribute(Random& random, const comm::Grid& grid, const SerialMatrix<T>& a,
                                int largest_block = 9) {
  return {grid, random_layout(random, grid, a.m, a.n, largest_block), a};
}

template <typename T>
SerialMatrix<T> column(const SerialMatrix<T>& a, Index j) {
  SerialMatrix<T> x(a.m, 1);
  std::copy_n(a.data.begin() + j * a.m, a.m, x.data.begin());
  return x;
}

/// xGET02: the largest |b - op(A) x| / (|op(A)| |x| eps) over the columns.
template <typename T>
double solve_residual(Transpose trans, const SerialMatrix<T>& a, const SerialMatrix<T>& x,
                      const SerialMatrix<T>& b) {
  SerialMatrix<T> op(a.n, a.m);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      op(j, i) = a(i, j);
  const double norm = one_norm(trans == Transpose::no ? a : op);
  SerialMatrix<T> r = b;
  add_product(T(-1), trans, a, Transpose::no, x, r);
  double residual = 0;
  for (Index j = 0; j < x.n; ++j) {
    const double one = scaled<T>(one_norm(column(r, j)), norm * one_norm(column(x, j)), 1);
    if (!(one <= residual)) // also if it is NaN
      residual = one;
  }
  return residual;
}

/// Solves for b at a random place and checks the residual on one process, the surroundings on all.
template <typename T, typename Solve>
void check_solution(Random& random, comm::Grid& grid, Transpose trans, const SerialMatrix<T>& a,
                    const SerialMatrix<T>& b, int largest_block, Solve&& solve) {
  DistributedMatrix<T> x = distribute(random, grid, b, largest_block);
  solve(x.view());
  BOOST_TEST(x.surroundings_untouched());
  const SerialMatrix<T> solution = x.gather();
  if (grid.rank() == 0)
    BOOST_TEST(solve_residual(trans, a, solution, b) <= residual_threshold);
}

/// More are solved for by trsm.
constexpr Index many = linalg::few_right_hand_sides + 6;

Index some_columns(Random& random) {
  return uniform_int(random, 0, 9);
}

int trials() {
  return random_cases(1, 20);
}

BOOST_AUTO_TEST_CASE(getrs_random_layouts) {
  Random random(41'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < 3 * trials(); ++trial) {
        const int kind = trial % 3;
        const Index n = uniform_int(random, 1, 50);
        auto a = kind == 2 ? hilbert_matrix<T>(n, n) : random_matrix<T>(n, n, uniform_int(random, 0, 1000));
        if (kind == 1)
          grade(a, 1e-5);
        if (kind == 2) // ill-conditioned, and no pivot vanishes
          for (Index i = 0; i < n; ++i)
            a(i, i) += T(100 * std::numeric_limits<Real<T>>::epsilon());
        DistributedMatrix<T> lu = distribute(random, *grid, a, 20);
        std::vector<int> ipiv = lu.template row_vector<int>();
        BOOST_TEST_REQUIRE(linalg::getrf(*grid, lu.view(), ipiv.data()) == 0);
        const auto check = [&](Transpose trans, Index nrhs) {
          BOOST_TEST_CONTEXT(describe(*grid, n, nrhs, sizeof(T)) << ", " << static_cast<char>(trans)) {
            check_solution(random, *grid, trans, a, random_matrix<T>(n, nrhs, 7), 20, [&](const auto& b) {
              linalg::getrs(*grid, trans, lu.const_view(), ipiv.data(), b);
            });
          }
        };
        for (const Transpose trans : transposes)
          check(trans, kind == 0 ? 1 : some_columns(random));
        check(transposes[static_cast<std::size_t>(kind)], many);
        BOOST_TEST(lu.surroundings_untouched());
      }
    });
}

BOOST_AUTO_TEST_CASE(gesv_random_layouts) {
  Random random(42'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < 5 * trials(); ++trial) {
        const Index n = trial % 5 < 2 ? trial % 5 : uniform_int(random, 2, 60);
        const Index nrhs = trial % 5 == 2 ? many : trial % 5 == 3 ? 1 : some_columns(random);
        const auto a = random_matrix<T>(n, n, uniform_int(random, 0, 1000));
        DistributedMatrix<T> lu = distribute(random, *grid, a);
        std::vector<int> ipiv = lu.template row_vector<int>();
        BOOST_TEST_CONTEXT(describe(*grid, n, nrhs, sizeof(T))) {
          check_solution(
              random, *grid, Transpose::no, a, random_matrix<T>(n, nrhs, 8), 9,
              [&](const auto& b) { BOOST_TEST(linalg::gesv(*grid, lu.view(), ipiv.data(), b) == 0); });
        }
      }
    });
}

// More than one window of the factorization and of the solves.
BOOST_AUTO_TEST_CASE(gesv_in_several_windows) {
  Random random(53'000 + static_cast<std::uint64_t>(mpi_size()));
  const Index n = 600;
  const auto a = random_matrix<double>(n, n, 17);
  for (comm::Grid* grid : TestGrids::grids()) {
    const Index nrhs = grid->p() < grid->q() ? many : 1;
    DistributedMatrix<double> lu = distribute(random, *grid, a, 80);
    std::vector<int> ipiv = lu.row_vector<int>();
    BOOST_TEST_CONTEXT(describe(*grid, n, nrhs, sizeof(double))) {
      check_solution(random, *grid, Transpose::no, a, random_matrix<double>(n, nrhs, 8), 80,
                     [&](const auto& b) { BOOST_TEST(linalg::gesv(*grid, lu.view(), ipiv.data(), b) == 0); });
    }
  }
}

BOOST_AUTO_TEST_CASE(nan_comes_out) {
  Random random(54'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      const T nan(std::numeric_limits<Real<T>>::quiet_NaN());
      for (const bool in_a : {true, false}) {
        auto a = positive_definite_matrix<T>(30, 4), b = random_matrix<T>(30, 2, 9);
        (in_a ? a(7, 7) : b(5, 1)) = nan;
        DistributedMatrix<T> lu = distribute(random, *grid, a), cholesky = distribute(random, *grid, a);
        DistributedMatrix<T> x = distribute(random, *grid, b), y = distribute(random, *grid, b);
        std::vector<int> ipiv = lu.template row_vector<int>();
        const Index gesv_info = linalg::gesv(*grid, lu.view(), ipiv.data(), x.view());
        const Index posv_info = linalg::posv(*grid, Uplo::lower, cholesky.view(), y.view());
        BOOST_TEST((gesv_info > 0 || has_nan(x.gather())), on_rank());
        BOOST_TEST((posv_info > 0 || has_nan(y.gather())), on_rank());
      }
    });
}

BOOST_AUTO_TEST_CASE(gesv_singular) {
  Random random(43'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Index n : {1, 17, 40}) {
        auto a = random_matrix<T>(n, n, 3);
        const Index k = uniform_int(random, 0, static_cast<int>(n) - 1);
        for (Index i = 0; i < n; ++i)
          a(i, k) = T(0);
        const auto b = random_matrix<T>(n, 2, 9);
        DistributedMatrix<T> lu = distribute(random, *grid, a), x = distribute(random, *grid, b);
        std::vector<int> ipiv = lu.template row_vector<int>();
        BOOST_TEST(linalg::gesv(*grid, lu.view(), ipiv.data(), x.view()) == k + 1, on_rank());
        BOOST_TEST((x.gather().data == b.data), on_rank());
      }
    });
}

/// posv, then potrs with its factor; what stands in the other triangle does not matter.
template <typename T>
void check_cholesky_solvers(Random& random, comm::Grid& grid, Uplo uplo, Index n, Index nrhs) {
  const auto a = positive_definite_matrix<T>(n, uniform_int(random, 0, 1000));
  auto half = a;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      if (uplo == Uplo::lower ? i < j : i > j)
        half(i, j) = T(std::numeric_limits<Real<T>>::quiet_NaN());
  DistributedMatrix<T> factor = distribute(random, grid, half);
  BOOST_TEST_CONTEXT(describe(grid, n, nrhs, sizeof(T)) << ", " << static_cast<char>(uplo)) {
    check_solution(random, grid, Transpose::no, a, random_matrix<T>(n, nrhs, 8), 9,
                   [&](const auto& b) { BOOST_TEST(linalg::posv(grid, uplo, factor.view(), b) == 0); });
    check_solution(random, grid, Transpose::no, a, random_matrix<T>(n, nrhs, 9), 9,
                   [&](const auto& b) { linalg::potrs(grid, uplo, factor.const_view(), b); });
  }
}

BOOST_AUTO_TEST_CASE(posv_and_potrs_random_layouts) {
  Random random(44'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials(); ++trial)
        for (const Uplo uplo : triangles) {
          check_cholesky_solvers<T>(random, *grid, uplo, uniform_int(random, 0, 1), 1);
          check_cholesky_solvers<T>(random, *grid, uplo, uniform_int(random, 2, 50), some_columns(random));
          check_cholesky_solvers<T>(random, *grid, uplo, uniform_int(random, 2, 50), many);
        }
    });
}

BOOST_AUTO_TEST_CASE(posv_not_positive_definite) {
  Random random(45'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Uplo uplo : triangles) {
        const Index n = uniform_int(random, 1, 40), k = uniform_int(random, 0, static_cast<int>(n) - 1);
        auto a = positive_definite_matrix<T>(n, 4);
        a(k, k) = T(-1);
        const auto b = random_matrix<T>(n, 2, 9);
        DistributedMatrix<T> factor = distribute(random, *grid, a), x = distribute(random, *grid, b);
        BOOST_TEST(linalg::posv(*grid, uplo, factor.view(), x.view()) == k + 1, on_rank());
        BOOST_TEST((x.gather().data == b.data), on_rank());
      }
    });
}

/// Inverts and checks |I - A^-1 A| / (n |A| |A^-1| eps), as xGET03.
template <typename T>
void check_inverse(comm::Grid& grid, const SerialMatrix<T>& a, const MatrixLayout& layout) {
  DistributedMatrix<T> inverse(grid, layout, a);
  std::vector<int> ipiv = inverse.template row_vector<int>();
  BOOST_TEST_REQUIRE(linalg::getrf(grid, inverse.view(), ipiv.data()) == 0);
  BOOST_TEST(linalg::getri(grid, inverse.view(), ipiv.data()) == 0);
  BOOST_TEST(inverse.surroundings_untouched());
  const SerialMatrix<T> x = inverse.gather();
  if (grid.rank() != 0)
    return;
  SerialMatrix<T> product(a.n, a.n);
  for (Index i = 0; i < a.n; ++i)
    product(i, i) = T(-1);
  add_product(T(1), Transpose::no, x, Transpose::no, a, product);
  BOOST_TEST(scaled<T>(one_norm(product), one_norm(a) * one_norm(x), a.n) <= residual_threshold);
}

template <typename T>
void check_inverse(Random& random, comm::Grid& grid, const SerialMatrix<T>& a, int largest_block = 20) {
  check_inverse(grid, a, random_layout(random, grid, a.m, a.n, largest_block));
}

BOOST_AUTO_TEST_CASE(getri_random_layouts) {
  Random random(46'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Index n : {0, 1, uniform_int(random, 2, 60)})
        BOOST_TEST_CONTEXT(describe(*grid, n, n, sizeof(T))) {
          check_inverse(random, *grid, random_matrix<T>(n, n, uniform_int(random, 0, 1000)));
        }
      auto graded = random_matrix<T>(30, 30, 6);
      grade(graded, 1e-2);
      check_inverse(random, *grid, graded);
    });
}

// Of an order at which columns are interchanged in some rows after the other, and with many windows, of more than one owner or
// of one.
BOOST_AUTO_TEST_CASE(getri_in_parts) {
  Random random(46'500 + static_cast<std::uint64_t>(mpi_size()));
  constexpr Index n = 800;
  for (comm::Grid* grid : TestGrids::grids())
    for (const int largest_block : {20, 150})
      BOOST_TEST_CONTEXT(describe(*grid, n, n, sizeof(double))) {
        check_inverse(random, *grid, random_matrix<double>(n, n, uniform_int(random, 0, 1000)),
                      largest_block);
      }
}

// Blocks of rows and of columns are alike, so that windows have one owner in either dimension.
BOOST_AUTO_TEST_CASE(getri_square_blocks) {
  Random random(46'700 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      const Index n = uniform_int(random, 150, 250);
      const auto a = random_matrix<T>(n, n, uniform_int(random, 0, 1000));
      MatrixLayout layout = random_layout(random, *grid, n, n);
      layout.rows.nb = layout.columns.nb = uniform_int(random, 32, 70);
      layout.i = layout.j = uniform_int(random, 0, 70);
      layout.rows.n = layout.columns.n = layout.i + n;
      check_inverse(*grid, a, layout);
    });
}

BOOST_AUTO_TEST_CASE(getri_singular) {
  Random random(47'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      const Index n = uniform_int(random, 1, 40), k = uniform_int(random, 0, static_cast<int>(n) - 1);
      auto factors = random_matrix<T>(n, n, 5);
      factors(k, k) = factors(n - 1, n - 1) = T(0);
      DistributedMatrix<T> a = distribute(random, *grid, factors);
      std::vector<int> ipiv = a.template row_vector<int>();
      BOOST_TEST(linalg::getri(*grid, a.view(), ipiv.data()) == k + 1, on_rank());
      BOOST_TEST((a.gather().data == factors.data), on_rank());
      BOOST_TEST(a.surroundings_untouched(), on_rank());
    });
}

// LAPACK's GECON on serial factors.
float serial_gecon(char norm, const SerialMatrix<float>& lu, float anorm) {
  float rcond = -1;
  LAPACKE_sgecon(LAPACK_COL_MAJOR, norm, lu.columns(), lu.data.data(), lu.ld(), anorm, &rcond);
  return rcond;
}
double serial_gecon(char norm, const SerialMatrix<double>& lu, double anorm) {
  double rcond = -1;
  LAPACKE_dgecon(LAPACK_COL_MAJOR, norm, lu.columns(), lu.data.data(), lu.ld(), anorm, &rcond);
  return rcond;
}
float serial_gecon(char norm, const SerialMatrix<std::complex<float>>& lu, float anorm) {
  float rcond = -1;
  LAPACKE_cgecon(LAPACK_COL_MAJOR, norm, lu.columns(), (const lapack_complex_float*)lu.data.data(), lu.ld(),
                 anorm, &rcond);
  return rcond;
}
double serial_gecon(char norm, const SerialMatrix<std::complex<double>>& lu, double anorm) {
  double rcond = -1;
  LAPACKE_zgecon(LAPACK_COL_MAJOR, norm, lu.columns(), (const lapack_complex_double*)lu.data.data(), lu.ld(),
                 anorm, &rcond);
  return rcond;
}

BOOST_AUTO_TEST_CASE(gecon_agrees_with_lapack) {
  Random random(48'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const int kind : {0, 1, 2}) {
        const Index n = kind == 2 ? 4 : uniform_int(random, 1, 50);
        auto a = kind == 2 ? hilbert_matrix<T>(n, n) : random_matrix<T>(n, n, uniform_int(random, 0, 1000));
        if (kind == 1)
          grade(a, 1e-3);
        const auto anorm = static_cast<Real<T>>(one_norm(a));
        DistributedMatrix<T> lu = distribute(random, *grid, a);
        std::vector<int> ipiv = lu.template row_vector<int>();
        BOOST_TEST_REQUIRE(linalg::getrf(*grid, lu.view(), ipiv.data()) == 0);
        const SerialMatrix<T> factors = lu.gather();
        for (const auto norm : {linalg::Norm::one, linalg::Norm::infinity}) {
          const Real<T> rcond = linalg::gecon(*grid, norm, lu.const_view(), anorm);
          BOOST_TEST(is_agreed(*grid, rcond), "RCOND differs");
          if (grid->rank() == 0)
            BOOST_TEST(
                rcond == serial_gecon(static_cast<char>(norm), factors, anorm),
                boost::test_tools::tolerance(static_cast<Real<T>>(sizeof(Real<T>) == 4 ? 0.02 : 1e-8)));
        }
      }
    });
}

BOOST_AUTO_TEST_CASE(gecon_of_extreme_matrices) {
  Random random(49'000 + static_cast<std::uint64_t>(mpi_size()));
  using linalg::Norm;
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      DistributedMatrix<T> empty = distribute(random, *grid, SerialMatrix<T>(0, 0));
      BOOST_TEST(linalg::gecon(*grid, Norm::one, empty.const_view(), Real<T>(1)) == 1);
      auto factors = random_matrix<T>(20, 20, 5);
      DistributedMatrix<T> zero_norm = distribute(random, *grid, factors);
      BOOST_TEST(linalg::gecon(*grid, Norm::one, zero_norm.const_view(), Real<T>(0)) == 0);
      factors(7, 7) = T(0);
      DistributedMatrix<T> singular = distribute(random, *grid, factors);
      BOOST_TEST(linalg::gecon(*grid, Norm::one, singular.const_view(), Real<T>(1)) == 0);
      BOOST_TEST(linalg::gecon(*grid, Norm::infinity, singular.const_view(), Real<T>(1)) == 0);
    });
}

/// Interchanges on a serial matrix.
template <typename T>
void interchange(linalg::Order order, linalg::Lines lines, SerialMatrix<T>& a, Index first,
                 const std::vector<Index>& pivots) {
  for (Index step = 0; step < static_cast<Index>(pivots.size()); ++step) {
    const Index k = order == linalg::Order::forward ? step : static_cast<Index>(pivots.size()) - 1 - step;
    const Index other = pivots[static_cast<std::size_t>(k)];
    for (Index l = 0; l < (lines == linalg::Lines::rows ? a.n : a.m); ++l)
      lines == linalg::Lines::rows ? std::swap(a(first + k, l), a(other, l))
                                   : std::swap(a(l, first + k), a(l, other));
  }
}

BOOST_AUTO_TEST_CASE(laswp_random_interchanges) {
  Random random(50'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const auto lines : {linalg::Lines::rows, linalg::Lines::columns})
        for (const auto order : {linalg::Order::forward, linalg::Order::backward}) {
          auto a = random_matrix<T>(uniform_int(random, 1, 40), uniform_int(random, 1, 40), 3);
          const int extent = static_cast<int>(lines == linalg::Lines::rows ? a.m : a.n);
          const Index first = uniform_int(random, 0, extent - 1);
          std::vector<Index> pivots(
              static_cast<std::size_t>(uniform_int(random, 0, extent - static_cast<int>(first))));
          for (Index& pivot : pivots)
            pivot = uniform_int(random, 0, extent - 1);
          DistributedMatrix<T> b = distribute(random, *grid, a);
          linalg::laswp(*grid, order, lines, b.view(), first, pivots);
          interchange(order, lines, a, first, pivots);
          BOOST_TEST((b.gather().data == a.data), describe(*grid, a.m, a.n, sizeof(T)));
          BOOST_TEST(b.surroundings_untouched(), on_rank());
        }
    });
}

/// Of long columns a process holds few rows: several columns travel together.
BOOST_AUTO_TEST_CASE(laswp_of_long_columns) {
  setenv("HETGRID_SHARED_MEMORY", "off", 1);
  const int context = make_context(plan::uniform_plan(mpi_size(), 1));
  comm::Grid& grid = comm::Grid::of_context(context);
  Random random(52'000);
  SerialMatrix<float> a = random_matrix<float>(40'000, 9, 4);
  DistributedMatrix<float> b = distribute(random, grid, a, 64);
  std::vector<Index> pivots(static_cast<std::size_t>(a.m));
  for (Index& pivot : pivots)
    pivot = uniform_int(random, 0, static_cast<int>(a.m) - 1);
  const double before = comm::traffic().messages;
  linalg::laswp(grid, linalg::Order::forward, linalg::Lines::rows, b.view(), 0, pivots);
  const double messages = comm::traffic().messages - before;
  interchange(linalg::Order::forward, linalg::Lines::rows, a, 0, pivots);
  BOOST_TEST((b.gather().data == a.data), on_rank());
  if (mpi_size() >= 4)
    BOOST_TEST(messages < 2 * 9 / 3 * (mpi_size() - 1), on_rank() << ": " << messages << " messages");
  Cblacs_gridexit(context);
  unsetenv("HETGRID_SHARED_MEMORY");
}

// More indices than one window of the solve, in the middle of a larger matrix. The other triangle is not
// read.
template <typename T>
void check_triangular(Random& random, comm::Grid& grid, Index n, Index nrhs, Uplo uplo, Transpose trans,
                      Diag diag) {
  SerialMatrix<T> stored(n, n, T(std::numeric_limits<Real<T>>::quiet_NaN())), a(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = uplo == Uplo::lower ? j : 0; i < (uplo == Uplo::lower ? n : j + 1); ++i)
      stored(i, j) = a(i, j) = i == j ? T(2) : element<T>(i, j, 1) / T(static_cast<Real<T>>(n));
  for (Index i = 0; i < n && diag == Diag::unit; ++i)
    a(i, i) = T(1);
  const DistributedMatrix<T> triangle = distribute(random, grid, stored, 100);
  BOOST_TEST_CONTEXT(describe(grid, n, nrhs, sizeof(T))
                     << ", " << static_cast<char>(uplo) << static_cast<char>(trans)
                     << static_cast<char>(diag)) {
    check_solution(random, grid, trans, a, random_matrix<T>(n, nrhs, 8), 30, [&](const auto& b) {
      linalg::solve_triangular(grid, uplo, trans, diag, triangle.const_view(), b);
    });
  }
}

BOOST_AUTO_TEST_CASE(solve_triangular_in_several_windows) {
  Random random(51'000 + static_cast<std::uint64_t>(mpi_size()));
  constexpr Index w = linalg::FewRightHandSides<double>::window;
  int turn = 0;
  for (comm::Grid* grid : TestGrids::grids())
    for (const Uplo uplo : triangles)
      for (const Transpose trans : transposes) {
        const Diag diag = uniform_int(random, 0, 1) == 0 ? Diag::unit : Diag::non_unit;
        const Index nrhs = uniform_int(random, 1, 3), n = w + uniform_int(random, 1, 60);
        if (uniform_int(random, 0, 1) == 0)
          check_triangular<double>(random, *grid, n + w, nrhs, uplo, trans, diag);
        if (++turn % 3 == 0)
          check_triangular<float>(random, *grid, n, nrhs, uplo, trans, diag);
        else if (turn % 3 == 1)
          check_triangular<std::complex<float>>(random, *grid, n, nrhs, uplo, trans, diag);
        else
          check_triangular<std::complex<double>>(random, *grid, n, nrhs, uplo, trans, diag);
      }
}

BOOST_AUTO_TEST_CASE(same_input_gives_the_same_bits) {
  const auto a = random_matrix<double>(200, 200, 15), b = random_matrix<double>(200, 1, 16);
  for (comm::Grid* grid : TestGrids::grids()) {
    SerialMatrix<double> solutions[2];
    for (SerialMatrix<double>& solution : solutions) {
      Random random(52'000);
      DistributedMatrix<double> lu = distribute(random, *grid, a), x = distribute(random, *grid, b);
      std::vector<int> ipiv = lu.row_vector<int>();
      BOOST_TEST(linalg::gesv(*grid, lu.view(), ipiv.data(), x.view()) == 0);
      solution = x.gather();
    }
    BOOST_TEST((solutions[0].data == solutions[1].data), on_rank());
  }
}

} // namespace
