// Norms: local sums or maxima, then one reduction of the sums of a line by those that share it and one over the grid. A
// maximum of MPI need not see NaN, so a flag travels with it.
#include "linalg/lange.hpp"

#include "comm/collectives.hpp"
#include "linalg/partition/elements.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace hetgrid::linalg {
namespace {

using comm::PartitionedSubmatrix;
using comm::Submatrix;
using kernel::Real;
using layout::Index;

/// Calls visit(i, j, element) for the local elements of `a`, local indices counted from a.local_data().
template <typename T, typename Visit>
void for_each_element(const comm::Grid& grid, const Submatrix<const T>& a, Visit&& visit) {
  const Index m = a.local_rows(grid), n = a.local_columns(grid);
  const T* const data = a.local_data(grid);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      visit(i, j, data[i + j * a.ld]);
}

/// The largest of numbers >= 0, NaN if one of them is.
template <typename R>
class Maximum {
public:
  void include(R x) {
    if (std::isnan(x))
      nan_ = 1;
    else
      largest_ = std::max(largest_, x);
  }
  /// Over all processes. Collective over the grid.
  R reduce(const comm::Grid& grid) const {
    std::array<R, 2> values{largest_, nan_};
    comm::all_reduce(values.data(), 2, MPI_MAX, grid.all());
    return values[1] > 0 ? std::numeric_limits<R>::quiet_NaN() : values[0];
  }

private:
  R largest_ = 0, nan_ = 0;
};

using linalg::for_each_element; // of partitions

template <typename Matrix>
using RealOf = Real<std::remove_const_t<std::remove_pointer_t<decltype(Matrix::data)>>>;

template <typename Matrix>
RealOf<Matrix> largest_element(const comm::Grid& grid, const Matrix& a) {
  Maximum<RealOf<Matrix>> maximum;
  for_each_element(grid, a, [&](Index, Index, const auto& x) { maximum.include(std::abs(x)); });
  return maximum.reduce(grid);
}

/// The sums of which a process has a share, and the processes that share them.
struct SharedSums {
  Index lines;
  MPI_Comm processes;
};
template <typename T>
SharedSums shared_sums(const comm::Grid& grid, bool of_columns, const Submatrix<const T>& a) {
  return of_columns ? SharedSums{a.local_columns(grid), grid.column()}
                    : SharedSums{a.local_rows(grid), grid.row()};
}
template <typename T>
SharedSums shared_sums(const comm::Grid& grid, bool of_columns, const PartitionedSubmatrix<const T>& a) {
  return {of_columns ? a.n : a.m, grid.all()};
}

template <typename Matrix>
RealOf<Matrix> largest_sum(const comm::Grid& grid, bool of_columns, const Matrix& a) {
  using R = RealOf<Matrix>;
  const auto [lines, processes] = shared_sums(grid, of_columns, a);
  const auto memory = runtime::take_memory(grid, "the sums of a norm", runtime::bytes_of<R>(lines));
  std::vector<R> sums(static_cast<std::size_t>(lines));
  for_each_element(grid, a, [&](Index i, Index j, const auto& x) {
    sums[static_cast<std::size_t>(of_columns ? j : i)] += std::abs(x);
  });
  comm::all_reduce(sums, MPI_SUM, processes);
  Maximum<R> maximum;
  for (const R sum : sums)
    maximum.include(sum);
  return maximum.reduce(grid);
}

/// s sqrt(sum |x / s|^2), s a power of two near the largest element: the scaling is exact. Sums are taken
/// column by column, which keeps rounding errors small.
template <typename Matrix>
RealOf<Matrix> frobenius(const comm::Grid& grid, const Matrix& a) {
  using R = RealOf<Matrix>;
  const R largest = largest_element(grid, a);
  if (largest == 0 || !std::isfinite(largest))
    return largest;
  const int exponent =
      std::clamp(std::ilogb(largest), std::numeric_limits<R>::min_exponent, // 1 / s is finite
                 std::numeric_limits<R>::max_exponent - 2);
  const R scale = std::scalbn(R(1), -exponent);
  R sum = 0, of_column = 0;
  Index column = -1;
  for_each_element(grid, a, [&](Index, Index j, const auto& x) {
    if (j != column) {
      sum += of_column;
      of_column = 0;
      column = j;
    }
    of_column += std::norm(x * scale);
  });
  sum = comm::all_reduced(sum + of_column, MPI_SUM, grid.all());
  comm::broadcast(&sum, 1, 0, grid.all()); // a sum of MPI need not be the same everywhere
  return std::sqrt(sum) / scale;
}

template <typename Matrix>
RealOf<Matrix> norm_of(const comm::Grid& grid, Norm norm, const Matrix& a) {
  if (a.m == 0 || a.n == 0)
    return 0;
  switch (norm) {
  case Norm::max:
    return largest_element(grid, a);
  case Norm::one:
    return largest_sum(grid, true, a);
  case Norm::infinity:
    return largest_sum(grid, false, a);
  case Norm::frobenius:
    break;
  }
  return frobenius(grid, a);
}

} // namespace

template <typename T>
Real<T> lange(const comm::Grid& grid, Norm norm, const Submatrix<const T>& a) {
  return norm_of(grid, norm, a);
}

template <typename T>
Real<T> lange(const comm::Grid& grid, Norm norm, const PartitionedSubmatrix<const T>& a) {
  const auto memory = runtime::take_memory(
      grid, "a norm", runtime::bytes_of<Real<T>>(a.m + a.n) + element_lists_memory(a.matrix));
  return norm_of(grid, norm, a);
}

#define HG_LANGE(T)                                                                                          \
  template Real<T> lange(const comm::Grid&, Norm, const Submatrix<const T>&);                                \
  template Real<T> lange(const comm::Grid&, Norm, const PartitionedSubmatrix<const T>&);
HG_LANGE(float)
HG_LANGE(double)
HG_LANGE(std::complex<float>)
HG_LANGE(std::complex<double>)

} // namespace hetgrid::linalg
