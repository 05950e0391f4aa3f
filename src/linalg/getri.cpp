// A^-1 = U^-1 L^-1 P: two triangular solves with n right-hand sides, 2 n^3 operations. In-place inversion
// needs 4/3 n^3, but most of them in products of long thin panels, one after the other.
#include "linalg/getri.hpp"

#include "kernel/matrix_ops.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/pivots.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/trsm.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// Where element (i, j) of a submatrix is stored, nullptr if on another process.
template <typename T>
T* element(const Grid& grid, const Submatrix<T>& a, Index i, Index j) {
  if (a.rows.owner(a.i + i) != grid.myrow() || a.columns.owner(a.j + j) != grid.mycol())
    return nullptr;
  return a.data + a.rows.local(a.i + i, grid.myrow()) + a.columns.local(a.j + j, grid.mycol()) * a.ld;
}

} // namespace

template <typename T>
Index getri(Grid& grid, const Submatrix<T>& a, const int* ipiv) {
  if (a.n == 0)
    return 0;
  if (const Index k = first_zero_on_diagonal(grid, a); k > 0)
    return k;
  const auto memory = runtime::take_memory(grid, "the inverse of a matrix",
                                           runtime::local_bytes(grid, a) + row_permutation_memory(a.m) +
                                               trsm_memory(grid, Side::left, a));
  const TemporaryMatrix<T> inverse(grid, a.rows, a.i, a.m, a.columns, a.j, a.n);
  const Submatrix<T>& x = inverse.submatrix();
  // X = P
  const std::vector<Index> source = row_permutation(grid, a.rows, a.i, a.m, ipiv);
  for (Index r = 0; r < a.m; ++r)
    if (T* const one = element(grid, x, r, source[static_cast<std::size_t>(r)]))
      *one = T(1);
  // X = U^-1 L^-1 X
  const Submatrix<const T> lu = comm::as_const(a);
  trsm(grid, Side::left, Uplo::lower, Transpose::no, Diag::unit, T(1), lu, x);
  trsm(grid, Side::left, Uplo::upper, Transpose::no, Diag::non_unit, T(1), lu, x);
  kernel::copy(x.local_rows(grid), x.local_columns(grid), static_cast<const T*>(x.local_data(grid)), x.ld,
               a.local_data(grid), a.ld);
  return 0;
}

#define HG_GETRI(T) template Index getri(Grid&, const Submatrix<T>&, const int*);
HG_GETRI(float)
HG_GETRI(double)
HG_GETRI(std::complex<float>)
HG_GETRI(std::complex<double>)
#undef HG_GETRI

} // namespace hetgrid::linalg
