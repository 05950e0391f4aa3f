// Distributions other than hetgrid's own: the figures of the papers, brute force, and the comparison.
#define BOOST_TEST_MODULE distributions
#include <boost/test/unit_test.hpp>

#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "plan/distribution/line_kinds.hpp"
#include "plan/objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <nlohmann/json.hpp>

using namespace hetgrid;
using namespace hetgrid::plan;
namespace tt = boost::test_tools;

namespace {

std::vector<double> cycle_times_of(std::vector<double> speeds) {
  for (double& speed : speeds)
    speed = 1 / speed;
  return speeds;
}

Arrangement in_order(int p, int q) {
  Arrangement grid{p, q, std::vector<int>(static_cast<std::size_t>(p) * static_cast<std::size_t>(q))};
  std::iota(grid.process.begin(), grid.process.end(), 0);
  return grid;
}

/// 1 + the ratio of a draw to the largest, to be the same with any library.
std::vector<double> random_cycle_times(std::mt19937_64& random, int n, double largest) {
  std::vector<double> times;
  for (int k = 0; k < n; ++k)
    times.push_back(1 + (largest - 1) * static_cast<double>(random() % 1000003) / 1000003);
  return times;
}

/// Blocks of each process in a matrix of so many blocks.
std::vector<int> loads(const Distribution& distribution, std::size_t processes, int blocks) {
  std::vector<int> load(processes);
  for (int i = 0; i < blocks; ++i)
    for (int j = 0; j < blocks; ++j)
      ++load[static_cast<std::size_t>(distribution.at(i, j))];
  return load;
}

/// The definition of half_perimeters(), block by block.
double counted_half_perimeters(const Distribution& distribution, int processes, int blocks) {
  int sum = 0;
  for (int process = 0; process < processes; ++process)
    for (int line = 0; line < blocks; ++line) {
      bool in_row = false, in_column = false;
      for (int other = 0; other < blocks; ++other) {
        in_row |= distribution.at(line, other) == process;
        in_column |= distribution.at(other, line) == process;
      }
      sum += in_row + in_column;
    }
  return static_cast<double>(sum) / blocks;
}

/// The smallest sum of half-perimeters over all ways to deal the areas out to columns.
double best_column_partition(const std::vector<double>& areas) {
  std::vector<std::pair<int, double>> columns; // rectangles and width
  const auto deal = [&](const auto& self, std::size_t k) -> double {
    if (k == areas.size()) {
      double sum = 0;
      for (const auto& [count, width] : columns)
        sum += 1 + count * width;
      return sum;
    }
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto before = columns[j];
      columns[j] = {before.first + 1, before.second + areas[k]};
      best = std::min(best, self(self, k + 1));
      columns[j] = before;
    }
    columns.emplace_back(1, areas[k]);
    best = std::min(best, self(self, k + 1));
    columns.pop_back();
    return best;
  };
  return deal(deal, 0);
}

/// Of [Lastovetsky04] section 6; 8.7 Mflop/s is what a run of their 12 computers tells of the slowest one's
/// speed.
Platform nine_workstations() {
  Platform platform = platform_from_cycle_times(cycle_times_of({26, 20, 14, 14, 14, 14, 14, 9, 1}));
  for (ProcessSpeed& process : platform.processes)
    process.gflops = 0.0087 / process.cycle_time;
  platform.network.between_hosts = {1e-4, 8e-8}; // 100 Mbit/s
  return platform;
}

// The relative speeds of Fig. 3 and Fig. 4.
const std::vector<double> figure_times =
    cycle_times_of({0.11, 0.25, 0.05, 0.17, 0.09, 0.08, 0.05, 0.17, 0.03});

