// schedule::make_windows: windows cover the dimension and keep to the borders of blocks; collected panels are factored by
// fast processes, distributed ones by the grid line that owns them, whichever is faster.
#define BOOST_TEST_MODULE windows
#include <boost/test/unit_test.hpp>

#include "schedule/windows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

namespace {

using namespace hetgrid::schedule;
using hetgrid::layout::Axis;
using hetgrid::layout::AxisMap;
using Random = std::mt19937_64;

int uniform_int(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

/// Of 1 to 4 rows and columns; with cycle-times of 1 (at least once), 1.2 if `nearly_equal`, and 3.
GridSpeeds random_grid(Random& random, bool nearly_equal) {
  GridSpeeds grid{uniform_int(random, 1, 4), uniform_int(random, 1, 4), {}};
  for (int rank = 0; rank < grid.p * grid.q; ++rank)
    grid.cycle_times.push_back(
        std::array{1.0, nearly_equal ? 1.2 : 1.0, 3.0}[static_cast<std::size_t>(uniform_int(random, 0, 2))]);
  grid.cycle_times[static_cast<std::size_t>(uniform_int(random, 0, grid.p * grid.q - 1))] = 1;
  return grid;
}

/// A random dimension of at least `count` indices behind `begin`. Owners may have several blocks side by side, or none.
Axis random_axis(Random& random, int coordinates, Index& begin, Index count, int largest_block) {
  std::vector<int> order(static_cast<std::size_t>(uniform_int(random, 1, 3 * coordinates)));
  for (int& owner : order)
    owner = uniform_int(random, 0, coordinates - 1);
  begin = uniform_int(random, 0, 1) * uniform_int(random, 1, 99);
  return {uniform_int(random, 0, 1) ? AxisMap(coordinates, order) : AxisMap::uniform(coordinates),
          begin + count, uniform_int(random, 1, largest_block), 0};
}

/// A matrix that is factored on a random grid.
struct Case {
  GridSpeeds grid;
  Index row = 0, column = 0; ///< where it begins
  Axis rows, columns;
  bool by_columns;
  Index count, length, other;
  Widths widths;

  Case(Random& random, int largest_block, bool nearly_equal)
      : grid(random_grid(random, nearly_equal)), by_columns(uniform_int(random, 0, 1) == 0),
        count(uniform_int(random, 0, 300)), length(count + uniform_int(random, 0, 200)),
        other(count + uniform_int(random, 0, 200)), widths{uniform_int(random, 1, 128),
                                                           uniform_int(random, 0, 1) *
                                                               uniform_int(random, 0, 200)} {
    rows = random_axis(random, grid.p, row, length, largest_block);
    columns = random_axis(random, grid.q, column, length, largest_block);
  }
  Factored factored() const { return {{rows, row}, {columns, column}, by_columns, count, length, other}; }
  int lines() const { return by_columns ? grid.p : grid.q; }
  std::vector<Window> windows(const std::optional<MethodChoice>& choice = {}) const {
    return make_windows(grid, factored(), widths, choice);
  }
  std::string text() const {
    return "grid " + std::to_string(grid.p) + " x " + std::to_string(grid.q) +
           (by_columns ? ", columns " : ", rows ") + std::to_string(count) + " of " + std::to_string(length) +
           ", width " + std::to_string(widths.window) + ", tail " + std::to_string(widths.tail) + ", nb " +
           std::to_string(factored().across().axis.nb) + " from " + std::to_string(factored().across().begin);
  }
  /// The grid lines across the windows that own indices of one.
  std::vector<int> places(const Window& window) const {
    const Factored matrix = factored();
    const Extent& across = matrix.across();
    std::vector<int> all;
    for (Index k = window.first; k < window.first + window.width; ++k)
      all.push_back(across.axis.owner(across.begin + k));
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
  }
  std::vector<PanelMember> members(const Window& window) const {
    const Factored matrix = factored();
    const Extent& along = matrix.along();
    std::vector<PanelMember> all;
    for (int line = 0; line < lines(); ++line) {
      double own = 0;
      for (Index k = window.first; k < length; ++k)
        own += along.axis.owner(along.begin + k) == line;
      const int place = places(window).front();
      all.push_back({own, by_columns ? grid.at(line, place) : grid.at(place, line)});
    }
    return all;
  }
};

/// Every index in one window, in order; no window but the tail wider than `width` and no border inside a block unless
/// the block is wider than that.
void check_borders(const std::vector<Window>& windows, const Case& c) {
  const Factored matrix = c.factored();
  const Extent& across = matrix.across();
  const Index width = c.widths.window, nb = across.axis.nb;
  Index next = 0;
  for (const Window& window : windows) {
    BOOST_TEST_REQUIRE(window.first == next);
    BOOST_TEST_REQUIRE(window.width >= 1);
    const bool is_tail = c.length - window.first <= c.widths.tail;
    BOOST_TEST((is_tail || window.width <= width));
    next = window.first + window.width;
    BOOST_TEST((!is_tail || next == c.count));
    if (nb <= width && next < c.count)
      BOOST_TEST((across.begin + next) % nb == 0);
    if (nb > width)
      BOOST_TEST((is_tail || (across.begin + window.first) / nb == (across.begin + next - 1) / nb));
  }
  BOOST_TEST(next == c.count);
}

/// A collected panel has one process, which is fast and as near to the diagonal as a fast one can be.
void check_process(const Window& window, const Case& c) {
  BOOST_TEST(window.place == -1);
  std::vector<int> fast;
  for (int rank = 0; rank < c.grid.p * c.grid.q; ++rank)
    if (c.grid.cycle_times[static_cast<std::size_t>(rank)] <= 1.25)
      fast.push_back(rank);
  BOOST_TEST(std::ranges::count(fast, window.process) == 1);
  std::vector<int> owners;
  for (Index k = window.first; k < window.first + window.width; ++k)
    owners.push_back(c.rows.owner(c.row + k) * c.grid.q + c.columns.owner(c.column + k));
  const auto owns = [&](int rank) { return std::ranges::count(owners, rank) > 0; };
  const auto is_near = [&](int rank) { return rank % c.grid.q == owners[0] % c.grid.q; };
  if (std::ranges::any_of(fast, owns))
    BOOST_TEST(owns(window.process));
  else if (std::ranges::any_of(fast, is_near))
    BOOST_TEST(is_near(window.process));
}

/// A distributed panel has one grid line, which owns all of it, and several processes in it.
void check_place(const Window& window, const Case& c) {
  BOOST_TEST(window.process == -1);
  BOOST_TEST(c.places(window) == std::vector{window.place}, boost::test_tools::per_element());
  BOOST_TEST(c.lines() > 1);
}

void check_owners(const std::vector<Window>& windows, const Case& c) {
  for (const Window& window : windows)
    window.method == PanelMethod::distributed ? check_place(window, c) : check_process(window, c);
}

MethodChoice choice(PanelKind kind, PanelMethod method, const Machine& machine = {}) {
  const FactorizationParameters parameters{.panel = method};
  return {kind, {.lu = parameters, .qr = parameters, .cholesky = parameters, .machine = machine}, 8};
}
PanelKind any_kind(Random& random) {
  return std::array{PanelKind::lu, PanelKind::tournament_lu, PanelKind::qr,
                    PanelKind::cholesky}[static_cast<std::size_t>(uniform_int(random, 0, 3))];
}

template <typename Check>
void random_cases(std::uint64_t seed, bool nearly_equal, Check&& check) {
  Random random(seed);
  for (int trial = 0; trial < 2000; ++trial) {
    const Case c(random, trial % 2 == 0 ? 9 : 150, nearly_equal);
    BOOST_TEST_CONTEXT("trial " << trial << ", " << c.text())
    check(random, c);
  }
}

BOOST_AUTO_TEST_CASE(all_are_collected_without_a_choice) {
  random_cases(71'000, true, [](Random&, const Case& c) {
    const auto windows = c.windows();
    check_borders(windows, c);
    for (const Window& window : windows) {
      BOOST_TEST((window.method == PanelMethod::collected));
      check_process(window, c);
    }
  });
}

BOOST_AUTO_TEST_CASE(collected) {
  random_cases(72'000, true, [](Random& random, const Case& c) {
    const auto windows = c.windows(choice(any_kind(random), PanelMethod::collected)), plain = c.windows();
    BOOST_TEST_REQUIRE(windows.size() == plain.size());
    for (std::size_t s = 0; s < windows.size(); ++s) {
      BOOST_TEST((windows[s].method == PanelMethod::collected));
      BOOST_TEST(windows[s].width == plain[s].width);
      BOOST_TEST(windows[s].process == plain[s].process);
    }
  });
}

