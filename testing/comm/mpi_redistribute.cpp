// comm::redistribute within a grid: random layouts and submatrices, transposed and conjugated, small and of many
// tiles, through shared memory and by MPI. Moves between grids are tested through hg_p?gemr2d. ranks: 1 2 4
// long-ranks: 6
// simulated-ranks: 9 16
#include "testing/support/mpi_test.hpp"

#include "comm/redistribute.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/few_addresses.hpp"

#include <cstdlib>
#include <optional>

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

/// Of what simulated processes have not: a host in common, an address space of their own.
boost::test_tools::assertion_result of_real_processes(boost::unit_test::test_unit_id) {
  return !kernel::simulated;
}

#ifndef __SANITIZE_ADDRESS__ // which needs all the addresses itself
// The first test: memory that others have freed would do.
BOOST_AUTO_TEST_CASE(no_memory_on_one_process, *boost::unit_test::precondition(of_real_processes)) {
  Random random(97);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  const comm::Grid& grid = comm::Grid::of_context(context);
  const DistributedMatrix<double> from(grid, random_layout(random, grid, 30, 30), 1);
  DistributedMatrix<double> to(grid, random_layout(random, grid, 30, 30), 2);
  const auto move = [&] { comm::redistribute(grid, from.const_view(), to.view(), false, false); };
  {
    std::optional<FewAddresses> limit;
    if (mpi_rank() == mpi_size() - 1)
      limit.emplace(std::size_t{256} << 10); // the slots of the mailboxes take more
    BOOST_CHECK_THROW(move(), SystemError);
  }
  move();
  bool right = true;
  to.each([&](Index i, Index j, const double& x) {
    right = right && (!to.inside(i, j) || x == element<double>(i - to.layout().i + from.layout().i,
                                                               j - to.layout().j + from.layout().j, 1));
  });
  BOOST_TEST(right, on_rank());
  Cblacs_gridexit(context);
}
#endif

/// Several tiles for each pair of processes, also of columns that are longer than a tile. Moves of this size make
/// the memory that the processes of a node share, if they may: smaller ones use it from then on.
void check_large_moves(Random& random, const comm::Grid& grid) {
  using T = std::complex<double>;
  const Index longest = kernel::simulated ? 10'000 : 40'000; // one core does the work of all
  for (const bool transpose : {false, true}) {
    check_move<T>(random, grid, 700, 400, transpose, transpose);
    check_move<T>(random, grid, longest, 5, transpose, false);
    check_move<T>(random, grid, 5, longest, transpose, false);
  }
}

void check_all_types(Random& random, const comm::Grid& grid, int trials) {
  check_random_moves<float>(random, grid, trials);
  check_random_moves<double>(random, grid, trials);
  check_random_moves<std::complex<float>>(random, grid, trials);
  check_random_moves<std::complex<double>>(random, grid, trials);
}

/// Small moves, by MPI; large ones; small ones again, on what the large ones left. \param shared_memory of
/// HETGRID_SHARED_MEMORY: off forces MPI, 2 makes some pairs share memory and others not
void check_moves(const char* shared_memory, const std::vector<std::pair<int, int>>& shapes) {
  const int trials = random_cases(4, 200);
  const std::uint64_t seed = 83 + static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed); // the same on every rank: so are all sizes and layouts
  setenv("HETGRID_SHARED_MEMORY", shared_memory, 1);
  for (const auto& [p, q] : shapes) {
    const int context = make_context(random_plan(random, p, q));
    const comm::Grid& grid = comm::Grid::of_context(context);
    check_all_types(random, grid, trials);
    check_large_moves(random, grid);
    check_all_types(random, grid, trials);
    Cblacs_gridexit(context);
  }
  unsetenv("HETGRID_SHARED_MEMORY");
}

BOOST_AUTO_TEST_CASE(through_shared_memory, *boost::unit_test::precondition(of_real_processes)) {
  check_moves("on", grid_shapes(mpi_size()));
}

BOOST_AUTO_TEST_CASE(through_both, *boost::unit_test::precondition(of_real_processes)) {
  const auto shapes = grid_shapes(mpi_size());
  if (mpi_size() > 2)
    check_moves("2", {shapes[shapes.size() / 2]});
}

BOOST_AUTO_TEST_CASE(by_mpi) {
  const auto shapes = grid_shapes(mpi_size());
  check_moves("off", {shapes[shapes.size() / 2]});
}

} // namespace
