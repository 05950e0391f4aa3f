// linalg::trsm, trmm, symm, hemm, syrk, herk, syr2k and her2k against the serial BLAS: all options, random grids, panels, block sizes,
// submatrices and scalars. What must not be read is NaN.
// ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 16
#include "testing/support/mpi_test.hpp"

#include "linalg/symm.hpp"
#include "linalg/syr2k.hpp"
#include "linalg/syrk.hpp"
#include "linalg/trmm.hpp"
#include "linalg/trsm.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/test_grids.hpp"

#include <cstdlib>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// Many processes on few cores are slow: a random part of all combinations of options is tried on each grid.
bool skip(Random& random) {
  return mpi_size() > 2 && uniform_int(random, 0, 5) > 0 && (!thorough() || kernel::simulated);
}

/// Of all combinations of options; fewer where processes wait for one another's cores.
int rounds() {
  return random_cases(1, cores_are_shared() ? 5 : 40);
}

template <typename T>
Real<T> tolerance(Index inner, const SerialMatrix<T>& expected) {
  Real<T> largest = 1;
  for (const T& x : expected.data)
    largest = std::max(largest, std::abs(x));
  return 30 * std::numeric_limits<Real<T>>::epsilon() * static_cast<Real<T>>(inner + 3) * largest;
}

/// A well-conditioned triangle; the rest, and the diagonal if it is taken to be 1, is NaN.
template <typename T>
SerialMatrix<T> triangle(Index n, Uplo uplo, Diag diag) {
  SerialMatrix<T> a(n, n, not_a_number<T>());
  for (Index j = 0; j < n; ++j) {
    if (diag == Diag::non_unit)
      a(j, j) = T(2) + element<T>(j, j, 1) / T(2);
    const bool upper = uplo == Uplo::upper;
    for (Index i = upper ? 0 : j + 1; i < (upper ? j : n); ++i)
      a(i, j) = element<T>(i, j, 1) / T(static_cast<Real<T>>(n));
  }
  return a;
}

/// Which routine with a triangular matrix.
enum class Routine { trsm, trmm };

template <typename T>
void check_triangular(Random& random, comm::Grid& grid, Routine routine, Side side, Uplo uplo,
                      Transpose trans, Diag diag, Index m, Index n) {
  grid.use(random_parameters(random));
  const T alpha = random_scalar<T>(random);
  const auto dense_a = triangle<T>(side == Side::left ? m : n, uplo, diag);
  SerialMatrix<T> expected = random_matrix<T>(m, n, 2);
  if (alpha == T(0))
    expected = SerialMatrix<T>(m, n, not_a_number<T>());
  const DistributedMatrix<T> a(grid, random_layout(random, grid, dense_a.m, dense_a.n), dense_a);
  DistributedMatrix<T> b(grid, random_layout(random, grid, m, n), expected);
  if (m > 0 && n > 0) {
    const auto serial = [&](auto&& blas) {
      blas(side, uplo, trans, diag, static_cast<int>(m), static_cast<int>(n), alpha, dense_a.data.data(),
           dense_a.ld(), expected.data.data(), expected.ld());
    };
    if (routine == Routine::trsm)
      serial([](auto... x) { kernel::blas_trsm(x...); });
    else
      serial([](auto... x) { kernel::trmm(x...); });
  }
  const auto distributed = routine == Routine::trsm ? linalg::trsm<T> : linalg::trmm<T>;
  distributed(grid, side, uplo, trans, diag, alpha, a.const_view(), b.view());
  BOOST_TEST_CONTEXT(on_rank() << ", " << (routine == Routine::trsm ? "trsm " : "trmm ")
                               << static_cast<char>(side) << static_cast<char>(uplo)
                               << static_cast<char>(trans) << static_cast<char>(diag) << ", grid " << grid.p()
                               << " x " << grid.q() << ", m n " << m << ' ' << n << ", alpha " << alpha
                               << ", " << sizeof(T) << " bytes an element") {
    BOOST_TEST(b.difference(expected, tolerance(std::max(m, n), expected)) == "");
    BOOST_TEST(b.surroundings_untouched());
  }
}

