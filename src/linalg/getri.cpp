// A^-1 = U^-1 L^-1 P, as LAPACK has it:
//
//     X = U^-1              1/3 n^3 operations
//     X = X L^-1                n^3
//     X = X P               interchanges of columns, from the last to the first
//
// X takes the place of U and L. The second step goes from the right, some columns K after the other, with those behind them, R,
//
//     X(:,K) = (X(:,K) - X(:,R) L(R,K)) L(K,K)^-1
//
// so that of L no more than L(K+R,K) has to leave its place at a time.
#include "linalg/getri.hpp"

#include "kernel/matrix_ops.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/gemm.hpp"
#include "linalg/laswp.hpp"
#include "linalg/pivots.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/trsm.hpp"
#include "linalg/trtri.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// Zeros below the diagonal. Local.
template <typename T>
void clear_below_diagonal(const Grid& grid, const Submatrix<T>& a) {
  const Index rows = a.local_rows(grid), first_column = a.columns.local(a.j, grid.mycol());
  for (Index column = 0; column < a.local_columns(grid); ++column) {
    const Index j = a.columns.global(first_column + column, grid.mycol()) - a.j;
    const Index first = a.rows.local_count(a.i, j + 1, grid.myrow());
    kernel::scale(rows - first, 1, T(0), a.local_data(grid) + first + column * a.ld, a.ld);
  }
}

template <typename T>
TemporaryMatrix<T> copy_of(const Grid& grid, const Submatrix<T>& a) {
  TemporaryMatrix<T> copy(grid, a.rows, a.i, a.m, a.columns, a.j, a.n);
  kernel::copy(a.local_rows(grid), a.local_columns(grid), static_cast<const T*>(a.local_data(grid)), a.ld,
               copy.submatrix().local_data(grid), copy.submatrix().ld);
  return copy;
}

/// Columns of L that leave their place at a time.
template <typename T>
Index columns_at_once(const Submatrix<T>& a) {
  constexpr Index least = 256;
  return std::max((a.n + 7) / 8, least);
}

/// X = X L^-1, where X is above the diagonal and L below it.
template <typename T>
void solve_from_right(Grid& grid, const Submatrix<T>& a) {
  const Index width = columns_at_once(a);
  for (Index end = a.n, j; end > 0; end = j) {
    j = (end - 1) / width * width;
    const Index n = end - j, behind = a.n - end;
    const Submatrix<T> below = a.part(j, j, n + behind, n), x = a.part(0, j, a.n, n);
    const TemporaryMatrix<T> copy = copy_of(grid, below);
    const Submatrix<const T> l = comm::as_const(copy.submatrix());
    clear_below_diagonal(grid, below);
    if (behind > 0)
      gemm(grid, Transpose::no, Transpose::no, T(-1), comm::as_const(a.part(0, end, a.n, behind)),
           l.part(n, 0, behind, n), T(1), x);
    trsm(grid, Side::right, Uplo::lower, Transpose::no, Diag::unit, T(1), l.part(0, 0, n, n), x);
  }
}

/// Of the largest copy in it.
template <typename T>
std::size_t copy_memory(const Grid& grid, const Submatrix<T>& a) {
  const Index width = columns_at_once(a);
  std::size_t most = 0;
  for (Index j = 0; j < a.n; j += width)
    most = std::max(most, runtime::local_bytes(grid, a.part(j, j, a.n - j, std::min(width, a.n - j))));
  return most;
}

} // namespace

template <typename T>
Index getri(Grid& grid, const Submatrix<T>& a, const int* ipiv) {
  if (a.n == 0)
    return 0;
  if (const Index k = first_zero_on_diagonal(grid, a); k > 0)
    return k;
  const std::size_t solving = copy_memory(grid, a) + trsm_memory(grid, a); // gemm's, too
  const auto memory =
      runtime::take_memory(grid, "the inverse of a matrix",
                           row_permutation_memory(a.m) + std::max({trtri_memory(grid, a), solving,
                                                                   laswp_memory(grid, Lines::columns, a)}));
  std::vector<Index> pivots = all_pivots(grid, {Lines::rows, a.rows, a.i, a.m, ipiv});
  for (Index& pivot : pivots)
    pivot -= a.i + 1; // IPIV counts rows of the whole matrix, from 1
  trtri(grid, Uplo::upper, Diag::non_unit, a);
  solve_from_right(grid, a);
  laswp(grid, Order::backward, Lines::columns, a, 0, pivots);
  return 0;
}

#define HG_GETRI(T) template Index getri(Grid&, const Submatrix<T>&, const int*);
HG_GETRI(float)
HG_GETRI(double)
HG_GETRI(std::complex<float>)
HG_GETRI(std::complex<double>)
#undef HG_GETRI

} // namespace hetgrid::linalg
