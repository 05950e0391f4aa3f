// A distributed test matrix: a submatrix at any place of a matrix of any layout, filled from a serial matrix and
// gathered to one, with guards around it.
#pragma once

#include "comm/collectives.hpp"
#include "comm/submatrix.hpp"
#include "testing/support/random_grid.hpp"
#include "testing/support/serial_matrix.hpp"

#include <sstream>
#include <stdexcept>
#include <string>

namespace hetgrid::testing {

/// Where a submatrix lies: rows i .. i+m-1 and columns j .. j+n-1 of the axes; `padding` rows between the local
/// columns.
struct MatrixLayout {
  layout::Axis rows, columns;
  Index i = 0, j = 0, m = 0, n = 0;
  Index padding = 0;
};

/// One of: the uneven map of the grid, ScaLAPACK's, and one with random owners, some of whom may own nothing.
inline layout::AxisMap random_map(Random& random, const layout::AxisMap& uneven) {
  const int choice = uniform_int(random, 0, 3);
  if (choice == 0)
    return layout::AxisMap::uniform(uneven.nprocs());
  if (choice == 1)
    return {uneven.nprocs(), random_panel(random, uneven.nprocs()).order};
  return uneven;
}

/// A place for an m x n submatrix, the same on all processes: aligned to blocks or not, in blocks of 1 to
/// `largest_block`, with any source.
inline MatrixLayout random_layout(Random& random, const comm::Grid& grid, Index m, Index n,
                                  int largest_block = 9) {
  const auto axis = [&](const layout::AxisMap& uneven, Index count, Index& begin) {
    layout::Axis result{random_map(random, uneven), 0, uniform_int(random, 1, largest_block), 0};
    result.src = uniform_int(random, 0, static_cast<int>(result.map.panel()) - 1);
    const int kind = uniform_int(random, 0, 2);
    begin = kind == 0 ? 0 : uniform_int(random, 1, 5) * (kind == 1 ? result.nb : uniform_int(random, 1, 4));
    result.n = begin + count + uniform_int(random, 0, 7);
    return result;
  };
  MatrixLayout layout;
  layout.m = m, layout.n = n;
  layout.rows = axis(grid.row_map(), m, layout.i);
  layout.columns = axis(grid.column_map(), n, layout.j);
  layout.padding = uniform_int(random, 0, 2);
  return layout;
}

/// Entries begin .. begin+count-1 of a vector that is distributed along `axis` (over the grid rows if `along_rows`,
/// like IPIV, over the grid columns, like TAU) and the same on all processes of a line across it. Collective over the
/// grid. \throws std::logic_error on a process whose entries differ from those of the first process of its line
template <typename U>
std::vector<U> gather_vector(const comm::Grid& grid, const layout::Axis& axis, bool along_rows, Index begin,
                             Index count, const U* local) {
  const int me = along_rows ? grid.myrow() : grid.mycol();
  const bool first = (along_rows ? grid.mycol() : grid.myrow()) == 0;
  std::vector<U> all(static_cast<std::size_t>(count), U(0));
  const auto each_own = [&](auto&& visit) {
    for (Index k = 0; k < count; ++k)
      if (axis.owner(begin + k) == me)
        visit(all[static_cast<std::size_t>(k)], local[axis.local(begin + k, me)]);
  };
  if (first)
    each_own([](U& entry, const U& mine) { entry = mine; });
  comm::all_reduce(all, MPI_SUM, grid.all());
  each_own([](const U& entry, const U& mine) {
    if (entry != mine && !(entry != entry && mine != mine))
      throw std::logic_error("a distributed vector differs among the processes that share it");
  });
  return all;
}

template <typename T>
class DistributedMatrix {
public:
  /// Element (i, j) of the whole matrix is element<T>(i, j, number). Local.
  DistributedMatrix(const comm::Grid& grid, const MatrixLayout& layout, int number)
      : DistributedMatrix(grid, layout, number, Real<T>(1)) {}
  /// The submatrix is `a`; what surrounds it is random, made from matrix `surroundings`, and so large that
  /// results show if it was read. Local.
  DistributedMatrix(const comm::Grid& grid, const MatrixLayout& layout, const SerialMatrix<T>& a,
                    int surroundings = 77)
      : DistributedMatrix(grid, layout, surroundings, Real<T>(64)) {
    fill(a);
  }

