// Processes whose BLAS round differently, as those of unlike processors do: INFO of a Cholesky factorization, which is a matter
// of rounding where a matrix is nearly singular, is the same on all, and nobody waits. ranks: 2 4
#include "testing/support/mpi_test.hpp"

#include "linalg/potrf.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/test_grids.hpp"

#include <array>
#include <cstdlib>
#include <limits>
#include <unistd.h>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Uplo;

/// Before anything else of the process: every other one begins again, with the kernels of another processor if OpenBLAS has them.
[[gnu::constructor]] void take_other_kernels(int, char** arguments, char**) {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  const auto is_odd = [](const char* rank) { return rank && std::atoi(rank) % 2 == 1; };
  if (std::getenv(variable) ||
      !(is_odd(std::getenv("PMI_RANK")) || is_odd(std::getenv("OMPI_COMM_WORLD_RANK"))))
    return;
  setenv(variable, "Nehalem", 1);
  execv("/proc/self/exe", arguments);
}

constexpr Index n = 96;

/// G G^H + shift I, where G has fewer columns than a panel: from there on pivots are nothing but rounding, and the shift.
template <typename T>
SerialMatrix<T> nearly_singular(Random& random, double shift) {
  const Index rank = uniform_int(random, 5, 28);
  SerialMatrix<T> a(n, n);
  const int number = uniform_int(random, 0, 9999);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      for (Index k = 0; k < rank; ++k)
        a(i, j) += element<T>(i, k, number) * conjugate(element<T>(j, k, number));
      if (i == j)
        a(i, j) = std::real(a(i, j)) + static_cast<Real<T>>(shift * std::numeric_limits<Real<T>>::epsilon());
    }
  return a;
}

/// How often INFO was not 0, of 2 * `cases`.
template <typename T>
int count_failures(Random& random, comm::Grid& grid, int cases) {
  int failures = 0;
  for (int k = 0; k < 2 * cases; ++k) {
    const Uplo uplo = k % 2 ? Uplo::upper : Uplo::lower;
    const double shift = std::array{0.0, 10.0, 30.0, 100.0, 1000.0}[static_cast<std::size_t>(k / 2 % 5)];
    DistributedMatrix<T> a(grid, random_layout(random, grid, n, n), nearly_singular<T>(random, shift));
    schedule::Parameters parameters;
    parameters.cholesky = {32, 1, 0,
                           k % 3 ? schedule::PanelMethod::distributed : schedule::PanelMethod::automatic};
    grid.use(parameters);
    const Index info = linalg::potrf(grid, uplo, a.view());
    BOOST_TEST(info >= 0);
    BOOST_TEST(comm::all_reduced(info, MPI_MIN, grid.all()) == info, on_rank() << ", case " << k);
    BOOST_TEST(comm::all_reduced(info, MPI_MAX, grid.all()) == info, on_rank() << ", case " << k);
    failures += info > 0;
  }
  return failures;
}

BOOST_AUTO_TEST_CASE(info_is_the_same) {
  Random random(20);
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      const int cases = random_cases(20, 500), failures = count_failures<T>(random, *grid, cases);
      BOOST_TEST(failures > 0);
      BOOST_TEST(failures < 2 * cases);
    });
}

} // namespace
