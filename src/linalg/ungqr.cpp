// Q I, the last window of reflectors first (apply_reflectors.hpp). Column j of the identity is still unchanged, and
// zero in the rows of V, when a window behind j is applied: each step has to do only with the columns from its own
// window on.
#include "linalg/ungqr.hpp"

#include "comm/redistribute.hpp"
#include "linalg/apply_reflectors.hpp"
#include "linalg/laset.hpp"

namespace hetgrid::linalg {

template <typename T>
void ungqr(Grid& grid, const Submatrix<T>& a, Index k, const T* tau) {
  if (a.n == 0)
    return;
  const Submatrix<T> reflectors = a.part(0, 0, a.m, k);
  const auto memory = runtime::take_memory(grid, "Q", [&] {
    return runtime::local_bytes(grid, reflectors) + runtime::redistribution_memory(grid, a.m, k) +
           apply_reflectors_memory(grid, comm::as_const(reflectors), a, UpdatedColumns::from_window);
  });
  TemporaryMatrix<T> v;
  if (k > 0) {
    v = TemporaryMatrix<T>(grid, a.rows, a.i, a.m, a.columns, a.j, k);
    comm::redistribute(grid, comm::as_const(reflectors), v.submatrix(), false, false);
  }
  laset(grid, kernel::Uplo::all, T(0), T(1), a);
  if (k > 0)
    apply_reflectors(grid, kernel::Transpose::no, comm::as_const(v.submatrix()),
                     gather_tau(grid, comm::as_const(reflectors), tau), a, UpdatedColumns::from_window);
}

template void ungqr(Grid&, const Submatrix<float>&, Index, const float*);
template void ungqr(Grid&, const Submatrix<double>&, Index, const double*);
template void ungqr(Grid&, const Submatrix<std::complex<float>>&, Index, const std::complex<float>*);
template void ungqr(Grid&, const Submatrix<std::complex<double>>&, Index, const std::complex<double>*);

} // namespace hetgrid::linalg