template <typename T>
void check_triangular_options(Random& random, comm::Grid& grid, Routine routine) {
  for (const Side side : {Side::left, Side::right})
    for (const Uplo uplo : {Uplo::upper, Uplo::lower})
      for (const Transpose trans : {Transpose::no, Transpose::transpose, Transpose::conjugate})
        for (const Diag diag : {Diag::non_unit, Diag::unit}) {
          if (skip(random))
            continue;
          // Several windows of the usual width.
          const bool deep = uniform_int(random, 0, 2) == 0;
          const Index order = deep ? uniform_int(random, 257, 600) : uniform_int(random, 0, 60);
          // Few right-hand sides are solved for in another way.
          const Index other = uniform_int(random, 0, 4) == 0 ? 1
                              : deep ? uniform_int(random, 0, 1) * 65 + uniform_int(random, 0, 20)
                                     : uniform_int(random, 0, 50);
          check_triangular<T>(random, grid, routine, side, uplo, trans, diag,
                              side == Side::left ? order : other, side == Side::left ? other : order);
        }
}

BOOST_AUTO_TEST_CASE(triangular_solves) {
  Random random(31'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < rounds(); ++round)
        check_triangular_options<T>(random, *grid, Routine::trsm);
    });
}

BOOST_AUTO_TEST_CASE(triangular_products) {
  Random random(32'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < rounds(); ++round)
        check_triangular_options<T>(random, *grid, Routine::trmm);
    });
}

/// C = alpha A A^T + beta C by the definition, on the triangle; conjugated if `hermitian`.
template <typename T>
void update_serially(Uplo uplo, Transpose trans, bool hermitian, T alpha, const SerialMatrix<T>& a, Index k,
                     T beta, SerialMatrix<T>& c) {
  SerialMatrix<T> product(c.m, c.m);
  const Transpose other = hermitian ? Transpose::conjugate : Transpose::transpose;
  const bool no = trans == Transpose::no;
  if (c.m > 0 && k > 0 && alpha != T(0))
    kernel::gemm(no ? Transpose::no : other, no ? other : Transpose::no, static_cast<int>(c.m),
                 static_cast<int>(c.m), static_cast<int>(k), alpha, a.data.data(), a.ld(), a.data.data(),
                 a.ld(), T(0), product.data.data(), product.ld());
  const bool unchanged = (alpha == T(0) || k == 0) && beta == T(1);
  for (Index j = 0; j < c.m; ++j)
    for (Index i = uplo == Uplo::upper ? 0 : j; i < (uplo == Uplo::upper ? j + 1 : c.m); ++i) {
      if (hermitian && i == j && !unchanged)
        c(i, j) = std::real(c(i, j)); // as the BLAS takes it
      c(i, j) = product(i, j) + (beta == T(0) ? T(0) : beta * c(i, j));
      if (hermitian && i == j && !unchanged)
        c(i, j) = std::real(c(i, j));
    }
}

template <typename T>
void check_rank_update(Random& random, comm::Grid& grid, Uplo uplo, Transpose trans, bool hermitian, Index n,
                       Index k) {
  grid.use(random_parameters(random));
  T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
  if (hermitian) {
    alpha = std::real(alpha);
    beta = std::real(beta);
  }
  const bool no = trans == Transpose::no;
  const T nan = not_a_number<T>();
  const auto dense_a = alpha == T(0) ? SerialMatrix<T>(no ? n : k, no ? k : n, nan)
                                     : random_matrix<T>(no ? n : k, no ? k : n, 1);
  // The other triangle is NaN and stays so; C with beta = 0 is NaN and is overwritten.
  SerialMatrix<T> expected = random_matrix<T>(n, n, 2);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      if (beta == T(0) || (i != j && (i < j) != (uplo == Uplo::upper)))
        expected(i, j) = nan;
  const DistributedMatrix<T> a(grid, random_layout(random, grid, dense_a.m, dense_a.n), dense_a);
  DistributedMatrix<T> c(grid, random_layout(random, grid, n, n), expected);
  update_serially(uplo, trans, hermitian, alpha, dense_a, k, beta, expected);
  if constexpr (!std::is_floating_point_v<T>) {
    if (hermitian)
      linalg::herk<T>(grid, uplo, trans, std::real(alpha), a.const_view(), std::real(beta), c.view());
  }
  if (!hermitian)
    linalg::syrk(grid, uplo, trans, alpha, a.const_view(), beta, c.view());
  BOOST_TEST_CONTEXT(on_rank() << ", " << (hermitian ? "herk " : "syrk ") << static_cast<char>(uplo)
                               << static_cast<char>(trans) << ", grid " << grid.p() << " x " << grid.q()
                               << ", n k " << n << ' ' << k << ", alpha " << alpha << ", beta " << beta
                               << ", " << sizeof(T) << " bytes an element") {
    BOOST_TEST(c.difference(expected, tolerance(k, SerialMatrix<T>())) == "");
    BOOST_TEST(c.surroundings_untouched());
  }
}

