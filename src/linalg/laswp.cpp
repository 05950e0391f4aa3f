// All interchanges at once, as one permutation. Columns are permuted as the rows of the transposed matrix, an eighth of its rows
// after the other: that much of it is there twice.
#include "linalg/laswp.hpp"

#include "comm/redistribute.hpp"
#include "linalg/permute_rows.hpp"
#include "linalg/temporary_matrix.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>

namespace hetgrid::linalg {
namespace {

/// Equal parts of n elements for every coordinate.
layout::Axis equal_parts(int parts, Index n) {
  return {layout::AxisMap::uniform(parts), n, std::max<Index>(1, (n + parts - 1) / parts), 0};
}

/// Rows of a matrix of m that are transposed at once.
Index rows_at_once(Index m) {
  constexpr Index least = 256;
  return std::max(least, (m + 7) / 8);
}

template <typename T>
void permute_columns(Grid& grid, const Submatrix<T>& a, std::span<const Index> source) {
  for (Index i = 0; i < a.m; i += rows_at_once(a.m)) {
    const Submatrix<T> rows = a.part(i, 0, std::min(rows_at_once(a.m), a.m - i), a.n);
    const TemporaryMatrix<T> transposed(grid, equal_parts(grid.p(), rows.n), 0, rows.n,
                                        equal_parts(grid.q(), rows.m), 0, rows.m);
    const Submatrix<T>& t = transposed.submatrix();
    comm::redistribute(grid, comm::as_const(rows), t, true, false);
    permute_rows(grid, t, source);
    comm::redistribute(grid, comm::as_const(t), rows, true, false);
  }
}

} // namespace

template <typename T>
std::size_t laswp_memory(const Grid& grid, Lines lines, const Submatrix<T>& a) {
  const Index n = lines == Lines::rows ? a.m : a.n;
  const std::size_t moved = row_permutation_memory(n) + RowPermuter<T>::memory(grid, n);
  if (lines == Lines::rows)
    return moved;
  const Index m = std::min(rows_at_once(a.m), a.m), rows = (a.n + grid.p() - 1) / grid.p(),
              columns = (m + grid.q() - 1) / grid.q();
  return moved + runtime::bytes_of<T>((rows + 1) * (columns + 1)) +
         runtime::redistribution_memory(grid, a.m, a.n);
}

template <typename T>
void laswp(Grid& grid, Order order, Lines lines, const Submatrix<T>& a, Index first,
           std::span<const Index> pivots) {
  if (a.m == 0 || a.n == 0 || pivots.empty())
    return;
  const auto memory = runtime::take_memory(grid, "a permutation", laswp_memory(grid, lines, a));
  if (lines == Lines::rows)
    permute_rows(grid, a, permutation_of(pivots, first, a.m, order));
  else
    permute_columns(grid, a, permutation_of(pivots, first, a.n, order));
}

#define HG_LASWP(T)                                                                                          \
  template std::size_t laswp_memory(const Grid&, Lines, const Submatrix<T>&);                                \
  template void laswp(Grid&, Order, Lines, const Submatrix<T>&, Index, std::span<const Index>);
HG_LASWP(float)
HG_LASWP(double)
HG_LASWP(std::complex<float>)
HG_LASWP(std::complex<double>)
#undef HG_LASWP

} // namespace hetgrid::linalg
