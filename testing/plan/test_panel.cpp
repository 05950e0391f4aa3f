// Integer panels against exhaustive search over all counts.
#define BOOST_TEST_MODULE panel
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "plan/panel/integer_panel.hpp"
#include "plan/panel/panel_arrangement.hpp"
#include "plan/search/exact_shares.hpp"

#include "testing/support/all_counts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace hetgrid;
using namespace hetgrid::plan;
using hetgrid::testing::all_counts;

namespace {

constexpr unsigned seed = 5;

int total(const std::vector<int>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0);
}

std::int64_t area(const PanelCounts& counts) {
  return std::int64_t{total(counts.rows)} * total(counts.columns);
}

/// Best panel_work over all counts of a panel of the given size that respect the limits; 0 if there are none.
double exhaustive(const TimeMatrix& t, int panel_rows, int panel_columns, const PanelLimits& limits = {}) {
  double best = 0;
  const std::vector<std::vector<int>> all_columns = all_counts(t.q(), panel_columns);
  for (const auto& rows : all_counts(t.p(), panel_rows))
    for (const auto& columns : all_columns)
      if (respects(limits, {rows, columns}))
        best = std::max(best, panel_work(t, {rows, columns}));
  return best;
}

class Instances {
public:
  Instances() { BOOST_TEST_MESSAGE("seed " << seed); }

  int number(int from, int to) {
    return from + static_cast<int>(random_() % static_cast<unsigned>(to - from + 1));
  }
  double uniform() { return static_cast<double>(random_()) / 0x1p32; }

  /// Cycle-times, uniform, of two classes, or over two orders of magnitude; in every other grid they are
  /// sorted.
  TimeMatrix grid(int p, int q) {
    const int family = number(0, 2);
    std::vector<double> t(static_cast<std::size_t>(p) * static_cast<std::size_t>(q));
    for (double& x : t)
      x = family == 0 ? 1 + 9 * uniform() : family == 1 ? number(0, 1) * 4 + 1 : std::pow(100, uniform());
    if (number(0, 1))
      std::ranges::sort(t);
    return {p, q, t};
  }

private:
  std::mt19937 random_{seed};
};

struct Grid {
  int p, q;
};
constexpr Grid grids[] = {{1, 1}, {1, 4}, {3, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}};

