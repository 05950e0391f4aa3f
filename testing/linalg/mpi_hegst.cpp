// linalg::hegst: residuals of its definition, on submatrices of random layouts on every grid shape; A and the factor lie on
// different ones. The other triangles are NaN and stay so. ranks: 1 2 4 6
#include "linalg/hegst.hpp"

#include "kernel/lapack.hpp"
#include "testing/linalg/triangles.hpp"

#include <cmath>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using linalg::Problem;

template <typename T>
SerialMatrix<T> product(Transpose trans_a, const SerialMatrix<T>& a, Transpose trans_b,
                        const SerialMatrix<T>& b) {
  SerialMatrix<T> c(a.n, a.n);
  add_product(T(1), trans_a, a, trans_b, b, c);
  return c;
}

/// |A - F X F^H| / (n |F|^2 |X| eps) where X = F^-1 A F^-H, |X - F^H A F| / (n |F|^2 |A| eps) where X is that.
template <typename T>
double residual(Problem problem, Uplo uplo, const SerialMatrix<T>& a, const SerialMatrix<T>& factor,
                const SerialMatrix<T>& x) {
  const bool inverse = problem == Problem::a_x;
  const auto &inner = inverse ? x : a, &outer = inverse ? a : x;
  // With U in place of L^H the outer factors change places.
  const bool plain_first = inverse == (uplo == Uplo::lower);
  auto difference = product(plain_first ? Transpose::no : Transpose::conjugate, factor, Transpose::no, inner);
  difference = product(Transpose::no, difference, plain_first ? Transpose::conjugate : Transpose::no, factor);
  for (std::size_t k = 0; k < difference.data.size(); ++k)
    difference.data[k] -= outer.data[k];
  return scaled<T>(one_norm(difference), one_norm(factor) * one_norm(factor) * one_norm(inner), a.n);
}

template <typename T>
void check_hegst(Random& random, comm::Grid& grid, Problem problem, Uplo uplo, const MatrixLayout& layout,
                 const MatrixLayout& layout_of_factor) {
  const Index n = layout.n;
  auto a = hermitian_of(uplo, random_matrix<T>(n, n, uniform_int(random, 0, 1000)));
  auto b = well_conditioned<T>(n, uniform_int(random, 0, 1000));
  for (Index k = 0; k < n; ++k) {
    a(k, k) = std::real(a(k, k));
    b(k, k) = std::real(b(k, k));
  }
  auto stored = a;
  if constexpr (!std::is_floating_point_v<T>)
    for (Index k = 0; k < n; ++k)
      stored(k, k) += T(0, 7); // taken to be real
  const auto half = triangle_of(uplo, b, not_a_number<T>());
  const DistributedMatrix<T> factor(grid, layout_of_factor, half);
  const auto x = result_of(grid, layout, uplo, stored, [&](const auto& view) {
    linalg::hegst(grid, problem, uplo, view, factor.const_view());
  });
  if (grid.rank() != 0)
    return;
  BOOST_TEST_CONTEXT("problem " << static_cast<int>(problem) << ", " << static_cast<char>(uplo) << ", grid "
                                << grid.p() << " x " << grid.q() << ", n " << n << ", blocks "
                                << layout.rows.nb << " x " << layout.columns.nb << ", " << sizeof(T)
                                << " bytes an element") {
    BOOST_TEST(residual(problem, uplo, a, triangle_of(uplo, b, T(0)), hermitian_of(uplo, x)) <=
               residual_threshold);
    BOOST_TEST(diagonal_is_real(x));
  }
}

BOOST_AUTO_TEST_CASE(hegst_random_layouts) {
  Random random(65'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      with_orders(random, *grid, sizeof(T), [&](Uplo uplo, Index n) {
        for (const Problem problem : {Problem::a_x, Problem::a_b_x, Problem::b_a_x}) {
          const auto layout = [&] { return random_layout(random, *grid, n, n, n > 100 ? 64 : 9); };
          const MatrixLayout of_a = layout();
          check_hegst<T>(random, *grid, problem, uplo, of_a, layout());
        }
      });
    });
}

// Of many windows, with the factor as A: of several owners in one dimension or in both, and of one.
BOOST_AUTO_TEST_CASE(hegst_in_windows) {
  Random random(65'500 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (const Uplo uplo : triangles)
        for (const Problem problem : {Problem::a_x, Problem::a_b_x})
          for (const bool square_blocks : {false, true}) {
            const Index n = uniform_int(random, 200, 300);
            MatrixLayout layout = random_layout(random, *grid, n, n, 100);
            if (square_blocks) {
              layout.rows.nb = layout.columns.nb = uniform_int(random, 32, 70);
              layout.i = layout.j = uniform_int(random, 0, 70);
              layout.rows.n = layout.columns.n = layout.i + n;
            }
            check_hegst<T>(random, *grid, problem, uplo, layout, layout);
          }
    });
}

/// B of functions that are nearly dependent, as the overlaps of a large basis: with a condition of 1e12.
BOOST_AUTO_TEST_CASE(hegst_of_a_factor_near_singular) {
  Random random(66'000);
  constexpr Index n = 300;
  for (comm::Grid* grid : TestGrids::grids())
    for (const Uplo uplo : triangles) {
      auto a = hermitian_of(uplo, random_matrix<double>(n, n, 5));
      SerialMatrix<double> b(n, n);
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i)
          b(i, j) = std::exp(-static_cast<double>((i - j) * (i - j)) / 50) + (i == j ? 1e-11 : 0.0);
      BOOST_TEST_REQUIRE(kernel::potrf(uplo, static_cast<int>(n), b.data.data(), static_cast<int>(n)) == 0);
      const auto half = triangle_of(uplo, b, not_a_number<double>());
      const DistributedMatrix<double> factor(*grid, random_layout(random, *grid, n, n, 64), half);
      const auto x = result_of(random, *grid, uplo, a, [&](const auto& view) {
        linalg::hegst(*grid, Problem::a_x, uplo, view, factor.const_view());
      });
      if (grid->rank() == 0)
        BOOST_TEST(residual(Problem::a_x, uplo, a, triangle_of(uplo, b, 0.0), hermitian_of(uplo, x)) <=
                   residual_threshold);
    }
}

} // namespace
