// A submatrix of a matrix that is distributed by an owner map, as the algorithms of comm and linalg see it.
#pragma once

#include "comm/redistribute.hpp"
#include "hetgrid/owner_map.hpp"

#include <span>
#include <vector>

namespace hetgrid::comm {

/// Rows i .. i+m-1 and columns j .. j+n-1 (global, 0-based) of a matrix whose processes are ranks of a communicator;
/// `data` is the local storage of the whole matrix: this process's arrays (layout::arrays_of).
template <typename T>
struct PartitionedSubmatrix {
  layout::PartitionedMatrix matrix;
  Index i = 0, j = 0;
  Index m = 0, n = 0;
  T* data = nullptr;

  /// What each rectangle holds of it: for redistribute().
  /// \param rank_of  the ranks of its processes in the communicator of the exchange
  /// \param me       this process of the partition, or -1
  std::vector<Side<T>> sides(std::span<const int> rank_of, int me) const;
};

template <typename T>
std::vector<Side<T>> PartitionedSubmatrix<T>::sides(std::span<const int> rank_of, int me) const {
  constexpr int inside = layout::RectangleArray::inside, outside = Placement::nowhere;
  const auto rectangles = matrix.map.rectangles();
  std::vector<Side<T>> sides;
  for (int k = 0; k < static_cast<int>(rectangles.size()); ++k) {
    const int owner = rectangles[static_cast<std::size_t>(k)].owner, place = owner == me ? inside : -1;
    const layout::Axis rows{matrix.map.rows_of(k), matrix.m, matrix.mb, 0},
        columns{matrix.map.columns_of(k), matrix.n, matrix.nb, 0};
    const int rank = rank_of[static_cast<std::size_t>(owner)];
    sides.push_back(
        {{2, 2, {outside, outside, outside, rank}, place, place}, {rows, columns, i, j, m, n, nullptr, 1}});
  }
  for (const layout::RectangleArray& array : layout::arrays_of(matrix, me)) {
    Submatrix<T>& mine = sides[static_cast<std::size_t>(array.rectangle)].matrix;
    mine.data = data + array.offset;
    mine.ld = array.ld;
  }
  return sides;
}

/// The same, read-only.
template <typename T>
PartitionedSubmatrix<const T> as_const(const PartitionedSubmatrix<T>& a) {
  return {a.matrix, a.i, a.j, a.m, a.n, a.data};
}

} // namespace hetgrid::comm