BOOST_AUTO_TEST_CASE(figure_3_of_Lastovetsky04) {
  const Distribution panel = kalinov_lastovetsky_distribution(figure_times, in_order(3, 3), 6);
  const std::vector<int> expected{0, 0, 1, 1, 1, 2, //
                                  0, 0, 1, 1, 1, 2, //
                                  3, 3, 1, 1, 1, 5, //
                                  3, 3, 4, 4, 4, 5, //
                                  3, 3, 7, 7, 7, 5, //
                                  6, 6, 7, 7, 7, 8};
  BOOST_TEST(panel.rows == 6);
  BOOST_TEST(panel.columns == 6);
  BOOST_TEST(panel.owner == expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(figure_4_of_Lastovetsky04) {
  const Distribution panel = kalinov_lastovetsky_distribution(figure_times, in_order(3, 3), 6);
  const std::vector<int> expected{6 * 6, 9 * 9, 6 * 3, 9 * 6, 3 * 9, 9 * 3, 3 * 6, 6 * 9, 3 * 3};
  BOOST_TEST(loads(panel, 9, 18) == expected, tt::per_element());
}

// "If l = m, then the distribution is identical to the homogeneous distribution."
BOOST_AUTO_TEST_CASE(smallest_generalised_block_of_equal_processes_is_block_cyclic) {
  const Distribution panel = two_step_distribution(std::vector<double>(6, 2.0), 3, 3 - 1, 3);
  BOOST_TEST(panel.rows == 3);
  const Distribution square = two_step_distribution(std::vector<double>(9, 2.0), 3, 3, 3);
  BOOST_TEST(square.owner == uniform_distribution(3, 3).owner, tt::per_element());
}

BOOST_AUTO_TEST_CASE(processes_by_speed_along_rows_and_columns) {
  std::mt19937_64 random(1);
  for (const auto& [p, q] : {std::pair{2, 6}, {3, 4}, {4, 3}, {6, 2}}) {
    const std::vector<double> times = random_cycle_times(random, 13, 14);
    const Arrangement grid = arrangement_by_speed(times, p, q);
    const TimeMatrix t(times, grid);
    for (int i = 0; i < p; ++i)
      for (int j = 0; j < q; ++j) {
        BOOST_TEST((i == 0 || t(i - 1, j) <= t(i, j)));
        BOOST_TEST((j == 0 || t(i, j - 1) <= t(i, j)));
      }
    BOOST_TEST(std::ranges::count(grid.process, std::ranges::max_element(times) - times.begin()) == 0);
  }
}

// The balance of a whole matrix of one generalised block comes close to 1; rounding the speeds costs at most
// a block row and a block column for each process.
BOOST_AUTO_TEST_CASE(larger_generalised_blocks_balance_better) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937_64 random(seed);
      const std::vector<double> times = random_cycle_times(random, 12, 10);
      const double small = balance(two_step_distribution(times, 3, 4, 4), times, 240);
      const double large = balance(two_step_distribution(times, 3, 4, 240), times, 240);
      BOOST_TEST(large > 0.96);
      BOOST_TEST(large <= 1);
      BOOST_TEST(small < large);
    }
  }
}

BOOST_AUTO_TEST_CASE(column_partition_is_the_best_of_all) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937_64 random(seed);
      const int n = static_cast<int>(1 + random() % 8);
      const std::vector<double> times = random_cycle_times(random, n, seed % 2 ? 3 : 50);
      std::vector<double> areas;
      double bound = 0;
      for (const double t : times) {
        areas.push_back(1 / t / upper_bound(times));
        bound += 2 * std::sqrt(areas.back());
      }
      bound = std::max(bound, 2.0);

      const ColumnPartition partition = column_based_partition(times);
      BOOST_TEST(partition.half_perimeters == best_column_partition(areas), tt::tolerance(1e-12));
      BOOST_TEST(partition.half_perimeters >= bound * (1 - 1e-12));
      BOOST_TEST(partition.half_perimeters <= 1.75 * bound); // the guarantee of the authors
      double sum = 0;
      std::vector<int> placed;
      for (const std::vector<int>& column : partition.columns) {
        sum += 1;
        for (const int process : column)
          sum += static_cast<double>(column.size()) * areas[static_cast<std::size_t>(process)];
        placed.insert(placed.end(), column.begin(), column.end());
      }
      BOOST_TEST(sum == partition.half_perimeters, tt::tolerance(1e-12));
      std::ranges::sort(placed);
      BOOST_TEST(placed == in_order(1, n).process, tt::per_element());
    }
  }
}

