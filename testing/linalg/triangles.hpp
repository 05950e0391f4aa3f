// For tests of routines on one triangle of a matrix.
#pragma once

#include "testing/support/mpi_test.hpp"

#include "kernel/blas.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/test_grids.hpp"

#include <array>
#include <cmath>

namespace hetgrid::testing {

using kernel::Uplo;

inline constexpr std::array triangles{Uplo::lower, Uplo::upper};

inline bool in_triangle(Uplo uplo, Index i, Index j) {
  return uplo == Uplo::lower ? i >= j : i <= j;
}

/// `a` in the triangle, `rest` in the other one.
template <typename T>
SerialMatrix<T> triangle_of(Uplo uplo, const SerialMatrix<T>& a, T rest) {
  SerialMatrix<T> half(a.n, a.n, rest);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.n; ++i)
      if (in_triangle(uplo, i, j))
        half(i, j) = a(i, j);
  return half;
}

/// The Hermitian matrix of which `a` holds one triangle.
template <typename T>
SerialMatrix<T> hermitian_of(Uplo uplo, const SerialMatrix<T>& a) {
  SerialMatrix<T> whole(a.n, a.n);
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.n; ++i)
      whole(i, j) = in_triangle(uplo, i, j) ? a(i, j) : conjugate(a(j, i));
  return whole;
}

/// Diagonally dominant enough to be well conditioned.
template <typename T>
SerialMatrix<T> well_conditioned(Index n, int number) {
  auto a = random_matrix<T>(n, n, number);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      a(i, j) = i == j ? T(2) + a(i, j) : a(i, j) / T(std::sqrt(static_cast<Real<T>>(n)));
  return a;
}

template <typename T>
bool diagonal_is_real(const SerialMatrix<T>& a) {
  bool all = true;
  for (Index k = 0; k < a.n; ++k)
    all = all && std::imag(a(k, k)) == 0;
  return all;
}

template <typename T>
bool other_triangle_is_nan(Uplo uplo, const SerialMatrix<T>& a) {
  bool all = true;
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.n; ++i)
      all = all && (in_triangle(uplo, i, j) || is_nan(a(i, j)));
  return all;
}

/// A triangle distributed, `compute` in its place, gathered.
template <typename T, typename Compute>
SerialMatrix<T> result_of(comm::Grid& grid, const MatrixLayout& layout, Uplo uplo, const SerialMatrix<T>& a,
                          Compute&& compute) {
  const auto half = triangle_of(uplo, a, not_a_number<T>());
  DistributedMatrix<T> x(grid, layout, half);
  compute(x.view());
  BOOST_TEST(x.surroundings_untouched());
  const auto result = x.gather();
  BOOST_TEST(other_triangle_is_nan(uplo, result));
  return result;
}
template <typename T, typename Compute>
SerialMatrix<T> result_of(Random& random, comm::Grid& grid, Uplo uplo, const SerialMatrix<T>& a,
                          Compute&& compute) {
  return result_of(grid, random_layout(random, grid, a.m, a.n, a.n > 100 ? 64 : 9), uplo, a, compute);
}

/// Calls check(uplo, n) with small n and ones at which there are several windows or levels of recursion.
template <typename Check>
void with_orders(Random& random, const comm::Grid& grid, std::size_t element_size, Check&& check) {
  for (int round = 0; round < (!thorough() ? 1 : cores_are_shared() ? 4 : 10); ++round)
    for (const Uplo uplo : triangles) {
      const bool deep = thorough() || uniform_int(random, 0, mpi_size()) == 0;
      for (const Index n : {0, 1, uniform_int(random, 2, 60), deep ? uniform_int(random, 257, 900) : 3})
        BOOST_TEST_CONTEXT(on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", n " << n << ", "
                                     << static_cast<char>(uplo) << ", " << element_size
                                     << " bytes an element") {
          check(uplo, n);
        }
    }
}

} // namespace hetgrid::testing