// All panels that one grid line owns, if there are several processes in it.
BOOST_AUTO_TEST_CASE(distributed) {
  random_cases(73'000, true, [](Random& random, const Case& c) {
    const auto windows = c.windows(choice(any_kind(random), PanelMethod::distributed));
    check_borders(windows, c);
    check_owners(windows, c);
    for (const Window& window : windows)
      BOOST_TEST((window.method == PanelMethod::distributed) ==
                 (c.lines() > 1 && c.places(window).size() == 1));
  });
}

// What schedule::panel_cost says is faster. All fast processes have the same speed, so that it does not matter which of them
// would collect a panel.
BOOST_AUTO_TEST_CASE(automatic_takes_the_faster_method) {
  Index of_method[2] = {0, 0};
  random_cases(74'000, false, [&](Random& random, const Case& c) {
    const Machine machine{std::exp2(uniform_int(random, -2, 8)), 1e-7 * std::exp2(uniform_int(random, 0, 10)),
                          1e-12 * std::exp2(uniform_int(random, 0, 12))};
    const PanelKind kind = any_kind(random);
    const auto windows = c.windows(choice(kind, PanelMethod::automatic, machine));
    check_borders(windows, c);
    check_owners(windows, c);
    for (const Window& window : windows) {
      const bool possible = c.lines() > 1 && c.places(window).size() == 1;
      const auto width = static_cast<double>(window.width);
      const auto members = c.members(window);
      double together = 0;
      for (const double time : c.grid.cycle_times)
        together += 1 / time;
      const PanelStep step{kind,
                           width,
                           static_cast<double>(c.length - window.first),
                           static_cast<double>(c.other - window.first - window.width),
                           8,
                           members,
                           1,
                           static_cast<double>(c.grid.p * c.grid.q / c.lines()),
                           together};
      const bool faster = possible && c.grid.p * c.grid.q > 2 &&
                          distributed_step_seconds(machine, step) < collected_step_seconds(machine, step);
      BOOST_TEST((window.method == PanelMethod::distributed) == faster);
      if (possible)
        ++of_method[faster];
    }
  });
  BOOST_TEST(of_method[0] > 1000);
  BOOST_TEST(of_method[1] > 1000);
}

