// linalg::potrf: residuals of both triangles, submatrices of random layouts on every grid shape, by either panel method, matrices that are not
// positive definite and NaN. ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9 16; simulated-long-ranks: 12 36
#include "testing/support/mpi_test.hpp"

#include "linalg/potrf.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/late_updates.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Uplo;

/// What potrf made of a matrix.
template <typename T>
struct Factored {
  Index info;
  SerialMatrix<T> factors;
};

/// In simulation, where what one of them does takes as long as what all of them do: large matrices are few.
bool many_processes() {
  return mpi_size() > 16;
}

/// a(i, j) is in the triangle that potrf does not use.
bool unused(Uplo uplo, Index i, Index j) {
  return uplo == Uplo::lower ? i < j : i > j;
}

/// Factors `a` at a random place. In the triangle that is not used stands something else; that it, and what surrounds
/// the matrix, does not change and that INFO is the same everywhere is checked on every process.
template <typename T>
Factored<T> factor(Random& random, comm::Grid& grid, Uplo uplo, SerialMatrix<T> a, int largest_block = 9) {
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.m; ++i)
      if (unused(uplo, i, j))
        a(i, j) = element<T>(i, j, 99);
  DistributedMatrix<T> matrix(grid, random_layout(random, grid, a.n, a.n, largest_block), a);
  grid.use(random_parameters(random));
  const LateUpdates late(random);
  const Index info = linalg::potrf(grid, uplo, matrix.view());
  std::vector<int> extremes{static_cast<int>(info), -static_cast<int>(info)};
  comm::all_reduce(extremes, MPI_MAX, grid.all());
  BOOST_TEST(extremes[0] == -extremes[1], "INFO differs");
  BOOST_TEST(matrix.surroundings_untouched(), on_rank());
  bool untouched = true;
  matrix.each([&](Index gi, Index gj, const T& x) {
    const Index i = gi - matrix.layout().i, j = gj - matrix.layout().j;
    untouched = untouched && (!matrix.inside(gi, gj) || !unused(uplo, i, j) || x == element<T>(i, j, 99));
  });
  BOOST_TEST(untouched, on_rank());
  return {info, matrix.gather()};
}

template <typename T>
std::string describe(const comm::Grid& grid, Uplo uplo, const SerialMatrix<T>& a) {
  std::ostringstream text;
  text << on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", " << static_cast<char>(uplo) << ", n "
       << a.n << ", " << sizeof(T) << " bytes an element";
  return text.str();
}

/// INFO = 0 and the residual; the arithmetic is one process's work.
template <typename T>
void check_positive_definite(Random& random, comm::Grid& grid, const SerialMatrix<T>& a,
                             int largest_block = 9) {
  for (const Uplo uplo : {Uplo::lower, Uplo::upper})
    BOOST_TEST_CONTEXT(describe(grid, uplo, a)) {
      const Factored<T> result = factor(random, grid, uplo, a, largest_block);
      BOOST_TEST(result.info == 0);
      if (grid.rank() == 0)
        BOOST_TEST(cholesky_residual(a, uplo, result.factors) <= residual_threshold);
    }
}

BOOST_AUTO_TEST_CASE(random_submatrices_of_random_layouts) {
  Random random(51'000 + static_cast<std::uint64_t>(mpi_size()));
  const int trials = random_cases(std::max(2, 12 / mpi_size()), 100);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int trial = 0; trial < trials; ++trial)
        check_positive_definite(random, *grid, positive_definite_matrix<T>(uniform_int(random, 0, 60), trial),
                                trial % 2 == 0 ? 9 : 40);
    });
}

BOOST_AUTO_TEST_CASE(small_graded_and_ill_conditioned) {
  Random random(52'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      auto graded = positive_definite_matrix<T>(43, 6);
      grade(graded, 1e-6); // D A D is positive definite as A is
      for (const SerialMatrix<T>& a :
           {SerialMatrix<T>(), positive_definite_matrix<T>(1, 5), graded,
            hilbert_matrix<T>(sizeof(Real<T>) == 4 ? 5 : 10, sizeof(Real<T>) == 4 ? 5 : 10)})
        check_positive_definite(random, *grid, a);
    });
}

// More than one window only beyond 512 rows: blocks smaller than a window and larger.
BOOST_AUTO_TEST_CASE(several_windows) {
  Random random(53'000 + static_cast<std::uint64_t>(mpi_size()));
  const auto large = positive_definite_matrix<double>(610, 8);
  const auto complex_single = positive_definite_matrix<std::complex<float>>(570, 9);
  for (comm::Grid* grid : TestGrids::grids()) {
    check_positive_definite(random, *grid, large, 200);
    if (many_processes())
      continue;
    check_positive_definite(random, *grid, large, 8);
    check_positive_definite(random, *grid, complex_single, 50);
  }
}

// INFO is the order of the first leading minor that is not positive, as LAPACK finds it.
BOOST_AUTO_TEST_CASE(not_positive_definite) {
  Random random(54'000);
  for (comm::Grid* grid : TestGrids::grids()) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
      for_each_type([&]<typename T>() {
        for (const int n : {1, 26, 50}) {
          auto a = positive_definite_matrix<T>(n, 11);
          const int first = uniform_int(random, 0, n - 1);
          a(first, first) = uniform_int(random, 0, 1) ? T(-1) : T(0);
          auto reference = a;
          BOOST_TEST_CONTEXT(describe(*grid, uplo, a)) {
            const Factored<T> result = factor(random, *grid, uplo, a);
            BOOST_TEST(result.info == first + 1);
            BOOST_TEST(result.info == lapack::potrf(uplo, reference));
          }
        }
        BOOST_TEST(factor(random, *grid, uplo, SerialMatrix<T>(19, 19)).info == 1, on_rank());
      });
      if (many_processes() && uplo == Uplo::upper)
        continue;
      for (const int first : {75, 300}) { // in the second window and in the last
        auto a = positive_definite_matrix<double>(600, 12);
        a(first, first) = -1;
        BOOST_TEST(factor(random, *grid, uplo, a, 50).info == first + 1, describe(*grid, uplo, a));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(nan_comes_out) {
  Random random(55'000);
  for (comm::Grid* grid : TestGrids::grids())
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
      const auto check = [&]<typename T>(Index n, int largest_block) {
        auto a = positive_definite_matrix<T>(n, 13);
        const int i = uniform_int(random, 0, static_cast<int>(n) - 1), j = uniform_int(random, 0, i);
        a(i, j) = a(j, i) = T(std::numeric_limits<Real<T>>::quiet_NaN());
        const Factored<T> result = factor(random, *grid, uplo, a, largest_block);
        BOOST_TEST((result.info > 0 || has_nan(result.factors)), describe(*grid, uplo, a));
      };
      for_each_type([&]<typename T>() {
        for (const int n : {1, 30, 45})
          check.template operator()<T>(n, 9);
      });
      if (!many_processes())
        check.operator()<double>(580, 30);
    }
}

BOOST_AUTO_TEST_CASE(same_input_gives_the_same_bits) {
  const auto a = positive_definite_matrix<double>(600, 15);
  for (comm::Grid* grid : TestGrids::grids())
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
      if (many_processes() && uplo == Uplo::lower)
        continue;
      Random random(56'000), again = random;
      const Factored<double> first = factor(random, *grid, uplo, a, 40),
                             second = factor(again, *grid, uplo, a, 40);
      BOOST_TEST((first.factors.data == second.factors.data), describe(*grid, uplo, a));
    }
}

} // namespace
