// op(A) is brought to where C is, unless it is there, and added locally.
#include "linalg/geadd.hpp"

#include "comm/redistribute.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/temporary_matrix.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {
namespace {

using comm::Submatrix;
using kernel::Transpose;
using layout::Index;

/// C = alpha A + beta C; A lies as C.
template <typename T>
void add_locally(const comm::Grid& grid, T alpha, const Submatrix<const T>& a, T beta,
                 const Submatrix<T>& c) {
  const Index m = c.local_rows(grid), n = c.local_columns(grid);
  T* const to = c.local_data(grid);
  const T* const from = a.local_data(grid);
  kernel::scale(m, n, beta, to, c.ld);
  if (!kernel::move_elements<T>(m * n))
    return;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      to[i + j * c.ld] += alpha * from[i + j * a.ld];
}

} // namespace

template <typename T>
void geadd(const comm::Grid& grid, Transpose trans, T alpha, const Submatrix<const T>& a, T beta,
           const Submatrix<T>& c) {
  if (c.m == 0 || c.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(c.local_rows(grid), c.local_columns(grid), beta, c.local_data(grid), c.ld);
  const bool transposed = trans != Transpose::no, conjugated = trans == Transpose::conjugate;
  if (alpha == T(1) && beta == T(0))
    return comm::redistribute(grid, a, c, transposed, conjugated);
  if (!transposed && layout::aligned(a.rows, a.i, c.rows, c.i, c.m) &&
      layout::aligned(a.columns, a.j, c.columns, c.j, c.n))
    return add_locally(grid, alpha, a, beta, c);
  const auto memory =
      runtime::take_memory(grid, "the sum of two matrices",
                           runtime::local_bytes(grid, c) + runtime::redistribution_memory(grid, c.m, c.n));
  const TemporaryMatrix<T> copy(grid, c.rows, c.i, c.m, c.columns, c.j, c.n);
  comm::redistribute(grid, a, copy.submatrix(), transposed, conjugated);
  add_locally(grid, alpha, comm::as_const(copy.submatrix()), beta, c);
}

#define HG_GEADD(T)                                                                                          \
  template void geadd(const comm::Grid&, Transpose, T, const Submatrix<const T>&, T, const Submatrix<T>&);
HG_GEADD(float)
HG_GEADD(double)
HG_GEADD(std::complex<float>)
HG_GEADD(std::complex<double>)

} // namespace hetgrid::linalg
