// linalg::make_windows: windows cover the dimension, keep to the borders of blocks, and are factored by fast processes.
// It computes without communication; the ranks are needed for a grid of different speeds. ranks: 1 4 6
#include "testing/support/mpi_test.hpp"

#include "linalg/windows.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/test_grids.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using linalg::Extent;
using linalg::Window;

/// Processes with a cycle-time of at most 1.25 times the smallest, by rank.
std::vector<int> fast_processes(const comm::Grid& grid) {
  std::vector<double> times;
  for (int rank = 0; rank < grid.p() * grid.q(); ++rank)
    times.push_back(grid.cycle_time(rank / grid.q(), rank % grid.q()));
  std::vector<int> fast;
  for (std::size_t rank = 0; rank < times.size(); ++rank)
    if (times[rank] <= 1.25 * std::ranges::min(times))
      fast.push_back(static_cast<int>(rank));
  return fast;
}

/// Every index in one window, in order; no window but the tail wider than `width` and no border inside a block unless
/// the block is wider than that.
void check_borders(const std::vector<Window>& windows, const Extent& across, Index count, Index length,
                   Index width, Index tail) {
  Index next = 0;
  for (const Window& window : windows) {
    BOOST_TEST_REQUIRE(window.first == next);
    BOOST_TEST_REQUIRE(window.width >= 1);
    const bool is_tail = length - window.first <= tail;
    BOOST_TEST((is_tail || window.width <= width));
    next = window.first + window.width;
    BOOST_TEST((!is_tail || next == count));
    if (across.axis.nb <= width && next < count)
      BOOST_TEST((across.begin + next) % across.axis.nb == 0);
    if (across.axis.nb > width)
      BOOST_TEST((is_tail || (across.begin + window.first) / across.axis.nb ==
                                 (across.begin + next - 1) / across.axis.nb));
  }
  BOOST_TEST(next == count);
}

BOOST_AUTO_TEST_CASE(random_windows) {
  Random random(71'000 + static_cast<std::uint64_t>(mpi_size()));
  for (const comm::Grid* grid : TestGrids::grids()) {
    const std::vector<int> fast = fast_processes(*grid);
    for (int trial = 0; trial < 300; ++trial) {
      const Index count = uniform_int(random, 0, 300), length = count + uniform_int(random, 0, 200);
      const Index width = uniform_int(random, 1, 64), tail = uniform_int(random, 0, 200);
      const MatrixLayout place = random_layout(random, *grid, length, length, trial % 2 == 0 ? 9 : 150);
      const Extent rows{place.rows, place.i}, columns{place.columns, place.j};
      const Extent& across = trial % 3 == 0 ? rows : columns;
      const auto windows = linalg::make_windows(*grid, rows, columns, across, count, length, width, tail);
      BOOST_TEST_CONTEXT(on_rank() << ", trial " << trial << ", count " << count << ", length " << length
                                   << ", width " << width << ", tail " << tail << ", nb " << across.axis.nb) {
        check_borders(windows, across, count, length, width, tail);
        for (const Window& window : windows) {
          BOOST_TEST(std::ranges::count(fast, window.process) == 1);
          std::vector<int> owners;
          for (Index k = window.first; k < window.first + window.width; ++k)
            owners.push_back(place.rows.owner(place.i + k) * grid->q() + place.columns.owner(place.j + k));
          const auto owns = [&](int rank) { return std::ranges::count(owners, rank) > 0; };
          const int column = owners[0] % grid->q();
          if (std::ranges::any_of(fast, owns))
            BOOST_TEST(owns(window.process));
          else if (std::ranges::any_of(fast, [&](int rank) { return rank % grid->q() == column; }))
            BOOST_TEST(window.process % grid->q() == column);
        }
      }
    }
  }
}

// Windows of two blocks belong to two processes, who factor them by turns.
BOOST_AUTO_TEST_CASE(equal_processes_take_turns) {
  const comm::Grid& grid = comm::Grid::of_context(make_context(plan::uniform_plan(1, mpi_size())));
  const layout::Axis rows{layout::AxisMap::uniform(1), 64, 1, 0}, columns{grid.column_map(), 64, 1, 0};
  std::vector<int> turns(static_cast<std::size_t>(mpi_size()));
  for (const Window& window : linalg::make_windows(grid, {rows, 0}, {columns, 0}, {columns, 0}, 64, 64, 2, 0))
    ++turns[static_cast<std::size_t>(window.process)];
  BOOST_TEST(*std::ranges::max_element(turns) - *std::ranges::min_element(turns) <= 2, on_rank());
  Cblacs_gridexit(grid.context());
}

// Blocks of 100 are cut into two windows of 50, not into 64 and 36; blocks of 20 are taken three at a time.
BOOST_AUTO_TEST_CASE(windows_of_equal_width) {
  const comm::Grid& grid = *TestGrids::grids().front();
  const auto widths = [&](Index nb, Index begin, Index count) {
    const layout::Axis axis{layout::AxisMap::uniform(1), begin + count, nb, 0};
    std::vector<Index> result;
    for (const Window& window :
         linalg::make_windows(grid, {axis, begin}, {axis, begin}, {axis, begin}, count, count, 64, 0))
      result.push_back(window.width);
    return result;
  };
  using Widths = std::vector<Index>;
  BOOST_TEST(widths(100, 0, 250) == (Widths{50, 50, 50, 50, 50}), boost::test_tools::per_element());
  BOOST_TEST(widths(20, 0, 150) == (Widths{60, 60, 30}), boost::test_tools::per_element());
  BOOST_TEST(widths(20, 50, 100) == (Widths{10, 60, 30}), boost::test_tools::per_element());
  BOOST_TEST(widths(64, 10, 100) == (Widths{54, 46}), boost::test_tools::per_element());
}

} // namespace