  /// Calls visit(i, j, element) for every local element of the whole matrix, global indices.
  template <typename Visit>
  void each(Visit&& visit) {
    std::vector<Index> rows;
    for (Index li = 0; li < local_rows_; ++li)
      rows.push_back(layout_.rows.global(li, grid_->myrow()));
    for (Index lj = 0; lj < local_columns_; ++lj) {
      const Index j = layout_.columns.global(lj, grid_->mycol());
      T* element = data_.data() + lj * ld_;
      for (const Index i : rows)
        visit(i, j, *element++);
    }
  }
  template <typename Visit>
  void each(Visit&& visit) const {
    const_cast<DistributedMatrix*>(this)->each([&](Index i, Index j, const T& x) { visit(i, j, x); });
  }
  /// True if element (i, j), global, is in the submatrix.
  bool inside(Index i, Index j) const {
    return i >= layout_.i && i < layout_.i + layout_.m && j >= layout_.j && j < layout_.j + layout_.n;
  }
  /// Sets the submatrix. Local.
  void fill(const SerialMatrix<T>& a) {
    each([&](Index i, Index j, T& x) {
      if (inside(i, j))
        x = a(i - layout_.i, j - layout_.j);
    });
  }
  /// The submatrix. Collective over the grid.
  SerialMatrix<T> gather() const {
    SerialMatrix<T> a(layout_.m, layout_.n);
    each([&](Index i, Index j, const T& x) {
      if (inside(i, j))
        a(i - layout_.i, j - layout_.j) = x;
    });
    comm::all_reduce(a.data, MPI_SUM, grid_->all());
    return a;
  }
  /// What is wrong with the submatrix on this process, empty if nothing is: elements must be within
  /// `tolerance` of `expected`, and NaN where it is NaN. Local.
  std::string difference(const SerialMatrix<T>& expected, Real<T> tolerance) const {
    std::ostringstream text;
    each([&](Index i, Index j, const T& computed) {
      if (!inside(i, j) || text.tellp() > 0)
        return;
      const T& wanted = expected(i - layout_.i, j - layout_.j);
      const bool same = computed == wanted || (is_nan(computed) && is_nan(wanted)); // the same infinity, too
      if (!same && !(std::abs(computed - wanted) <= tolerance))
        text << "element (" << i - layout_.i << ", " << j - layout_.j << ") is " << computed << ", expected "
             << wanted;
    });
    return text.str();
  }
  /// True if nothing around the submatrix has changed on this process, neither elements nor padding.
  bool surroundings_untouched() const {
    bool untouched = data_.back() == padding_value;
    each([&](Index i, Index j, const T& x) {
      untouched = untouched && (inside(i, j) || x == original(i, j));
    });
    for (Index lj = 0; lj < local_columns_; ++lj)
      for (Index li = local_rows_; li < ld_; ++li)
        untouched = untouched && data_[static_cast<std::size_t>(li + lj * ld_)] == padding_value;
    return untouched;
  }

  /// Room for a vector like IPIV (one entry for each local row of the whole matrix) or TAU (for each local column).
  template <typename U>
  std::vector<U> row_vector() const {
    return std::vector<U>(static_cast<std::size_t>(local_rows_ + 1));
  }
  template <typename U>
  std::vector<U> column_vector() const {
    return std::vector<U>(static_cast<std::size_t>(local_columns_ + 1));
  }
  /// The first `count` entries of IPIV, relative to the submatrix, from 0. Collective over the grid.
  std::vector<int> gather_ipiv(const std::vector<int>& ipiv, Index count) const {
    std::vector<int> all = gather_vector(*grid_, layout_.rows, true, layout_.i, count, ipiv.data());
    for (int& pivot : all)
      pivot -= static_cast<int>(layout_.i) + 1;
    return all;
  }
  /// The first `count` entries of TAU. Collective over the grid.
  std::vector<T> gather_tau(const std::vector<T>& tau, Index count) const {
    return gather_vector(*grid_, layout_.columns, false, layout_.j, count, tau.data());
  }

  comm::Submatrix<T> view() {
    return {layout_.rows, layout_.columns, layout_.i, layout_.j, layout_.m, layout_.n, data_.data(), ld_};
  }
  comm::Submatrix<const T> const_view() const {
    return {layout_.rows, layout_.columns, layout_.i, layout_.j, layout_.m, layout_.n, data_.data(), ld_};
  }
  const MatrixLayout& layout() const { return layout_; }
  const comm::Grid& grid() const { return *grid_; }
  const std::vector<T>& data() const { return data_; }

private:
  static constexpr T padding_value = T(7);

  DistributedMatrix(const comm::Grid& grid, const MatrixLayout& layout, int number, Real<T> scale)
      : grid_(&grid), layout_(layout), number_(number), scale_(scale),
        local_rows_(layout.rows.local(layout.rows.n, grid.myrow())),
        local_columns_(layout.columns.local(layout.columns.n, grid.mycol())),
        ld_(std::max<Index>(1, local_rows_ + layout.padding)),
        data_(static_cast<std::size_t>(ld_ * local_columns_ + 1), padding_value) {
    each([&](Index i, Index j, T& x) { x = original(i, j); });
  }
  /// Element (i, j), global, before the submatrix was filled.
  T original(Index i, Index j) const { return scale_ * element<T>(i, j, number_); }

  const comm::Grid* grid_;
  MatrixLayout layout_;
  int number_;
  Real<T> scale_;
  Index local_rows_, local_columns_, ld_;
  std::vector<T> data_;
};

} // namespace hetgrid::testing