BOOST_AUTO_TEST_CASE(rank_updates) {
  Random random(33'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < rounds(); ++round)
        for (const bool hermitian : {false, true})
          for (const Uplo uplo : {Uplo::upper, Uplo::lower})
            for (const bool transposed : {false, true}) {
              if (skip(random) || (hermitian && std::is_floating_point_v<T>))
                continue;
              const Transpose trans = !transposed ? Transpose::no
                                      : hermitian ? Transpose::conjugate
                                                  : Transpose::transpose;
              // Several windows of the usual width.
              const bool deep = uniform_int(random, 0, 9) == 0;
              const Index n = deep ? uniform_int(random, 257, 600) : uniform_int(random, 0, 50);
              const Index k = uniform_int(random, 0, 6) == 0 ? 0 : uniform_int(random, 1, deep ? 8 : 60);
              check_rank_update<T>(random, *grid, uplo, trans, hermitian, n, k);
            }
    });
}

/// Which symmetry is meant.
Transpose transposed_by(bool hermitian) {
  return hermitian ? Transpose::conjugate : Transpose::transpose;
}

/// The whole matrix of which `a` holds one triangle.
template <typename T>
SerialMatrix<T> whole(Uplo uplo, bool hermitian, const SerialMatrix<T>& a) {
  SerialMatrix<T> all(a.n, a.n);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.n; ++i) {
      const bool stored = uplo == Uplo::upper ? i <= j : i >= j;
      const T x = stored ? a(i, j) : a(j, i);
      all(i, j) = i == j && hermitian ? T(std::real(x)) : !stored && hermitian ? conjugate(x) : x;
    }
  return all;
}

/// NaN in the triangle that is not `uplo`.
template <typename T>
void spoil_other_triangle(Uplo uplo, SerialMatrix<T>& a) {
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.n; ++i)
      if (i != j && (i < j) != (uplo == Uplo::upper))
        a(i, j) = not_a_number<T>();
}

/// C = beta C, which beta = 0 does not read.
template <typename T>
void scale(T beta, SerialMatrix<T>& c) {
  for (T& x : c.data)
    x = beta == T(0) ? T(0) : beta * x;
}

template <typename T>
void check_symmetric_product(Random& random, comm::Grid& grid, Side side, Uplo uplo, bool hermitian, Index m,
                             Index n) {
  grid.use(random_parameters(random));
  const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
  const Index order = side == Side::left ? m : n;
  auto dense_a = random_matrix<T>(order, order, 1);
  const auto a_whole = whole(uplo, hermitian, dense_a);
  spoil_other_triangle(uplo, dense_a);
  const auto dense_b = random_matrix<T>(m, n, 2);
  auto expected = beta == T(0) ? SerialMatrix<T>(m, n, not_a_number<T>()) : random_matrix<T>(m, n, 3);
  const DistributedMatrix<T> a(grid, random_layout(random, grid, order, order), dense_a),
      b(grid, random_layout(random, grid, m, n), dense_b);
  DistributedMatrix<T> c(grid, random_layout(random, grid, m, n), expected);
  scale(beta, expected);
  if (alpha != T(0))
    add_product(alpha, Transpose::no, side == Side::left ? a_whole : dense_b, Transpose::no,
                side == Side::left ? dense_b : a_whole, expected);
  if constexpr (!std::is_floating_point_v<T>) {
    if (hermitian)
      linalg::hemm(grid, side, uplo, alpha, a.const_view(), b.const_view(), beta, c.view());
  }
  if (!hermitian)
    linalg::symm(grid, side, uplo, alpha, a.const_view(), b.const_view(), beta, c.view());
  BOOST_TEST_CONTEXT(on_rank() << ", " << (hermitian ? "hemm " : "symm ") << static_cast<char>(side)
                               << static_cast<char>(uplo) << ", grid " << grid.p() << " x " << grid.q()
                               << ", m n " << m << ' ' << n << ", alpha " << alpha << ", beta " << beta
                               << ", " << sizeof(T) << " bytes an element") {
    BOOST_TEST(c.difference(expected, tolerance(order, SerialMatrix<T>())) == "");
    BOOST_TEST(c.surroundings_untouched());
  }
}

