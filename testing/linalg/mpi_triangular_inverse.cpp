// linalg::trtri, lauum and potri: residuals as LAPACK's testers define them, on submatrices of random layouts on every
// grid shape. The other triangle is NaN and stays so. ranks: 1 2 4 6
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "linalg/lauum.hpp"
#include "linalg/potrf.hpp"
#include "linalg/potri.hpp"
#include "linalg/trtri.hpp"
#include "testing/linalg/triangles.hpp"

#include <cstdlib>
#include <sstream>
#include <string>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Transpose;
using kernel::Uplo;

/// |I - A X| / (n |A| |X| eps), as xTRT01 and xPOT03.
template <typename T>
double inverse_residual(const SerialMatrix<T>& a, const SerialMatrix<T>& x) {
  SerialMatrix<T> product(a.n, a.n);
  for (Index i = 0; i < a.n; ++i)
    product(i, i) = T(-1);
  add_product(T(1), Transpose::no, a, Transpose::no, x, product);
  return scaled<T>(one_norm(product), one_norm(a) * one_norm(x), a.n);
}

std::string name_of(const comm::Grid& grid, Uplo uplo, const MatrixLayout& layout) {
  std::ostringstream out;
  out << on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", n " << layout.n << ", blocks "
      << layout.rows.nb << " x " << layout.columns.nb << ", " << static_cast<char>(uplo);
  return out.str();
}

template <typename T>
void check_trtri(Random& random, comm::Grid& grid, Uplo uplo, Diag diag, const MatrixLayout& layout) {
  const Index n = layout.n;
  auto a = well_conditioned<T>(n, uniform_int(random, 0, 1000)), stored = a;
  for (Index i = 0; i < n; ++i)
    if (diag == Diag::unit) {
      a(i, i) = T(1);
      stored(i, i) = not_a_number<T>(); // not read
    }
  BOOST_TEST_CONTEXT(name_of(grid, uplo, layout)
                     << static_cast<char>(diag) << ", " << sizeof(T) << " bytes an element") {
    auto x = result_of(grid, layout, uplo, stored,
                       [&](const auto& view) { BOOST_TEST(linalg::trtri(grid, uplo, diag, view) == 0); });
    for (Index i = 0; i < n; ++i)
      if (diag == Diag::unit) {
        BOOST_TEST(is_nan(x(i, i))); // stays
        x(i, i) = T(1);
      }
    if (grid.rank() == 0)
      BOOST_TEST(inverse_residual(triangle_of(uplo, a, T(0)), triangle_of(uplo, x, T(0))) <=
                 residual_threshold);
  }
}

template <typename T>
void check_lauum(Random& random, comm::Grid& grid, Uplo uplo, Index n) {
  auto a = random_matrix<T>(n, n, uniform_int(random, 0, 1000));
  for (Index i = 0; i < n; ++i)
    a(i, i) = std::real(a(i, i)); // as those of Cholesky's factors, and as LAPACK takes it
  const auto x = result_of(random, grid, uplo, a, [&](const auto& view) { linalg::lauum(grid, uplo, view); });
  if (grid.rank() != 0)
    return;
  BOOST_TEST(diagonal_is_real(x));
  const auto factor = triangle_of(uplo, a, T(0));
  const bool lower = uplo == Uplo::lower;
  auto difference = hermitian_of(uplo, x);
  add_product(T(-1), lower ? Transpose::conjugate : Transpose::no, factor,
              lower ? Transpose::no : Transpose::conjugate, factor, difference);
  BOOST_TEST(scaled<T>(one_norm(difference), one_norm(factor) * one_norm(factor), n) <= residual_threshold);
}

template <typename T>
void check_potri(Random& random, comm::Grid& grid, Uplo uplo, const MatrixLayout& layout) {
  const auto a = positive_definite_matrix<T>(layout.n, uniform_int(random, 0, 1000));
  BOOST_TEST_CONTEXT(name_of(grid, uplo, layout) << ", " << sizeof(T) << " bytes an element") {
    const auto x = result_of(grid, layout, uplo, a, [&](const auto& view) {
      BOOST_TEST_REQUIRE(linalg::potrf(grid, uplo, view) == 0);
      BOOST_TEST(linalg::potri(grid, uplo, view) == 0);
    });
    if (grid.rank() != 0)
      return;
    BOOST_TEST(diagonal_is_real(x));
    BOOST_TEST(inverse_residual(a, hermitian_of(uplo, x)) <= residual_threshold);
  }
}
/// Both inverses, one of a unit triangle or not.
template <typename T>
void check_inverses(Random& random, comm::Grid& grid, Uplo uplo, const MatrixLayout& layout) {
  check_trtri<T>(random, grid, uplo, uniform_int(random, 0, 1) == 0 ? Diag::unit : Diag::non_unit, layout);
  check_potri<T>(random, grid, uplo, layout);
}

