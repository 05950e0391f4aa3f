// Aligned matrices are copied locally; a triangle that is not aligned is brought to a temporary that is.
#include "linalg/lacpy.hpp"

#include "comm/agreement.hpp"
#include "comm/redistribute.hpp"
#include "linalg/partition/elements.hpp"
#include "linalg/temporary_matrix.hpp"
#include "linalg/triangle.hpp"
#include "runtime/reservation.hpp"

#include <numeric>
#include <vector>

namespace hetgrid::linalg {
namespace {

using comm::PartitionedSubmatrix;
using comm::Submatrix;
using kernel::Uplo;
using layout::Index;

template <typename T>
void copy_locally(const comm::Grid& grid, Uplo uplo, const Submatrix<const T>& a, const Submatrix<T>& b) {
  const T* const from = a.local_data(grid);
  T* const to = b.local_data(grid);
  for_each_column(grid, uplo, b, [&](Index column, Index first, Index last) {
    kernel::copy(last - first, 1, from + first + column * a.ld, a.ld, to + first + column * b.ld, b.ld);
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

template <typename T>
void lacpy(const comm::Grid& grid, Uplo uplo, const PartitionedSubmatrix<const T>& a,
           const PartitionedSubmatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  std::vector<T> copy; // of the matrix of B, for a triangle
  std::vector<comm::Side<const T>> from;
  std::vector<comm::Side<T>> to;
  comm::reserve_together(grid.all(), "a copy of a matrix", [&] {
    std::vector<int> ranks(static_cast<std::size_t>(grid.p() * grid.q()));
    std::iota(ranks.begin(), ranks.end(), 0);
    PartitionedSubmatrix<T> target = b;
    if (uplo != Uplo::all) {
      copy.resize(static_cast<std::size_t>(layout::local_elements(b.matrix, grid.rank())));
      target.data = copy.data();
    }
    from = a.sides(ranks, grid.rank());
    to = target.sides(ranks, grid.rank());
  });
  comm::redistribute<T>(grid.all(), from, to);
  if (uplo == Uplo::all)
    return;
  const auto memory = runtime::take_memory(grid, "a copy of a triangle", element_lists_memory(b.matrix));
  for_each_element(grid, b, [&](Index i, Index j, T& x) {
    if (is_in(uplo, i, j))
      x = copy[static_cast<std::size_t>(&x - b.data)];
  });
}

#define HG_LACPY(T)                                                                                          \
  template void lacpy(const comm::Grid&, Uplo, const Submatrix<const T>&, const Submatrix<T>&);              \
  template void lacpy(const comm::Grid&, Uplo, const PartitionedSubmatrix<const T>&,                         \
                      const PartitionedSubmatrix<T>&);
HG_LACPY(float)
HG_LACPY(double)
HG_LACPY(std::complex<float>)
HG_LACPY(std::complex<double>)

} // namespace hetgrid::linalg
