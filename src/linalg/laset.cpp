// Every process sets what it owns.
#include "linalg/laset.hpp"

#include "linalg/partition/elements.hpp"
#include "linalg/triangle.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {

using layout::Index;

template <typename T>
void laset(const comm::Grid& grid, kernel::Uplo uplo, T alpha, T beta, const comm::Submatrix<T>& a) {
  T* const data = a.local_data(grid);
  for_each_column(grid, uplo, a, [&](Index column, Index first, Index last) {
    if (kernel::move_elements<T>(last - first))
      std::fill(data + first + column * a.ld, data + last + column * a.ld, alpha);
  });
  if (kernel::computes())
    for_each_diagonal_element(grid, a, [&](Index row, Index column) { data[row + column * a.ld] = beta; });
}

template <typename T>
void laset(const comm::Grid& grid, kernel::Uplo uplo, T alpha, T beta,
           const comm::PartitionedSubmatrix<T>& a) {
  const auto memory = runtime::take_memory(grid, "setting a matrix", element_lists_memory(a.matrix));
  for_each_element(grid, a, [&](Index i, Index j, T& x) {
    if (is_in(uplo, i, j))
      x = i == j ? beta : alpha;
  });
}

#define HG_LASET(T)                                                                                          \
  template void laset(const comm::Grid&, kernel::Uplo, T, T, const comm::Submatrix<T>&);                     \
  template void laset(const comm::Grid&, kernel::Uplo, T, T, const comm::PartitionedSubmatrix<T>&);
HG_LASET(float)
HG_LASET(double)
HG_LASET(std::complex<float>)
HG_LASET(std::complex<double>)

} // namespace hetgrid::linalg