// k^2 equal processes: squares, which reach the bound.
BOOST_AUTO_TEST_CASE(column_partition_of_equal_processes_is_squares) {
  for (const int k : {1, 2, 3, 5, 32}) {
    const std::vector<double> times(static_cast<std::size_t>(k) * static_cast<std::size_t>(k), 3.0);
    BOOST_TEST(column_based_partition(times).half_perimeters == 2.0 * k, tt::tolerance(1e-12));
    const Distribution panel = column_based_distribution(times, 2 * k);
    BOOST_TEST(half_perimeters(panel, 4 * k) == 2.0 * k, tt::tolerance(1e-12));
    BOOST_TEST(balance(panel, times, 4 * k) == 1.0, tt::tolerance(1e-12));
  }
}

// On a fine panel the areas and the half-perimeters are those of the partition of the unit square.
BOOST_AUTO_TEST_CASE(column_based_panel_approaches_the_partition) {
  std::mt19937_64 random(7);
  const std::vector<double> times = random_cycle_times(random, 7, 5);
  const Distribution panel = column_based_distribution(times, 500);
  BOOST_TEST(half_perimeters(panel, 500) == column_based_partition(times).half_perimeters,
             tt::tolerance(0.01));
  BOOST_TEST(balance(panel, times, 500) > 0.98);
}

BOOST_AUTO_TEST_CASE(ranks_of_oversubscribed_processes) {
  const std::vector<double> times{1, 2, 2.9, 6};
  BOOST_TEST(ranks_by_speed(times, 16) == (std::vector<int>{6, 3, 2, 1}), tt::per_element());
  BOOST_TEST(ranks_by_speed(times, 4) == (std::vector<int>{4, 3, 2, 1}), tt::per_element());
  BOOST_TEST(ranks_by_speed(times, 1) == (std::vector<int>{1, 1, 1, 1}), tt::per_element());
  const Distribution panel = oversubscribed_distribution(ranks_by_speed(times, 16), 3, 4);
  BOOST_TEST(panel.owner == (std::vector<int>{0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3}), tt::per_element());
  BOOST_TEST(balance(panel, times, 12) == 12 / (upper_bound(times) * 6), tt::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(measures_count_incomplete_panels) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937_64 random(seed);
      Distribution panel{"", static_cast<int>(1 + random() % 6), static_cast<int>(1 + random() % 6), {}};
      for (int k = 0; k < panel.rows * panel.columns; ++k)
        panel.owner.push_back(static_cast<int>(random() % 4));
      const std::vector<double> times = random_cycle_times(random, 4, 5);
      const int blocks = static_cast<int>(1 + random() % 15);
      BOOST_TEST(half_perimeters(panel, blocks) == counted_half_perimeters(panel, 4, blocks),
                 tt::tolerance(1e-12));
      double longest = 0;
      const std::vector<int> load = loads(panel, 4, blocks);
      for (std::size_t k = 0; k < 4; ++k)
        longest = std::max(longest, load[k] * times[k]);
      BOOST_TEST(balance(panel, times, blocks) == blocks * blocks / (upper_bound(times) * longest),
                 tt::tolerance(1e-12));
    }
  }
}

