// A^-1 = U^-1 L^-1 P, as LAPACK has it:
//
//     X = U^-1              1/3 n^3 operations
//     X = X L^-1                n^3
//     X = X P               interchanges of columns, from the last to the first
#include "linalg/getri.hpp"

#include "kernel/matrix_ops.hpp"
#include "linalg/diagonal.hpp"
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

} // namespace

template <typename T>
Index getri(Grid& grid, const Submatrix<T>& a, const int* ipiv) {
  if (a.n == 0)
    return 0;
  if (const Index k = first_zero_on_diagonal(grid, a); k > 0)
    return k;
  const std::size_t solving =
      runtime::local_bytes(grid, a) + std::max(trtri_memory(grid, a), trsm_memory(grid, Side::right, a));
  const auto memory = runtime::take_memory(grid, "the inverse of a matrix",
                                           row_permutation_memory(a.m) +
                                               std::max(solving, laswp_memory(grid, Lines::columns, a)));
  std::vector<Index> pivots = all_pivots(grid, {Lines::rows, a.rows, a.i, a.m, ipiv});
  for (Index& pivot : pivots)
    pivot -= a.i + 1; // IPIV counts rows of the whole matrix, from 1
  {
    const TemporaryMatrix<T> copy(grid, a.rows, a.i, a.m, a.columns, a.j, a.n);
    const Submatrix<T>& l = copy.submatrix();
    kernel::copy(a.local_rows(grid), a.local_columns(grid), static_cast<const T*>(a.local_data(grid)), a.ld,
                 l.local_data(grid), l.ld);
    clear_below_diagonal(grid, a);
    trtri(grid, Uplo::upper, Diag::non_unit, a);
    trsm(grid, Side::right, Uplo::lower, Transpose::no, Diag::unit, T(1), comm::as_const(l), a);
  }
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