BOOST_AUTO_TEST_CASE(panels_of_given_size_are_the_best_of_all) {
  Instances instances;
  for (const auto [p, q] : grids)
    for (int trial = 0; trial < 25; ++trial) {
      const TimeMatrix t = instances.grid(p, q);
      const int panel_rows = instances.number(1, 9), panel_columns = instances.number(1, 9);
      const PanelCounts counts = counts_for_panel(t, exact_shares(t), panel_rows, panel_columns);
      BOOST_TEST(total(counts.rows) == panel_rows);
      BOOST_TEST(total(counts.columns) == panel_columns);
      BOOST_TEST(panel_work(t, counts) == exhaustive(t, panel_rows, panel_columns),
                 boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(limits_of_memory_are_respected) {
  Instances instances;
  int feasible = 0, infeasible = 0, limiting = 0;
  for (const auto [p, q] : grids)
    for (int trial = 0; trial < 25; ++trial) {
      const TimeMatrix t = instances.grid(p, q);
      const int panel_rows = instances.number(p, 7), panel_columns = instances.number(q, 7);
      PanelLimits limits;
      for (int cell = 0; cell < p * q; ++cell)
        limits.fraction.push_back(2.5 * instances.uniform() / (p * q) + 0.3 / (p * q));
      const double best = exhaustive(t, panel_rows, panel_columns, limits);
      BOOST_TEST_CONTEXT(p << " x " << q << ", trial " << trial) {
        if (best == 0) {
          ++infeasible;
          BOOST_CHECK_THROW(counts_for_panel(t, exact_shares(t), panel_rows, panel_columns, limits),
                            ArgumentError);
          continue;
        }
        ++feasible;
        limiting += best < exhaustive(t, panel_rows, panel_columns) * (1 - 1e-9);
        const PanelCounts counts = counts_for_panel(t, exact_shares(t), panel_rows, panel_columns, limits);
        BOOST_TEST(respects(limits, counts));
        BOOST_TEST(panel_work(t, counts) == best, boost::test_tools::tolerance(1e-9));
        for (const PanelCounts& panel : candidate_panels(t, exact_shares(t), {.limits = limits}))
          BOOST_TEST(respects(limits, panel));
      }
    }
  BOOST_TEST_MESSAGE(feasible << " feasible, " << limiting << " limiting, " << infeasible << " infeasible");
  BOOST_TEST(limiting > 10);
  BOOST_TEST(infeasible > 10);
}

BOOST_AUTO_TEST_CASE(limits_below_the_whole_matrix) {
  const TimeMatrix t(2, 2, {1, 2, 3, 4});
  const PanelLimits limits{{0.3, 0.3, 0.2, 0.1}};
  BOOST_CHECK_THROW(counts_for_panel(t, exact_shares(t), 8, 8, limits), ArgumentError);
  BOOST_CHECK_THROW(candidate_panels(t, exact_shares(t), {.limits = limits}), ArgumentError);
}

BOOST_AUTO_TEST_CASE(slow_rows_own_nothing) {
  const TimeMatrix t(2, 2, {1, 1, 1000, 1000});
  const PanelCounts counts = counts_for_panel(t, exact_shares(t), 3, 2);
  BOOST_TEST(counts.rows == (std::vector<int>{3, 0}), boost::test_tools::per_element());
  BOOST_TEST(counts.columns == (std::vector<int>{1, 1}), boost::test_tools::per_element());
  // Unless the memory of the others forces them to: 1 x 1 of 3 x 2 blocks is all that a slow process has to
  // take.
  const PanelLimits limits{{0.34, 0.34, 0.34, 0.34}};
  const PanelCounts forced = counts_for_panel(t, exact_shares(t), 3, 2, limits);
  BOOST_TEST(forced.rows == (std::vector<int>{2, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(candidates_are_a_pareto_set_with_the_best_panel) {
  Instances instances;
  for (const auto [p, q] : grids)
    for (int trial = 0; trial < 6; ++trial) {
      const TimeMatrix t = instances.grid(p, q);
      const int blocks = instances.number(std::max(p, q), 7);
      double best = 0;
      for (int panel_rows = 1; panel_rows <= (p == 1 ? 1 : blocks); ++panel_rows)
        for (int panel_columns = 1; panel_columns <= (q == 1 ? 1 : blocks); ++panel_columns)
          best = std::max(best, exhaustive(t, panel_rows, panel_columns));
      const std::vector<PanelCounts> panels = candidate_panels(t, exact_shares(t), {.matrix_blocks = blocks});
      BOOST_TEST(panels.size() <= 12);
      BOOST_TEST(panel_work(t, panels.back()) == best, boost::test_tools::tolerance(1e-9));
      BOOST_TEST(panel_work(t, panels.front()) >= cyclic_work(t) * (1 - 1e-12));
      for (std::size_t k = 1; k < panels.size(); ++k) {
        BOOST_TEST(area(panels[k]) > area(panels[k - 1]));
        BOOST_TEST(panel_work(t, panels[k]) > panel_work(t, panels[k - 1]));
      }
    }
}

BOOST_AUTO_TEST_CASE(sizes_that_are_given_are_kept) {
  Instances instances;
  for (const auto [p, q] : grids) {
    const TimeMatrix t = instances.grid(p, q);
    for (const PanelRequest& request : {PanelRequest{.rows = 5},
                                        {.columns = 6},
                                        {.rows = 2, .columns = 7},
                                        {.rows = 300, .matrix_blocks = 9}})
      for (const PanelCounts& panel : candidate_panels(t, exact_shares(t), request)) {
        if (request.rows > 0)
          BOOST_TEST(total(panel.rows) == request.rows);
        if (request.columns > 0)
          BOOST_TEST(total(panel.columns) == request.columns);
        else if (request.matrix_blocks > 0)
          BOOST_TEST(total(panel.columns) <= request.matrix_blocks);
      }
  }
}

BOOST_AUTO_TEST_CASE(uniform_panel_of_equal_processes) {
  const TimeMatrix t(3, 4, std::vector<double>(12, 2.0));
  const std::vector<PanelCounts> panels = candidate_panels(t, {{1, 1, 1}, {0.5, 0.5, 0.5, 0.5}});
  BOOST_TEST(panels.size() == 1);
  BOOST_TEST(panels[0].rows == (std::vector<int>{1, 1, 1}), boost::test_tools::per_element());
  BOOST_TEST(panels[0].columns == (std::vector<int>{1, 1, 1, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(whole_matrix_where_asked_for) {
  const TimeMatrix t(2, 2, {1, 2, 3, 5});
  for (const int blocks : {7, 100, 512, 513}) {
    const auto panels = candidate_panels(t, exact_shares(t), {.matrix_blocks = blocks, .whole_matrix = true});
    BOOST_TEST((area(panels.back()) == std::int64_t{blocks} * blocks) == (blocks <= 512));
  }
}

// The loss to rounding goes like 1 / (blocks of a line).
BOOST_AUTO_TEST_CASE(large_grids_lose_little) {
  Instances instances;
  for (const Grid grid : {Grid{16, 16}, {8, 32}, {32, 32}}) {
    std::vector<double> t;
    for (int i = 0; i < grid.p; ++i)
      for (int j = 0; j < grid.q; ++j)
        t.push_back((1 + 2.0 * i / grid.p) * (1 + 2.0 * j / grid.q) * (1 + 0.05 * instances.uniform()));
    const TimeMatrix times(grid.p, grid.q, t);
    Shares shares{std::vector<double>(static_cast<std::size_t>(grid.p), 1), {}};
    shares.c = best_columns(times, shares.r);
    shares = improved_shares(times, shares);
    const auto panels = candidate_panels(times, shares);
    const double loss = 1 - panel_work(times, panels.back()) / normalised_work(times, shares);
    BOOST_TEST_MESSAGE(grid.p << " x " << grid.q << " loses " << loss);
    BOOST_TEST(loss < 0.06);
    for (const PanelCounts& panel : panels) {
      BOOST_TEST(total(panel.rows) <= std::max(64, 16 * grid.p));
      BOOST_TEST(total(panel.columns) <= std::max(64, 16 * grid.q));
    }
  }
}

/// The best W of all counts of a panel and all arrangements.
double best_of_all_arrangements(std::vector<double> times, int p, int q, int panel_rows, int panel_columns) {
  double best = 0;
  std::ranges::sort(times);
  do
    best = std::max(best, exhaustive(TimeMatrix(p, q, times), panel_rows, panel_columns));
  while (std::ranges::next_permutation(times).found);
  return best;
}

Arrangement row_major(int p, int q) {
  Arrangement arrangement{p, q, std::vector<int>(static_cast<std::size_t>(p * q))};
  std::iota(arrangement.process.begin(), arrangement.process.end(), 0);
  return arrangement;
}

BOOST_AUTO_TEST_CASE(arranged_panels_of_small_grids_are_the_best_of_all) {
  Instances instances;
  for (const Grid grid : {Grid{1, 3}, {2, 2}, {2, 3}})
    for (int trial = 0; trial < 6; ++trial) {
      const TimeMatrix t = instances.grid(grid.p, grid.q);
      const int panel_rows = instances.number(grid.p, 5), panel_columns = instances.number(grid.q, 6);
      const PanelCounts start = counts_for_panel(t, exact_shares(t), panel_rows, panel_columns);
      const std::vector<double> times(t.all().begin(), t.all().end());
      const ArrangedPanel panel = arranged_panel(times, row_major(grid.p, grid.q), start, seed);
      BOOST_TEST(panel_work(TimeMatrix(times, panel.arrangement), panel.counts) ==
                     best_of_all_arrangements(times, grid.p, grid.q, panel_rows, panel_columns),
                 boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(arranged_panels_are_not_worse_than_their_start) {
  Instances instances;
  for (const Grid grid : {Grid{1, 7}, {3, 4}, {8, 8}, {5, 20}}) {
    const TimeMatrix t = instances.grid(grid.p, grid.q);
    const std::vector<double> times(t.all().begin(), t.all().end());
    const Shares shares = shares_for_panel(t, {std::vector<int>(static_cast<std::size_t>(grid.p), 1), {}});
    for (const PanelCounts& start : candidate_panels(t, shares)) {
      const ArrangedPanel panel = arranged_panel(times, row_major(grid.p, grid.q), start, seed);
      const TimeMatrix arranged(times, panel.arrangement);
      BOOST_TEST(total(panel.counts.rows) == total(start.rows));
      BOOST_TEST(total(panel.counts.columns) == total(start.columns));
      BOOST_TEST(panel_work(arranged, panel.counts) >= panel_work(t, start) * (1 - 1e-12));
      const Shares improved = shares_for_panel(arranged, panel.counts);
      BOOST_TEST(normalised_work(arranged, improved) >= panel_work(arranged, panel.counts) * (1 - 1e-9));
      std::vector<int> processes = panel.arrangement.process;
      std::ranges::sort(processes);
      BOOST_TEST(processes == row_major(grid.p, grid.q).process, boost::test_tools::per_element());
      for (int i = 0; i < grid.p; ++i)
        for (int j = 0; j < grid.q; ++j) {
          BOOST_TEST((i == 0 || arranged(i - 1, j) <= arranged(i, j)));
          BOOST_TEST((j == 0 || arranged(i, j - 1) <= arranged(i, j)));
        }
    }
  }
}

} // namespace