/// Widths of the windows of the first `count` columns from `begin` on, n rows, on a 2 x 2 grid of equal processes.
std::vector<Index> widths(Index nb, Index begin, Index count, Index n, PanelMethod method,
                          const Machine& machine = {}) {
  const GridSpeeds grid{2, 2, {1, 1, 1, 1}};
  const Axis axis{AxisMap::uniform(2), begin + n, nb, 0};
  std::vector<Index> result;
  for (const Window& window : make_windows(grid, {{axis, begin}, {axis, begin}, true, count, n, n}, {64, 0},
                                           choice(PanelKind::lu, method, machine)))
    result.push_back(window.width);
  return result;
}
using WidthList = std::vector<Index>;

// Blocks of 100 are cut into two windows of 50, not into 64 and 36; blocks of 20 are taken three at a time.
BOOST_AUTO_TEST_CASE(windows_of_equal_width) {
  for (const PanelMethod method : {PanelMethod::collected, PanelMethod::distributed}) {
    BOOST_TEST(widths(100, 0, 250, 250, method) == (WidthList{50, 50, 50, 50, 50}),
               boost::test_tools::per_element());
    BOOST_TEST(widths(20, 0, 150, 150, method) == (WidthList{60, 60, 30}), boost::test_tools::per_element());
    BOOST_TEST(widths(20, 50, 100, 100, method) == (WidthList{10, 60, 30}), boost::test_tools::per_element());
    BOOST_TEST(widths(64, 10, 100, 100, method) == (WidthList{54, 46}), boost::test_tools::per_element());
  }
}

