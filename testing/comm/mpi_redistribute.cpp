// comm::redistribute within a grid: random layouts and submatrices, transposed and conjugated, and matrices
// of several strips. Moves between grids are tested through hg_p?gemr2d. ranks: 1 2 6
#include "testing/support/mpi_test.hpp"

#include "comm/redistribute.hpp"
#include "testing/support/distributed_matrix.hpp"

#include <cstdlib>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using layout::Index;

/// Moves a random submatrix of size m x n of the destination and compares every element.
template <typename T>
void check_move(Random& random, const comm::Grid& grid, Index m, Index n, bool transpose, bool conjugated) {
  const DistributedMatrix<T> from(grid, random_layout(random, grid, transpose ? n : m, transpose ? m : n), 1);
  DistributedMatrix<T> to(grid, random_layout(random, grid, m, n), 2);
  comm::redistribute(grid, from.const_view(), to.view(), transpose, conjugated);
  Index wrong = 0;
  to.each([&](Index gi, Index gj, const T& x) {
    if (!to.inside(gi, gj))
      return;
    const Index i = gi - to.layout().i, j = gj - to.layout().j;
    const T expected =
        element<T>(from.layout().i + (transpose ? j : i), from.layout().j + (transpose ? i : j), 1);
    wrong += x != (conjugated ? conjugate(expected) : expected);
  });
  BOOST_CHECK_MESSAGE(wrong == 0 && to.surroundings_untouched(),
                      on_rank() << ": " << wrong << " wrong elements; grid " << grid.p() << " x " << grid.q()
                                << ", " << m << " x " << n << (transpose ? ", transposed" : "")
                                << (conjugated ? ", conjugated" : ""));
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
