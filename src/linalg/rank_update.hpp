// Updates of one triangle of a square matrix by matrix products, by recursion on the triangle:
//
//     | C11     |        | C11     |   | P11     |
//     | C21 C22 | = beta | C21 C22 | + | P21 P22 |
//
// P21 is computed as a rectangle; C11 and C22 are done alike.
//
// A diagonal block of the base case is computed whole, in a temporary, and its triangle is added: with
// blocks of order b about b / n more work than needed.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/gemm.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/triangle.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Submatrix;
using layout::Index;

/// Order of the diagonal blocks that are computed whole.
inline constexpr Index rank_update_block = 256;

/// What update_triangle takes of this process's memory at most with products by gemm, bytes: also for parts of C instead
/// of C. Local.
template <typename T>
std::size_t rank_update_memory(const comm::Grid& grid, const Submatrix<T>& c) {
  return gemm_memory(grid, c) + runtime::bytes_of<T>(rank_update_block * rank_update_block);
}

/// Rows first .. first+count-1 of M, where M = A (trans = no), or A is stored transposed.
template <typename T>
Submatrix<const T> rows_of(const Submatrix<const T>& a, kernel::Transpose trans, Index first, Index count) {
  return trans == kernel::Transpose::no ? a.part(first, 0, count, a.n) : a.part(0, first, a.m, count);
}

/// The triangle `uplo` of C = beta C + P. product(i, m, j, n, beta, c): rows i .. i+m-1 and columns j .. j+n-1 of P are
/// added to beta c. \param first row and column of P at which `c` stands. Collective over the grid.
template <typename T, typename Product>
void update_triangle(comm::Grid& grid, kernel::Uplo uplo, T beta, const Submatrix<T>& c, Product&& product,
                     Index first = 0) {
  const Index n = c.m;
  if (n > rank_update_block) {
    const Index n1 = (n + rank_update_block - 1) / rank_update_block / 2 * rank_update_block, n2 = n - n1;
    update_triangle(grid, uplo, beta, c.part(0, 0, n1, n1), product, first);
    if (uplo == kernel::Uplo::lower)
      product(first + n1, n2, first, n1, beta, c.part(n1, 0, n2, n1));
    else
      product(first, n1, first + n1, n2, beta, c.part(0, n1, n1, n2));
    return update_triangle(grid, uplo, beta, c.part(n1, n1, n2, n2), product, first + n1);
  }
  const TemporaryMatrix<T> whole(grid, c.rows, c.i, c.m, c.columns, c.j, c.n);
  const Submatrix<T>& p = whole.submatrix();
  product(first, n, first, n, T(0), p);
  const T* const from = p.local_data(grid);
  T* const to = c.local_data(grid);
  for_each_column(grid, uplo, c, [&](Index column, Index begin, Index end) {
    kernel::scale(end - begin, 1, beta, to + begin + column * c.ld, c.ld);
    for (Index row = begin; row < end; ++row)
      to[row + column * c.ld] += from[row + column * p.ld];
  });
}

/// The triangle times beta; beta = 0 does not read it. Local. A real beta for a complex C leaves the parts of an infinity
/// apart.
template <typename T, typename Scalar>
void scale_triangle(const comm::Grid& grid, kernel::Uplo uplo, Scalar beta, const Submatrix<T>& c) {
  T* const data = c.local_data(grid);
  for_each_column(grid, uplo, c, [&](Index column, Index first, Index last) {
    kernel::scale(last - first, 1, beta, data + first + column * c.ld, c.ld);
  });
}

/// A Hermitian C = beta C + P, as update_triangle. Its diagonal is taken to be real and becomes real.
template <typename T, typename Product>
void update_hermitian(comm::Grid& grid, kernel::Uplo uplo, kernel::Real<T> beta, const Submatrix<T>& c,
                      Product&& product) {
  const auto make_diagonal_real = [&] {
    T* const data = c.local_data(grid);
    for_each_diagonal_element(grid, c, [&](Index row, Index column) {
      T& x = data[row + column * c.ld];
      x = std::real(x);
    });
  };
  // With a complex beta an infinity in one part of an element would make the other NaN.
  scale_triangle(grid, uplo, beta, c);
  make_diagonal_real(); // its imaginary part need not be set, and NaN would spread
  product(c);
  make_diagonal_real();
}

} // namespace hetgrid::linalg