BOOST_AUTO_TEST_CASE(inverses_random_layouts) {
  Random random(61'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      with_orders(random, *grid, sizeof(T), [&](Uplo uplo, Index n) {
        const auto layout = [&] { return random_layout(random, *grid, n, n, n > 100 ? 64 : 9); };
        for (const Diag diag : {Diag::non_unit, Diag::unit})
          check_trtri<T>(random, *grid, uplo, diag, layout());
        check_potri<T>(random, *grid, uplo, layout());
      });
    });
}

BOOST_AUTO_TEST_CASE(lauum_random_layouts) {
  Random random(62'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      with_orders(random, *grid, sizeof(T),
                  [&](Uplo uplo, Index n) { check_lauum<T>(random, *grid, uplo, n); });
    });
}

// Of many windows: of several owners in one dimension or in both, and of one.
BOOST_AUTO_TEST_CASE(inverses_in_windows) {
  Random random(63'500 + static_cast<std::uint64_t>(mpi_size()));
  constexpr Index n = 300;
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Uplo uplo : triangles)
        for (const int largest_block : {5, 100})
          check_inverses<T>(random, *grid, uplo, random_layout(random, *grid, n, n, largest_block));
    });
}

// Blocks of rows and of columns are alike, so that windows have one owner in either dimension.
BOOST_AUTO_TEST_CASE(inverses_square_blocks) {
  Random random(63'700 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Uplo uplo : triangles) {
        const Index n = uniform_int(random, 150, 250);
        MatrixLayout layout = random_layout(random, *grid, n, n);
        layout.rows.nb = layout.columns.nb = uniform_int(random, 32, 70);
        layout.i = layout.j = uniform_int(random, 0, 70);
        layout.rows.n = layout.columns.n = layout.i + n;
        check_inverses<T>(random, *grid, uplo, layout);
      }
    });
}

// Factorizations leave streams with other room on other nodes: on a grid of its own, by messages, as between nodes.
BOOST_AUTO_TEST_CASE(inverse_behind_a_factorization) {
  using T = std::complex<double>;
  if (mpi_size() == 1)
    return;
  setenv("HETGRID_SHARED_MEMORY", "off", 1);
  Random random(65'000);
  const int context = make_context(plan::uniform_plan(mpi_size(), 1));
  comm::Grid& grid = comm::Grid::of_context(context);
  const Index n = 120, nb = 60;
  schedule::Parameters parameters;
  parameters.cholesky.panel = schedule::PanelMethod::collected;
  grid.use(parameters);
  const layout::Axis rows{grid.row_map(), n, nb, 0}, columns{grid.column_map(), n, nb, 0};
  const auto a = positive_definite_matrix<T>(n, 7);
  DistributedMatrix<T> x(grid, {rows, columns, 0, 0, n, n, 0}, a);
  BOOST_TEST(linalg::potrf(grid, Uplo::lower, x.view()) == 0, on_rank());
  BOOST_TEST(linalg::potri(grid, Uplo::lower, x.view()) == 0, on_rank());
  const auto inverse = x.gather();
  if (grid.rank() == 0)
    BOOST_TEST(inverse_residual(a, hermitian_of(Uplo::lower, inverse)) <= residual_threshold);
  Cblacs_gridexit(context);
  unsetenv("HETGRID_SHARED_MEMORY");
}

// The first zero counts, and nothing changes; a unit diagonal is not looked at.
BOOST_AUTO_TEST_CASE(zeros_on_the_diagonal) {
  Random random(64'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Uplo uplo : triangles) {
        const Index n = uniform_int(random, 1, 40), k = uniform_int(random, 0, static_cast<int>(n) - 1);
        auto a = random_matrix<T>(n, n, 5);
        a(k, k) = a(n - 1, n - 1) = T(0);
        const auto layout = random_layout(random, *grid, n, n);
        DistributedMatrix<T> x(*grid, layout, a), y(*grid, layout, a), z(*grid, layout, a);
        BOOST_TEST(linalg::trtri(*grid, uplo, Diag::non_unit, x.view()) == k + 1, on_rank());
        BOOST_TEST(linalg::potri(*grid, uplo, y.view()) == k + 1, on_rank());
        BOOST_TEST((x.gather().data == a.data && y.gather().data == a.data), on_rank());
        BOOST_TEST(linalg::trtri(*grid, uplo, Diag::unit, z.view()) == 0, on_rank());
      }
    });
}

} // namespace
