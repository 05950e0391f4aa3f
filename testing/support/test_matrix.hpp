// Distributed submatrices in random layouts for the tests that compare with serial BLAS and LAPACK.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"
#include "testing/support/random_grid.hpp"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>

namespace hetgrid::testing {

using layout::Index;

template <typename T>
T not_a_number() {
  return T(std::numeric_limits<kernel::Real<T>>::quiet_NaN());
}

/// A serial matrix, column-major without padding (but ld >= 1).
template <typename T>
struct DenseMatrix {
  Index m, n;
  std::vector<T> elements;

  DenseMatrix(Index m_, Index n_, T fill = T(0))
      : m(m_), n(n_), elements(static_cast<std::size_t>(std::max<Index>(1, m_ * n_)), fill) {}
  /// Elements of matrix `number` of the generator.
  static DenseMatrix hashed(Index m, Index n, int number) {
    DenseMatrix a(m, n);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        a(i, j) = element<T>(i, j, number);
    return a;
  }
  T& operator()(Index i, Index j) { return elements[static_cast<std::size_t>(i + j * m)]; }
  const T& operator()(Index i, Index j) const { return elements[static_cast<std::size_t>(i + j * m)]; }
  T* data() { return elements.data(); }
  const T* data() const { return elements.data(); }
  int ld() const { return static_cast<int>(std::max<Index>(1, m)); }
};

/// A submatrix at a random place, aligned to the blocks or not, of a matrix in a random layout: uneven or
/// block-cyclic, any sources, padding below the local part. All but the submatrix holds a marker.
template <typename T>
class TestMatrix {
public:
  TestMatrix(Random& random, const comm::Grid& grid, const DenseMatrix<T>& content)
      : grid_(grid), m_(content.m), n_(content.n) {
    const bool uneven = uniform_int(random, 0, 3) > 0;
    const Index mb = uniform_int(random, 1, 9), nb = uniform_int(random, 1, 9);
    const bool aligned = uniform_int(random, 0, 1) == 1;
    i_ = aligned ? mb * uniform_int(random, 0, 4) : uniform_int(random, 0, 20);
    j_ = aligned ? nb * uniform_int(random, 0, 4) : uniform_int(random, 0, 20);
    rows_ = {uneven ? grid.row_map() : layout::AxisMap::uniform(grid.p()),
             i_ + m_ + uniform_int(random, 0, 7), mb, uniform_int(random, 0, grid.p() - 1)};
    columns_ = {uneven ? grid.column_map() : layout::AxisMap::uniform(grid.q()),
                j_ + n_ + uniform_int(random, 0, 7), nb, uniform_int(random, 0, grid.q() - 1)};
    ld_ = std::max<Index>(1, rows_.local(rows_.n, grid.myrow()) + uniform_int(random, 0, 2));
    data_.assign(static_cast<std::size_t>(ld_ * columns_.local(columns_.n, grid.mycol()) + 1), T(-77));
    each_element([&](Index i, Index j, T& x) { x = content(i, j); });
    before_ = data_;
  }

  comm::Submatrix<T> view() { return {rows_, columns_, i_, j_, m_, n_, data_.data(), ld_}; }
  comm::Submatrix<const T> const_view() const { return {rows_, columns_, i_, j_, m_, n_, data_.data(), ld_}; }

  /// What is wrong with the local part, empty if nothing is: elements of the submatrix must be within
  /// `tolerance` of `expected`, NaN where it is NaN; all else must not have changed in any bit.
  std::string difference(const DenseMatrix<T>& expected, kernel::Real<T> tolerance) {
    std::ostringstream text;
    std::vector<T> outside = data_;
    std::swap(data_, outside); // each_element visits data_
    each_element([&](Index i, Index j, T& x) {
      const T computed = outside[static_cast<std::size_t>(&x - data_.data())], wanted = expected(i, j);
      const bool both_nan = wanted != wanted && computed != computed;
      if (text.str().empty() && !both_nan && computed != wanted &&
          !(std::abs(computed - wanted) <= tolerance))
        text << "element (" << i << ", " << j << ") is " << computed << ", expected " << wanted;
      x = before_[static_cast<std::size_t>(&x - data_.data())];
    });
    std::swap(data_, outside);
    if (std::memcmp(outside.data(), before_.data(), before_.size() * sizeof(T)) != 0)
      text << " something outside the submatrix changed";
    return text.str();
  }

private:
  /// Calls visit(i, j, x) for the local elements x of the submatrix, i and j counted from its first.
  template <typename Visit>
  void each_element(Visit&& visit) {
    for (Index lj = columns_.local(j_, grid_.mycol()); lj < columns_.local(j_ + n_, grid_.mycol()); ++lj)
      for (Index li = rows_.local(i_, grid_.myrow()); li < rows_.local(i_ + m_, grid_.myrow()); ++li)
        visit(rows_.global(li, grid_.myrow()) - i_, columns_.global(lj, grid_.mycol()) - j_,
              data_[static_cast<std::size_t>(li + lj * ld_)]);
  }

  const comm::Grid& grid_;
  layout::Axis rows_, columns_;
  Index i_, j_, m_, n_, ld_;
  std::vector<T> data_, before_;
};

/// Seeded by the test, the type and the number of processes; the same on every rank.
template <typename T>
Random seeded(std::uint64_t test) {
  const std::uint64_t seed = test * 10'000 + sizeof(T) * 100 + std::is_floating_point_v<T> * 50 +
                             static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  return Random(seed);
}

/// 0, 1, -1 or anything.
template <typename T>
T random_scalar(Random& random) {
  const int choice = uniform_int(random, 0, 5);
  return choice < 3 ? T(static_cast<kernel::Real<T>>(choice - 1))
                    : element<T>(choice, uniform_int(random, 0, 99), 9);
}

/// A grid of every shape with random uneven panels, several if HETGRID_CHECK_LONG is set. Making a grid takes
/// longer than using it, so all tests of a program share these: BOOST_GLOBAL_FIXTURE(RandomGrids).
class RandomGrids {
public:
  RandomGrids() {
    Random random(101);
    for (int repetition = 0; repetition < (std::getenv("HETGRID_CHECK_LONG") ? 4 : 1); ++repetition)
      for (const auto& [p, q] : grid_shapes(mpi_size()))
        contexts().push_back(make_context(random_plan(random, p, q)));
  }
  ~RandomGrids() {
    for (const int context : contexts())
      Cblacs_gridexit(context);
  }
  static std::vector<int>& contexts() {
    static std::vector<int> contexts;
    return contexts;
  }
};

/// Calls body(grid) for the grids of the fixture.
template <typename Body>
void for_each_grid(Body&& body) {
  for (const int context : RandomGrids::contexts())
    body(comm::Grid::of_context(context));
}

} // namespace hetgrid::testing