// What a prediction costs grows with the kinds.
BOOST_AUTO_TEST_CASE(panels_of_rectangles_have_few_kinds_of_lines) {
  std::mt19937_64 random(5);
  const std::vector<double> times = random_cycle_times(random, 12, 9);
  for (const int l : {16, 100, 1024}) {
    const LineKinds kinds(two_step_distribution(times, 3, 4, l));
    BOOST_TEST(kinds.rows <= 1 + 4 * (3 - 1));
    BOOST_TEST(kinds.columns <= 4);
  }
  for (int trial = 0; trial < 20; ++trial) {
    Distribution panel{"", static_cast<int>(1 + random() % 6), static_cast<int>(1 + random() % 6), {}};
    for (int k = 0; k < panel.rows * panel.columns; ++k)
      panel.owner.push_back(static_cast<int>(random() % 2));
    const LineKinds kinds(panel);
    BOOST_TEST(kinds.rows <= panel.rows);
    for (int i = 0; i < panel.rows; ++i)
      for (int j = 0; j < panel.columns; ++j)
        BOOST_TEST(kinds.owner_of(kinds.row[static_cast<std::size_t>(i)],
                                  kinds.column[static_cast<std::size_t>(j)]) == panel.at(i, j));
    const std::vector<double> rows = lines_of_kinds(kinds.row, kinds.rows, 20);
    BOOST_TEST(std::accumulate(rows.begin(), rows.end(), 0.0) == 20);
  }
}

BOOST_AUTO_TEST_CASE(a_plan_is_a_distribution) {
  const Plan plan =
      make_plan(std::vector<double>{1, 2, 3, 6},
                {.p = 2, .q = 2, .search = Search::as_given, .panel_rows = 4, .panel_columns = 3});
  const Distribution panel = distribution_of(plan);
  BOOST_TEST(panel.rows == 4);
  BOOST_TEST(panel.columns == 3);
  BOOST_TEST(balance(panel, plan.cycle_times, 12) == plan.panel_work / plan.bound, tt::tolerance(1e-12));
  BOOST_TEST(half_perimeters(panel, 12) == 4, tt::tolerance(1e-12)); // p + q
}

BOOST_AUTO_TEST_CASE(sizes_of_generalised_blocks) {
  BOOST_TEST(generalised_block_sizes(2, 3, 12) == (std::vector<int>{3, 4, 5, 6, 7, 8, 10, 12}),
             tt::per_element());
  BOOST_TEST(generalised_block_sizes(2, 3, 1) == (std::vector<int>{3}), tt::per_element());
}

// Section 4: balance grows with l, the parallelism of successive steps falls.
BOOST_AUTO_TEST_CASE(trade_off_of_the_generalised_block) {
  const Problem problem{.n = 6144, .block_size = 64};
  const std::vector<GeneralisedBlock> table = generalised_blocks(nine_workstations(), problem, 3, 3);
  BOOST_TEST(table.front().l == 3);
  BOOST_TEST(table.back().l == 96);
  BOOST_TEST(table.front().longest_run == 1);
  BOOST_TEST(table.back().longest_run > 32);
  BOOST_TEST(table.front().balance < 0.7);
  BOOST_TEST(table.back().balance > 0.95);
  const auto best = std::ranges::min_element(table, {}, &GeneralisedBlock::seconds);
  BOOST_TEST(best->seconds < table.front().seconds);
}

BOOST_AUTO_TEST_CASE(comparison_of_all) {
  const Platform platform = nine_workstations();
  for (const Operation operation : {Operation::gemm, Operation::getrf}) {
    const Problem problem{.operation = operation, .n = 4096, .block_size = 64};
    Options options{.p = 3, .q = 3, .problem = problem};
    const std::vector<Compared> rows = compare_distributions(platform, problem, make_plan(platform, options));
    for (const char* name :
         {"hetgrid", "two-step", "column-based", "Kalinov-Lastovetsky", "oversubscribed", "uniform"})
      BOOST_TEST(std::ranges::count(rows, name, [](const Compared& row) { return row.distribution.name; }) ==
                     1,
                 name << " once");
    for (std::size_t k = 0; k < rows.size(); ++k) {
      BOOST_TEST_CONTEXT(rows[k].distribution.name) {
        BOOST_TEST((k == 0 || rows[k - 1].prediction.seconds <= rows[k].prediction.seconds));
        BOOST_TEST(rows[k].balance > 0);
        BOOST_TEST(rows[k].balance <= 1 + 1e-12);
        if (rows[k].distribution.name == "hetgrid") {
          BOOST_TEST(rows[k].ratio == 1);
          BOOST_TEST(rows[k].half_perimeters <= 1 + 1e-12); // less if a grid row has no blocks
        }
        // One process in 126 has a ninth of the matrix.
        if (rows[k].distribution.name == "uniform")
          BOOST_TEST(rows[k].ratio > 3);
      }
    }
    const auto json = nlohmann::json::parse(to_json(rows));
    BOOST_TEST(json.size() == rows.size());
    BOOST_TEST(json[0]["distribution"] == rows[0].distribution.name);
    BOOST_TEST(json[0]["seconds"].get<double>() == rows[0].prediction.seconds);
  }
}

