// Aligned matrices are copied locally; a triangle that is not aligned is brought to a temporary that is.
#include "linalg/lacpy.hpp"

#include "comm/redistribute.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/triangle.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {
namespace {

using comm::Submatrix;
using kernel::Uplo;
using layout::Index;

template <typename T>
void copy_locally(const comm::Grid& grid, Uplo uplo, const Submatrix<const T>& a, const Submatrix<T>& b) {
  const T* const from = a.local_data(grid);
  T* const to = b.local_data(grid);
  for_each_column(grid, uplo, b, [&](Index column, Index first, Index last) {
    std::copy(from + first + column * a.ld, from + last + column * a.ld, to + first + column * b.ld);
  });
}

} // namespace

template <typename T>
void lacpy(const comm::Grid& grid, Uplo uplo, const Submatrix<const T>& a, const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  if (layout::aligned(a.rows, a.i, b.rows, b.i, b.m) && layout::aligned(a.columns, a.j, b.columns, b.j, b.n))
    return copy_locally(grid, uplo, a, b);
  if (uplo == Uplo::all)
    return comm::redistribute(grid, a, b, false, false);
  const auto memory =
      runtime::take_memory(grid, "a copy of a triangle",
                           runtime::local_bytes(grid, b) + runtime::redistribution_memory(grid, b.m, b.n));
  const TemporaryMatrix<T> copy(grid, b.rows, b.i, b.m, b.columns, b.j, b.n);
  comm::redistribute(grid, a, copy.submatrix(), false, false);
  copy_locally(grid, uplo, comm::as_const(copy.submatrix()), b);
}

#define HG_LACPY(T)                                                                                          \
  template void lacpy(const comm::Grid&, Uplo, const Submatrix<const T>&, const Submatrix<T>&);
HG_LACPY(float)
HG_LACPY(double)
HG_LACPY(std::complex<float>)
HG_LACPY(std::complex<double>)

} // namespace hetgrid::linalg