// Each of several blocks that would make a collected window belongs to another grid column.
BOOST_AUTO_TEST_CASE(blocks_narrower_than_a_window) {
  const Machine slow_messages{50, 1e-2, 1e-9}, slow_bytes{50, 1e-9, 1e-7};
  const WidthList blocks{32, 32, 32, 32}, pairs{64, 64};
  const Index count = 128, n = 1000;
  BOOST_TEST(widths(32, 0, count, n, PanelMethod::collected) == pairs, boost::test_tools::per_element());
  BOOST_TEST(widths(32, 0, count, n, PanelMethod::distributed) == blocks, boost::test_tools::per_element());
  BOOST_TEST(widths(32, 0, count, n, PanelMethod::automatic, slow_messages) == pairs,
             boost::test_tools::per_element());
  BOOST_TEST(widths(32, 0, count, n, PanelMethod::automatic, slow_bytes) == blocks,
             boost::test_tools::per_element());
  // The matrix begins inside a block.
  BOOST_TEST(widths(32, 40, 100, n, PanelMethod::distributed) == (WidthList{24, 32, 32, 12}),
             boost::test_tools::per_element());
  // Exchanges of still narrower panels would take too long.
  BOOST_TEST(widths(31, 0, 124, n, PanelMethod::distributed) == (WidthList{62, 62}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_grid_row_has_nobody_to_share_a_panel_with) {
  const GridSpeeds grid{1, 4, {1, 1, 1, 1}};
  const Axis rows{AxisMap::uniform(1), 640, 64, 0}, columns{AxisMap::uniform(4), 640, 64, 0};
  for (const PanelMethod method : {PanelMethod::automatic, PanelMethod::distributed}) {
    for (const Window& window : make_windows(grid, {{rows, 0}, {columns, 0}, true, 640, 640, 640}, {64, 0},
                                             choice(PanelKind::lu, method)))
      BOOST_TEST((window.method == PanelMethod::collected));
    // Panels of rows are shared by its columns.
    const auto windows = make_windows(grid, {{rows, 0}, {columns, 0}, false, 640, 640, 640}, {64, 0},
                                      choice(PanelKind::cholesky, PanelMethod::distributed));
    for (const Window& window : windows)
      BOOST_TEST((window.method == PanelMethod::distributed));
  }
}

// Windows of two blocks belong to two processes, who factor them by turns.
BOOST_AUTO_TEST_CASE(equal_processes_take_turns) {
  for (const int processes : {1, 4, 6}) {
    const GridSpeeds grid{1, processes, std::vector<double>(static_cast<std::size_t>(processes), 1.0)};
    const Axis rows{AxisMap::uniform(1), 64, 1, 0}, columns{AxisMap::uniform(processes), 64, 1, 0};
    std::vector<int> turns(static_cast<std::size_t>(processes));
    for (const Window& window : make_windows(grid, {{rows, 0}, {columns, 0}, true, 64, 64, 64}, {2, 0}))
      ++turns[static_cast<std::size_t>(window.process)];
    BOOST_TEST(*std::ranges::max_element(turns) - *std::ranges::min_element(turns) <= 2);
  }
}

BOOST_AUTO_TEST_CASE(widths_of_the_routines) {
  for (const PanelKind kind : {PanelKind::lu, PanelKind::tournament_lu, PanelKind::qr, PanelKind::cholesky}) {
    BOOST_TEST(widths_of(kind, {}).window == (kind == PanelKind::qr ? 128 : 64));
    const FactorizationParameters narrow{.width = 17}, short_tail{.tail = 19};
    const Parameters width{narrow, narrow, narrow}, tail{short_tail, short_tail, short_tail};
    BOOST_TEST(widths_of(kind, width).window == 17);
    BOOST_TEST(widths_of(kind, width).tail == widths_of(kind, {}).tail);
    BOOST_TEST(widths_of(kind, tail).window == widths_of(kind, {}).window);
    BOOST_TEST(widths_of(kind, tail).tail == 19);
  }
  const Parameters different{{.width = 1}, {.width = 2}, {.width = 3}};
  BOOST_TEST(widths_of(PanelKind::lu, different).window == 1);
  BOOST_TEST(widths_of(PanelKind::qr, different).window == 2);
  BOOST_TEST(widths_of(PanelKind::cholesky, different).window == 3);
}

BOOST_AUTO_TEST_CASE(the_method_of_each_factorization) {
  const std::vector<PanelMember> members{{100, 1}, {100, 1}, {100, 1}};
  const Parameters parameters{{.panel = PanelMethod::distributed}, {.panel = PanelMethod::collected}, {}};
  const PanelStep step{PanelKind::lu, 64, 300, 300, 8, members, 1, 1, 3};
  BOOST_TEST((MethodChoice{PanelKind::lu, parameters, 8}.is_distributed(step)));
  BOOST_TEST((!MethodChoice{PanelKind::qr, parameters, 8}.is_distributed(step)));
}

} // namespace