BOOST_AUTO_TEST_CASE(symmetric_products) {
  Random random(34'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < rounds(); ++round)
        for (const bool hermitian : {false, true})
          for (const Side side : {Side::left, Side::right})
            for (const Uplo uplo : {Uplo::upper, Uplo::lower}) {
              if (skip(random) || (hermitian && std::is_floating_point_v<T>))
                continue;
              const bool deep = uniform_int(random, 0, 4) == 0;
              const Index order = deep ? uniform_int(random, 257, 600) : uniform_int(random, 0, 60);
              const Index other = uniform_int(random, 0, 50);
              check_symmetric_product<T>(random, *grid, side, uplo, hermitian,
                                         side == Side::left ? order : other,
                                         side == Side::left ? other : order);
            }
    });
}

template <typename T>
void check_rank_2k_update(Random& random, comm::Grid& grid, Uplo uplo, bool transposed, bool hermitian,
                          Index n, Index k) {
  grid.use(random_parameters(random));
  const T alpha = random_scalar<T>(random);
  const T beta = hermitian ? T(std::real(random_scalar<T>(random))) : random_scalar<T>(random);
  const Transpose other = transposed_by(hermitian), trans = transposed ? other : Transpose::no;
  const auto dense_a = random_matrix<T>(transposed ? k : n, transposed ? n : k, 1),
             dense_b = random_matrix<T>(transposed ? k : n, transposed ? n : k, 2);
  auto stored = beta == T(0) ? SerialMatrix<T>(n, n, not_a_number<T>()) : random_matrix<T>(n, n, 3);
  spoil_other_triangle(uplo, stored);
  const bool unchanged = (alpha == T(0) || k == 0) && beta == T(1);
  auto expected = stored;
  for (Index i = 0; hermitian && !unchanged && i < n; ++i)
    expected(i, i) = std::real(expected(i, i));
  scale(beta, expected);
  if (alpha != T(0)) {
    const Transpose left = transposed ? other : Transpose::no, right = transposed ? Transpose::no : other;
    add_product(alpha, left, dense_a, right, dense_b, expected);
    add_product(hermitian ? conjugate(alpha) : alpha, left, dense_b, right, dense_a, expected);
  }
  for (Index i = 0; hermitian && !unchanged && i < n; ++i)
    expected(i, i) = std::real(expected(i, i));
  spoil_other_triangle(uplo, expected);
  const DistributedMatrix<T> a(grid, random_layout(random, grid, dense_a.m, dense_a.n), dense_a),
      b(grid, random_layout(random, grid, dense_b.m, dense_b.n), dense_b);
  DistributedMatrix<T> c(grid, random_layout(random, grid, n, n), stored);
  if constexpr (!std::is_floating_point_v<T>) {
    if (hermitian)
      linalg::her2k(grid, uplo, trans, alpha, a.const_view(), b.const_view(), std::real(beta), c.view());
  }
  if (!hermitian)
    linalg::syr2k(grid, uplo, trans, alpha, a.const_view(), b.const_view(), beta, c.view());
  BOOST_TEST_CONTEXT(on_rank() << ", " << (hermitian ? "her2k " : "syr2k ") << static_cast<char>(uplo)
                               << static_cast<char>(trans) << ", grid " << grid.p() << " x " << grid.q()
                               << ", n k " << n << ' ' << k << ", alpha " << alpha << ", beta " << beta
                               << ", " << sizeof(T) << " bytes an element") {
    BOOST_TEST(c.difference(expected, tolerance(2 * k, SerialMatrix<T>())) == "");
    BOOST_TEST(c.surroundings_untouched());
  }
}

BOOST_AUTO_TEST_CASE(rank_2k_updates) {
  Random random(35'000 + static_cast<std::uint64_t>(mpi_size()));
  for (comm::Grid* grid : TestGrids::grids())
    for_each_type([&]<typename T>() {
      for (int round = 0; round < rounds(); ++round)
        for (const bool hermitian : {false, true})
          for (const Uplo uplo : {Uplo::upper, Uplo::lower})
            for (const bool transposed : {false, true}) {
              if (skip(random) || (hermitian && std::is_floating_point_v<T>))
                continue;
              const bool deep = uniform_int(random, 0, 9) == 0;
              const Index n = deep ? uniform_int(random, 257, 600) : uniform_int(random, 0, 50);
              const Index k = uniform_int(random, 0, 6) == 0 ? 0 : uniform_int(random, 1, deep ? 8 : 60);
              check_rank_2k_update<T>(random, *grid, uplo, transposed, hermitian, n, k);
            }
    });
}

} // namespace
