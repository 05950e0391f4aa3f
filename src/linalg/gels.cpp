// D = Q R, where D = A, or A^H if m < n (then A = R^H Q^H is the LQ factorization):
//
//     D x = b      X = R^-1 (Q^H B)(0:n)         least squares
//     D^H x = b    X = Q (R^-H B(0:n); 0)        smallest norm
//
// A and B are scaled first if their largest element is not in LAPACK's safe range, from min / eps to eps / min; of B also what
// is left behind X.
#include "linalg/gels.hpp"

#include "comm/redistribute.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/geqrf.hpp"
#include "linalg/lange.hpp"
#include "linalg/laset.hpp"
#include "linalg/solve_triangular.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/trsm.hpp"
#include "linalg/unmqr.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Real;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

/// Brings the largest element of the submatrix, `norm`, into the safe range. \return what every element was multiplied by
template <typename T>
Real<T> bring_into_range(Grid& grid, const Submatrix<T>& a, Real<T> norm) {
  using Limits = std::numeric_limits<Real<T>>;
  const Real<T> smallest = Limits::min() / Limits::epsilon(), largest = 1 / smallest;
  if (norm == 0 || std::isinf(norm) || (norm >= smallest && norm <= largest) || norm != norm)
    return 1;
  const Real<T> factor = (norm < smallest ? smallest : largest) / norm;
  kernel::scale(a.local_rows(grid), a.local_columns(grid), T(factor), a.local_data(grid), a.ld);
  return factor;
}

/// The solution for D, m x n, m >= n: of D x = b, or of D^H x = b. \return INFO
template <typename T>
Index solve_by_qr(Grid& grid, Transpose trans, const Submatrix<T>& d, const Submatrix<T>& b) {
  std::vector<T> tau(static_cast<std::size_t>(d.columns.local(d.j + d.n, grid.mycol())));
  geqrf(grid, d, tau.data());
  const Submatrix<const T> q = comm::as_const(d), r = q.part(0, 0, d.n, d.n);
  const Submatrix<T> top = b.part(0, 0, d.n, b.n), all = b.part(0, 0, d.m, b.n);
  if (trans == Transpose::no)
    unmqr(grid, Side::left, Transpose::conjugate, q, tau.data(), all);
  if (const Index k = first_zero_on_diagonal(grid, r); k > 0)
    return k;
  trsm(grid, Side::left, Uplo::upper, trans, Diag::non_unit, T(1), r, top);
  if (trans != Transpose::no) {
    laset(grid, Uplo::all, T(0), T(0), b.part(d.n, 0, d.m - d.n, b.n));
    unmqr(grid, Side::left, Transpose::no, q, tau.data(), all);
  }
  return 0;
}

/// Where A^H lies: each dimension in the shares of the grid line that it lies on.
template <typename T>
Submatrix<T> adjoint_of(const Submatrix<T>& a) {
  return {{a.rows.map, a.n, a.rows.nb, 0}, {a.columns.map, a.m, a.columns.nb, 0}, 0, 0, a.n, a.m, nullptr, 1};
}

/// The same for A, m x n, m < n, by D = A^H.
template <typename T>
Index solve_by_lq(Grid& grid, Transpose trans, const Submatrix<T>& a, const Submatrix<T>& b) {
  const Submatrix<T> shape = adjoint_of(a);
  const TemporaryMatrix<T> d(grid, shape.rows, 0, shape.m, shape.columns, 0, shape.n);
  comm::redistribute(grid, comm::as_const(a), d.submatrix(), true, true);
  const Index info =
      solve_by_qr(grid, trans == Transpose::no ? Transpose::conjugate : Transpose::no, d.submatrix(), b);
  comm::redistribute(grid, comm::as_const(d.submatrix()), a, true, true);
  return info;
}

template <typename T>
std::size_t gels_memory(const Grid& grid, const Submatrix<T>& a, const Submatrix<T>& b) {
  const bool wide = a.m < a.n;
  const Submatrix<T> d = wide ? adjoint_of(a) : a;
  const std::size_t copy =
      wide ? runtime::local_bytes(grid, d) + runtime::redistribution_memory(grid, d.m, d.n) : 0;
  const std::size_t tau = runtime::bytes_of<T>(d.columns.local(d.j + d.n, grid.mycol()));
  return copy + tau + geqrf_memory(grid, d) + unmqr_memory(grid, Side::left, comm::as_const(d), b) +
         FewRightHandSides<T>::memory(grid, comm::as_const(d), std::min(b.n, few_right_hand_sides)) +
         trsm_memory(grid, b);
}

} // namespace

template <typename T>
Index gels(Grid& grid, Transpose trans, const Submatrix<T>& a, const Submatrix<T>& b) {
  const auto memory =
      runtime::take_memory(grid, "a least squares problem", [&] { return gels_memory(grid, a, b); });
  const Real<T> norm = lange(grid, Norm::max, comm::as_const(a));
  if (norm == 0 || b.n == 0) {
    laset(grid, Uplo::all, T(0), T(0), b);
    return 0;
  }
  const Index r = trans == Transpose::no ? a.m : a.n, c = trans == Transpose::no ? a.n : a.m;
  const Submatrix<T> right_hand_sides = b.part(0, 0, r, b.n), x = b.part(0, 0, c, b.n);
  // LAPACK's scaling makes NaN of an infinity; without, X of a 1 x 1 system would be 0.
  const Real<T> a_factor =
      std::isinf(norm) ? std::numeric_limits<Real<T>>::quiet_NaN() : bring_into_range(grid, a, norm);
  const Real<T> b_factor =
      bring_into_range(grid, right_hand_sides, lange(grid, Norm::max, comm::as_const(right_hand_sides)));
  const Index info = a.m >= a.n ? solve_by_qr(grid, trans, a, b) : solve_by_lq(grid, trans, a, b);
  kernel::scale(x.local_rows(grid), x.local_columns(grid), T(a_factor / b_factor), x.local_data(grid), x.ld);
  if (r > c) {
    const Submatrix<T> residual = b.part(c, 0, r - c, b.n);
    kernel::scale(residual.local_rows(grid), residual.local_columns(grid), T(1 / b_factor),
                  residual.local_data(grid), residual.ld);
  }
  return info;
}

#define HG_GELS(T) template Index gels(Grid&, Transpose, const Submatrix<T>&, const Submatrix<T>&);
HG_GELS(float)
HG_GELS(double)
HG_GELS(std::complex<float>)
HG_GELS(std::complex<double>)
#undef HG_GELS

} // namespace hetgrid::linalg
