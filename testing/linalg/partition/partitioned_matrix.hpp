// A distributed test matrix on a random partition, filled by element<T>(i, j, number).
#pragma once

#include "comm/partitioned_submatrix.hpp"
#include "testing/support/random_owner_map.hpp"
#include "testing/support/serial_matrix.hpp"

#include <vector>

namespace hetgrid::testing {

template <typename T>
class PartitionedTestMatrix {
public:
  /// An m x n submatrix at a random place. The same on all processes, but for `rank`. Local.
  PartitionedTestMatrix(Random& random, const layout::OwnerMap& map, int rank, Index m, Index n, int number)
      : rank_(rank), number_(number) {
    matrix_ = {{map, 0, 0, uniform_int(random, 1, 9), uniform_int(random, 1, 9)}, 0, 0, m, n, nullptr};
    matrix_.i = uniform_int(random, 0, 2) * uniform_int(random, 0, 7);
    matrix_.j = uniform_int(random, 0, 2) * uniform_int(random, 0, 7);
    matrix_.matrix.m = matrix_.i + m + uniform_int(random, 0, 5);
    matrix_.matrix.n = matrix_.j + n + uniform_int(random, 0, 5);
    data_.resize(static_cast<std::size_t>(layout::local_elements(matrix_.matrix, rank)) + 1, T(7));
    each([&](Index i, Index j, T& x) { x = element<T>(i, j, number); });
  }

  /// Calls visit(i, j, element) for every local element of the whole matrix, global indices.
  template <typename Visit>
  void each(Visit&& visit) {
    for (const auto& array : layout::arrays_of(matrix_.matrix, rank_))
      for (Index j = 0; j < array.n; ++j)
        for (Index i = 0; i < array.m; ++i)
          visit(array.rows.global(i, layout::RectangleArray::inside),
                array.columns.global(j, layout::RectangleArray::inside),
                data_[static_cast<std::size_t>(array.offset + i + j * array.ld)]);
  }
  bool inside(Index i, Index j) const {
    return i >= matrix_.i && i < matrix_.i + matrix_.m && j >= matrix_.j && j < matrix_.j + matrix_.n;
  }
  /// Local elements outside the submatrix that changed.
  Index changed_outside() {
    Index changed = data_.back() != T(7);
    each([&](Index i, Index j, const T& x) { changed += !inside(i, j) && x != element<T>(i, j, number_); });
    return changed;
  }

  comm::PartitionedSubmatrix<T> view() {
    auto view = matrix_;
    view.data = data_.data();
    return view;
  }
  comm::PartitionedSubmatrix<const T> const_view() { return comm::as_const(view()); }
  const std::vector<T>& data() const { return data_; }

private:
  comm::PartitionedSubmatrix<T> matrix_;
  int rank_, number_;
  std::vector<T> data_;
};

} // namespace hetgrid::testing
