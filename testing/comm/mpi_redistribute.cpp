// comm::redistribute within a grid: random layouts and submatrices, transposed and conjugated, and matrices
// of several strips. Moves between grids are tested through hg_p?gemr2d. ranks: 1 2 6
#include "testing/support/mpi_test.hpp"

#include "comm/redistribute.hpp"
#include "testing/support/random_grid.hpp"

#include <cstdlib>
#include <limits>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using comm::Submatrix;
using layout::Index;

/// A distributed matrix with a submatrix of size m x n, element (i, j) set to element<T>(i, j, number).
template <typename T>
struct TestMatrix {
  const comm::Grid& grid;
  int number;
  layout::Axis rows, columns;
  Index i, j, m, n, ld;
  std::vector<T> data;

  TestMatrix(Random& random, const comm::Grid& grid_, int number_, Index m_, Index n_)
      : grid(grid_), number(number_), i(uniform_int(random, 0, 12)), j(uniform_int(random, 0, 12)), m(m_),
        n(n_) {
    const bool uneven = uniform_int(random, 0, 2) > 0;
    rows = {uneven ? grid.row_map() : layout::AxisMap::uniform(grid.p()), i + m + uniform_int(random, 0, 5),
            uniform_int(random, 1, 9), uniform_int(random, 0, grid.p() - 1)};
    columns = {uneven ? grid.column_map() : layout::AxisMap::uniform(grid.q()),
               j + n + uniform_int(random, 0, 5), uniform_int(random, 1, 9),
               uniform_int(random, 0, grid.q() - 1)};
    ld = rows.local(rows.n, grid.myrow()) + uniform_int(random, 1, 3);
    data.assign(static_cast<std::size_t>(ld * columns.local(columns.n, grid.mycol())), T(7));
    each([&](Index gi, Index gj, T& x) { x = element<T>(gi, gj, number); });
  }

  /// Calls visit(i, j, element) for every local element.
  template <typename Visit>
  void each(Visit&& visit) {
    for (Index lj = 0; lj < columns.local(columns.n, grid.mycol()); ++lj)
      for (Index li = 0; li < rows.local(rows.n, grid.myrow()); ++li)
        visit(rows.global(li, grid.myrow()), columns.global(lj, grid.mycol()),
              data[static_cast<std::size_t>(li + lj * ld)]);
  }
  bool padding_untouched() const {
    const Index local_rows = rows.local(rows.n, grid.myrow());
    for (std::size_t k = 0; k < data.size(); ++k)
      if (static_cast<Index>(k) % ld >= local_rows && data[k] != T(7))
        return false;
    return true;
  }
  Submatrix<T> view() { return {rows, columns, i, j, m, n, data.data(), ld}; }
  Submatrix<const T> const_view() const { return {rows, columns, i, j, m, n, data.data(), ld}; }
};

/// Moves a random submatrix of size m x n of the destination and compares every element.
template <typename T>
void check_move(Random& random, const comm::Grid& grid, Index m, Index n, bool transpose, bool conjugate) {
  const TestMatrix<T> from(random, grid, 1, transpose ? n : m, transpose ? m : n);
  TestMatrix<T> to(random, grid, 2, m, n);
  comm::redistribute(grid, from.const_view(), to.view(), transpose, conjugate);
  Index wrong = 0;
  to.each([&](Index gi, Index gj, const T& x) {
    const Index i = gi - to.i, j = gj - to.j;
    T expected = element<T>(gi, gj, to.number);
    if (i >= 0 && i < m && j >= 0 && j < n) {
      expected = transpose ? element<T>(from.i + j, from.j + i, from.number)
                           : element<T>(from.i + i, from.j + j, from.number);
      if constexpr (!std::is_floating_point_v<T>)
        expected = conjugate ? std::conj(expected) : expected;
    }
    wrong += x != expected;
  });
  BOOST_CHECK_MESSAGE(wrong == 0 && to.padding_untouched(),
                      on_rank() << ": " << wrong << " wrong elements; grid " << grid.p() << " x " << grid.q()
                                << ", " << m << " x " << n << (transpose ? ", transposed" : "")
                                << (conjugate ? ", conjugated" : ""));
}

template <typename T>
void check_random_moves(Random& random, const comm::Grid& grid, int trials) {
  for (int trial = 0; trial < trials; ++trial)
    check_move<T>(random, grid, uniform_int(random, 0, 60), uniform_int(random, 0, 60), trial % 2,
                  trial % 4 >= 2);
}

BOOST_AUTO_TEST_CASE(random_moves) {
  const int trials = std::getenv("HETGRID_CHECK_LONG") ? 400 : 8;
  const std::uint64_t seed = 83 + static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed); // the same on every rank: so are all sizes and layouts
  for (const auto& [p, q] : grid_shapes(mpi_size())) {
    const int context = make_context(random_plan(random, p, q));
    const comm::Grid& grid = comm::Grid::of_context(context);
    check_random_moves<float>(random, grid, trials);
    check_random_moves<double>(random, grid, trials);
    check_random_moves<std::complex<float>>(random, grid, trials);
    check_random_moves<std::complex<double>>(random, grid, trials);
    Cblacs_gridexit(context);
  }
}

BOOST_AUTO_TEST_CASE(several_strips) {
  // 4 MB a strip and process: the matrices have 2 or 3 strips.
  const std::uint64_t seed = 89;
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed);
  using T = std::complex<double>;
  for (const auto& [p, q] : {std::pair{1, mpi_size()}, {mpi_size(), 1}}) {
    const int context = make_context(random_plan(random, p, q));
    const comm::Grid& grid = comm::Grid::of_context(context);
    for (const bool transpose : {false, true})
      check_move<T>(random, grid, 1500, 400 * mpi_size(), transpose, false);
    Cblacs_gridexit(context);
  }
}

} // namespace