// A machine of equal processes, and a single one.
BOOST_AUTO_TEST_CASE(comparison_where_all_are_alike) {
  const Problem problem{.n = 512, .block_size = 64};
  for (const std::size_t n : {1u, 4u, 5u}) {
    const Platform platform = platform_from_cycle_times(std::vector<double>(n, 1.0));
    for (const Compared& row :
         compare_distributions(platform, problem, make_plan(platform, {.problem = problem}))) {
      BOOST_TEST_CONTEXT(n << " processes, " << row.distribution.name)
      BOOST_TEST(row.prediction.seconds > 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(bad_input) {
  const std::vector<double> times{1, 2, 3, 4};
  BOOST_CHECK_THROW(two_step_distribution(times, 2, 3, 6), ArgumentError);
  BOOST_CHECK_THROW(two_step_distribution(times, 0, 3, 6), ArgumentError);
  BOOST_CHECK_THROW(two_step_distribution(times, 1, 4, 3), ArgumentError);
  BOOST_CHECK_THROW(two_step_distribution(std::vector<double>{1, -1}, 1, 2, 3), ArgumentError);
  BOOST_CHECK_THROW(column_based_distribution(times, 0), ArgumentError);
  BOOST_CHECK_THROW(column_based_distribution({}, 4), ArgumentError);
  BOOST_CHECK_THROW(column_based_distribution(std::vector<double>{1, 0}, 4), ArgumentError);
  BOOST_CHECK_THROW(uniform_distribution(0, 4), ArgumentError);
  BOOST_CHECK_THROW(ranks_by_speed(times, 0), ArgumentError);
  BOOST_CHECK_THROW(oversubscribed_distribution(std::vector<int>{2, 1}, 2, 2), ArgumentError);
  BOOST_CHECK_THROW(balance(uniform_distribution(2, 3), times, 6), ArgumentError);
  const Platform platform = platform_from_cycle_times(times);
  BOOST_CHECK_THROW(compare_distributions(platform, {}, make_plan(std::vector<double>{1, 2, 3})),
                    ArgumentError);
}

BOOST_AUTO_TEST_CASE(kalinov_lastovetsky_gets_its_fastest_shape) {
  const std::vector<double> times{1, 2, 3, 5, 7, 9};
  const Platform platform = platform_from_cycle_times(times);
  const Problem problem{Operation::gemm, 1000};
  // Whatever the shape of the plan.
  for (const auto& [p, q] : {std::pair{1, 6}, {6, 1}, {2, 3}}) {
    const Plan plan = make_plan(platform, {.p = p, .q = q, .problem = problem});
    double found = 0, best = std::numeric_limits<double>::infinity();
    for (const Compared& row : compare_distributions(platform, problem, plan))
      if (row.distribution.name == "Kalinov-Lastovetsky")
        found = row.prediction.seconds;
    for (const auto& [rows, columns] : {std::pair{1, 6}, {2, 3}, {3, 2}, {6, 1}})
      for (const int l : generalised_block_sizes(rows, columns, problem.blocks()))
        best = std::min(
            best, predict(kalinov_lastovetsky_distribution(times, {rows, columns, {0, 1, 2, 3, 4, 5}}, l),
                          platform, problem)
                      .seconds);
    BOOST_TEST(found > 0);
    BOOST_TEST(found <= best * (1 + 1e-12));
  }
}

} // namespace
