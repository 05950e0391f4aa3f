// From the left as in apply_reflectors.hpp; from the right by C op(Q) = (op(Q)^H C^H)^H.
#include "linalg/unmqr.hpp"

#include "comm/redistribute.hpp"
#include "linalg/apply_reflectors.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Side;
using kernel::Transpose;

template <typename T>
void apply_from_left(Grid& grid, Transpose trans, const Submatrix<const T>& a, const std::vector<T>& tau,
                     const Submatrix<T>& c) {
  if (layout::aligned(a.rows, a.i, c.rows, c.i, c.m))
    return apply_reflectors(grid, trans, a, tau, c, UpdatedColumns::all);
  const TemporaryMatrix<T> v(grid, c.rows, c.i, a.m, a.columns, a.j, a.n);
  comm::redistribute(grid, a, v.submatrix(), false, false);
  apply_reflectors(grid, trans, comm::as_const(v.submatrix()), tau, c, UpdatedColumns::all);
}

template <typename T>
void apply_from_right(Grid& grid, Transpose trans, const Submatrix<const T>& a, const std::vector<T>& tau,
                      const Submatrix<T>& c) {
  // Columns over the grid columns in the shares that those of A have.
  const layout::Axis columns{a.columns.map, c.m, a.columns.nb, 0};
  const TemporaryMatrix<T> transposed(grid, a.rows, a.i, c.n, columns, 0, c.m);
  comm::redistribute(grid, comm::as_const(c), transposed.submatrix(), true, true);
  apply_from_left(grid, trans == Transpose::no ? Transpose::conjugate : Transpose::no, a, tau,
                  transposed.submatrix());
  comm::redistribute(grid, comm::as_const(transposed.submatrix()), c, true, true);
}

} // namespace

template <typename T>
std::size_t unmqr_memory(const Grid& grid, Side side, const Submatrix<const T>& a, const Submatrix<T>& c) {
  const Index length = a.m, other = side == Side::left ? c.n : c.m;
  // The target of the reflectors, C or its transpose, and a copy of the reflectors in its rows.
  const Submatrix<T> target{a.rows, {a.columns.map, other, a.columns.nb, 0}, a.i, 0, length, other, nullptr,
                            1};
  const std::size_t transpose = side == Side::left ? 0 : runtime::local_bytes(grid, target);
  const Submatrix<const T> v{c.rows, a.columns, c.i, a.j, length, a.n, nullptr, 1};
  return transpose + (side == Side::left ? runtime::local_bytes(grid, v) : 0) +
         apply_reflectors_memory(grid, a, side == Side::left ? c : target, UpdatedColumns::all) +
         runtime::redistribution_memory(grid, length, std::max(other, a.n));
}

template <typename T>
void unmqr(Grid& grid, Side side, Transpose trans, const Submatrix<const T>& a, const T* tau,
           const Submatrix<T>& c) {
  if (a.n == 0 || c.m == 0 || c.n == 0)
    return;
  const auto memory =
      runtime::take_memory(grid, "a product with Q", [&] { return unmqr_memory(grid, side, a, c); });
  const std::vector<T> all_tau = gather_tau(grid, a, tau);
  if (side == Side::left)
    apply_from_left(grid, trans, a, all_tau, c);
  else
    apply_from_right(grid, trans, a, all_tau, c);
}

#define HG_UNMQR(T)                                                                                          \
  template std::size_t unmqr_memory(const Grid&, Side, const Submatrix<const T>&, const Submatrix<T>&);      \
  template void unmqr(Grid&, Side, Transpose, const Submatrix<const T>&, const T*, const Submatrix<T>&);
HG_UNMQR(float)
HG_UNMQR(double)
HG_UNMQR(std::complex<float>)
HG_UNMQR(std::complex<double>)
#undef HG_UNMQR

} // namespace hetgrid::linalg
