// Norms: local sums or maxima, then one reduction along the grid line for sums and one over the grid. A
// maximum of MPI need not see NaN, so a flag travels with it.
#include "linalg/lange.hpp"

#include "comm/collectives.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace hetgrid::linalg {
namespace {

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

template <typename T>
Real<T> largest_element(const comm::Grid& grid, const Submatrix<const T>& a) {
  Maximum<Real<T>> maximum;
  for_each_element(grid, a, [&](Index, Index, const T& x) { maximum.include(std::abs(x)); });
  return maximum.reduce(grid);
}

template <typename T>
Real<T> largest_sum(const comm::Grid& grid, bool of_columns, const Submatrix<const T>& a) {
  const Index lines = of_columns ? a.local_columns(grid) : a.local_rows(grid);
  const auto memory = runtime::take_memory(grid, "the sums of a norm", runtime::bytes_of<Real<T>>(lines));
  std::vector<Real<T>> sums(static_cast<std::size_t>(lines));
  for_each_element(grid, a, [&](Index i, Index j, const T& x) {
    sums[static_cast<std::size_t>(of_columns ? j : i)] += std::abs(x);
  });
  comm::all_reduce(sums, MPI_SUM, of_columns ? grid.column() : grid.row());
  Maximum<Real<T>> maximum;
  for (const Real<T> sum : sums)
    maximum.include(sum);
  return maximum.reduce(grid);
}

/// s sqrt(sum |x / s|^2), s a power of two near the largest element: the scaling is exact. Sums are taken
/// column by column, which keeps rounding errors small.
template <typename T>
Real<T> frobenius(const comm::Grid& grid, const Submatrix<const T>& a) {
  using R = Real<T>;
  const R largest = largest_element(grid, a);
  if (largest == 0 || !std::isfinite(largest))
    return largest;
  const int exponent =
      std::clamp(std::ilogb(largest), std::numeric_limits<R>::min_exponent, // 1 / s is finite
                 std::numeric_limits<R>::max_exponent - 2);
  const R scale = std::scalbn(R(1), -exponent);
  const Index m = a.local_rows(grid), n = a.local_columns(grid);
  R sum = 0;
  for (Index j = 0; j < n; ++j) {
    const T* const column = a.local_data(grid) + j * a.ld;
    sum += std::transform_reduce(column, column + m, R(0), std::plus<>(),
                                 [scale](const T& x) { return std::norm(x * scale); });
  }
  sum = comm::all_reduced(sum, MPI_SUM, grid.all());
  comm::broadcast(&sum, 1, 0, grid.all()); // a sum of MPI need not be the same everywhere
  return std::sqrt(sum) / scale;
}

} // namespace

template <typename T>
Real<T> lange(const comm::Grid& grid, Norm norm, const Submatrix<const T>& a) {
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

#define HG_LANGE(T) template Real<T> lange(const comm::Grid&, Norm, const Submatrix<const T>&);
HG_LANGE(float)
HG_LANGE(double)
HG_LANGE(std::complex<float>)
HG_LANGE(std::complex<double>)

} // namespace hetgrid::linalg
