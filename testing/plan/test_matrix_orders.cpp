// Orders of whole matrices: each allocation by its definition, the time of all steps against the best of all orders, and
// when plans have them.
#define BOOST_TEST_MODULE matrix_orders
#include <boost/test/unit_test.hpp>

#include "hetgrid/platform.hpp"
#include "plan/levelled_orders.hpp"
#include "plan/model/model.hpp"
#include "plan/panel/first_to_finish.hpp"
#include "plan/panel/matrix_orders.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace hetgrid;
using namespace hetgrid::plan;

namespace {

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

/// Uniform in [1, 10], two classes, or over two orders of magnitude.
std::vector<double> random_times(std::mt19937& random, int count) {
  const unsigned family = random() % 3;
  std::vector<double> t(at(count));
  for (double& x : t) {
    const double u = std::uniform_real_distribution(0.0, 1.0)(random);
    x = family == 0 ? 1 + 9 * u : family == 1 ? (u < 0.5 ? 1 : 5) : std::pow(100, u);
  }
  return t;
}

/// Blocks of each line from block `first` on.
std::vector<int> counts_behind(const std::vector<int>& order, int first, int lines) {
  std::vector<int> counts(at(lines));
  for (std::size_t b = at(first); b < order.size(); ++b)
    ++counts[at(order[b])];
  return counts;
}

/// Of the process that has most to update.
double longest_update(const TimeMatrix& t, const std::vector<int>& rows, const std::vector<int>& columns) {
  double longest = 0;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      longest = std::max(longest, t(i, j) * rows[at(i)] * columns[at(j)]);
  return longest;
}

/// Of all steps, each of which begins when all are done with the one before.
double time_of_steps(const TimeMatrix& t, const MatrixOrders& orders) {
  double time = 0;
  for (int s = 0; s < static_cast<int>(orders.rows.size()); ++s)
    time += longest_update(t, counts_behind(orders.rows, s, t.p()), counts_behind(orders.columns, s, t.q()));
  return time;
}

/// The next of all sequences of numbers below `base`. \return false after the last
bool advance(std::vector<int>& sequence, int base) {
  for (int& number : sequence) {
    if (++number < base)
      return true;
    number = 0;
  }
  return false;
}

double least_time_of_steps(const TimeMatrix& t, int blocks) {
  double least = std::numeric_limits<double>::infinity();
  MatrixOrders orders{std::vector<int>(at(blocks)), {}};
  do {
    orders.columns.assign(at(blocks), 0);
    do
      least = std::min(least, time_of_steps(t, orders));
    while (advance(orders.columns, t.q()));
  } while (advance(orders.rows, t.p()));
  return least;
}

BOOST_AUTO_TEST_CASE(small_orders) {
  const struct {
    TimeMatrix t;
    std::vector<int> rows, columns;
  } cases[] = {
      {{1, 1, {2}}, {0, 0, 0}, {0, 0, 0}},
      // A quarter is the slow process's; that either has three times as much to do is a tie, which goes to the first.
      {{1, 2, {1, 3}}, {0, 0, 0, 0, 0}, {0, 1, 0, 0, 0}},
      {{2, 1, {3, 1}}, {1, 1, 0, 1, 1}, {0, 0, 0, 0, 0}},
      // (1, 1) finishes after one block, (0, 1) after two, as it gets a row of the last block, too.
      {{2, 2, {1, 1, 1, 1}}, {1, 0}, {1, 0}},
      // Nothing for the slow ones of so small a matrix.
      {{2, 2, {1, 1, 100, 100}}, {0, 0}, {1, 0}},
  };
  for (const auto& [t, rows, columns] : cases) {
    const MatrixOrders orders = matrix_orders(t, static_cast<int>(rows.size()));
    BOOST_TEST(orders.rows == rows, boost::test_tools::per_element());
    BOOST_TEST(orders.columns == columns, boost::test_tools::per_element());
  }
  BOOST_TEST(matrix_orders({2, 2, {1, 2, 3, 4}}, 0).rows.empty());
}

// Of one line the orders are those that are the best for every size.
BOOST_AUTO_TEST_CASE(one_line_is_allocated_as_in_one_dimension) {
  const unsigned seed = 3;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 20; ++trial) {
    const int processes = 2 + static_cast<int>(random() % 5), blocks = 40;
    const std::vector<double> times = random_times(random, processes);
    const TimeMatrix t(1, processes, times);
    const MatrixOrders orders = matrix_orders(t, blocks);
    FirstToFinish first(times, std::vector<int>(at(processes)));
    std::vector<int> best(at(processes));
    for (int s = blocks; s-- > 0;) {
      ++best[at(first.next())];
      const std::vector<int> columns = counts_behind(orders.columns, s, processes);
      BOOST_TEST(longest_update(t, {1}, columns) == longest_update(t, {1}, best),
                 boost::test_tools::tolerance(1e-12));
    }
  }
}

// By the definition, from the blocks counted anew at every step.
BOOST_AUTO_TEST_CASE(every_pair_is_one_that_finishes_first) {
  const unsigned seed = 5;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 40; ++trial) {
    const int p = 1 + static_cast<int>(random() % 4), q = 1 + static_cast<int>(random() % 4);
    const int blocks = 1 + static_cast<int>(random() % 50);
    const TimeMatrix t(p, q, random_times(random, p * q));
    const MatrixOrders orders = matrix_orders(t, blocks);
    BOOST_TEST_REQUIRE(orders.rows.size() == at(blocks));
    BOOST_TEST_REQUIRE(orders.columns.size() == at(blocks));
    for (int s = 0; s < blocks; ++s) {
      const std::vector<int> rows = counts_behind(orders.rows, s + 1, p),
                             columns = counts_behind(orders.columns, s + 1, q);
      // Of a row and a column that are given one more block: the processes there.
      const auto finish = [&](int row, int column) {
        double latest = 0;
        for (int j = 0; j < q; ++j)
          latest = std::max(latest, (rows[at(row)] + 1) * t(row, j) * (columns[at(j)] + (j == column)));
        for (int i = 0; i < p; ++i)
          latest = std::max(latest, (rows[at(i)] + (i == row)) * t(i, column) * (columns[at(column)] + 1));
        return latest;
      };
      double earliest = std::numeric_limits<double>::infinity();
      for (int i = 0; i < p; ++i)
        for (int j = 0; j < q; ++j)
          earliest = std::min(earliest, finish(i, j));
      BOOST_TEST(finish(orders.rows[at(s)], orders.columns[at(s)]) <= earliest * (1 + 1e-9));
    }
  }
}

BOOST_AUTO_TEST_CASE(steps_take_little_longer_than_with_the_best_orders) {
  const struct {
    int p, q, blocks;
    double on_average, at_worst; ///< to the least
  } cases[] = {{1, 3, 5, 1, 1},      {2, 1, 6, 1, 1},      {2, 2, 2, 1, 1},     {2, 2, 4, 1.01, 1.1},
               {2, 2, 6, 1.02, 1.2}, {2, 3, 5, 1.01, 1.1}, {3, 3, 3, 1.05, 1.4}};
  const unsigned seed = 7;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (const auto& [p, q, blocks, on_average, at_worst] : cases) {
    constexpr int trials = 12;
    double sum = 0, worst = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const TimeMatrix t(p, q, random_times(random, p * q));
      const double ratio = time_of_steps(t, matrix_orders(t, blocks)) / least_time_of_steps(t, blocks);
      BOOST_TEST(ratio >= 1 - 1e-12);
      sum += ratio;
      worst = std::max(worst, ratio);
    }
    BOOST_TEST_MESSAGE(p << " x " << q << ", " << blocks << " blocks: time of steps to the least on average "
                         << sum / trials << ", at worst " << worst);
    BOOST_TEST(sum / trials <= on_average * (1 + 1e-12));
    BOOST_TEST(worst <= at_worst * (1 + 1e-12));
  }
}

// Of one line: each block goes to whom c + x blocks of it take the least time.
BOOST_AUTO_TEST_CASE(counts_are_rounded_as_asked) {
  std::mt19937 random(5);
  for (const double x : {0.5, 0.6, 0.8, 1.0}) {
    const int processes = 5, blocks = 50;
    const std::vector<double> times = random_times(random, processes);
    const std::vector<int> order = matrix_orders({1, processes, times}, blocks, {.columns = x}).columns,
                           rows = matrix_orders({processes, 1, times}, blocks, {.rows = x}).rows;
    BOOST_TEST(order == rows, boost::test_tools::per_element());
    for (int s = 0; s < blocks; ++s) {
      const std::vector<int> behind = counts_behind(order, s + 1, processes);
      const auto finish = [&](int j) { return (behind[at(j)] + x) * times[at(j)]; };
      for (int j = 0; j < processes; ++j)
        BOOST_TEST(finish(order[at(s)]) <= finish(j) * (1 + 1e-9));
    }
  }
  // A fifth of six blocks, and a bit more: rounded down, and to the nearest number.
  const TimeMatrix unequal(1, 2, {1, 3.9});
  const auto blocks_of_slow = [&](double x) {
    return counts_behind(matrix_orders(unequal, 8, {.columns = x}).columns, 0, 2)[1];
  };
  BOOST_TEST(blocks_of_slow(1) == 1);
  BOOST_TEST(blocks_of_slow(0.5) == 2);
}

// The unit of cycle-times does not matter, not even by rounding errors.
BOOST_AUTO_TEST_CASE(orders_do_not_depend_on_the_unit) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> times = random_times(random, 12);
    const MatrixOrders orders = matrix_orders({3, 4, times}, 60);
    for (double& time : times)
      time /= 3;
    const MatrixOrders scaled = matrix_orders({3, 4, times}, 60);
    BOOST_TEST(orders.rows == scaled.rows, boost::test_tools::per_element());
    BOOST_TEST(orders.columns == scaled.columns, boost::test_tools::per_element());
  }
}

constexpr Operation factorizations[] = {Operation::getrf, Operation::geqrf, Operation::potrf};

/// Without orders of a whole matrix.
Plan plan_for_any_order(const Platform& platform, Options options) {
  options.any_order = true;
  return make_plan(platform, options);
}

BOOST_AUTO_TEST_CASE(plans_are_not_slower_and_often_faster) {
  const unsigned seed = 13;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  int whole = 0;
  for (int trial = 0; trial < 45; ++trial) {
    const int p = 1 + static_cast<int>(random() % 4), q = 3 + static_cast<int>(random() % 3);
    Platform platform = platform_from_cycle_times(random_times(random, p * q));
    platform.network.between_hosts = {2e-6, 1 / 12.5e9};
    if (trial % 5 == 4)
      for (ProcessSpeed& process : platform.processes)
        process.curve = {{1e5, 0.7 * process.gflops}, {4e6, process.gflops}};
    const Problem problem{.operation = factorizations[trial % 3],
                          .n = 1 + static_cast<std::int64_t>(random() % (trial % 2 ? 800 : 12'000))};
    const Options options{.p = p, .q = q, .problem = problem};
    const Plan plan = make_plan(platform, options), before = plan_for_any_order(platform, options);
    BOOST_TEST_CONTEXT("trial " << trial << ", " << p << " x " << q << ", n = " << problem.n) {
      validate(plan);
      BOOST_TEST(to_json(plan_from_json(to_json(plan))) == to_json(plan));
      BOOST_TEST(plan.panel_work <= plan.work * (1 + 1e-9));
      if (problem.blocks() >= 16) // else the fastest may do best alone
        BOOST_TEST(plan.panel_work >= plan.cyclic_work * (1 - 1e-9));
      const double seconds = predict(plan, platform, problem).seconds;
      BOOST_TEST(seconds <= predict(before, platform, problem).seconds);
      if (to_json(plan) == to_json(before))
        continue;
      ++whole;
      const std::size_t blocks = static_cast<std::size_t>(problem.blocks());
      BOOST_TEST(plan.rows.order.size() == (p == 1 ? 1 : blocks));
      BOOST_TEST(plan.columns.order.size() == blocks);
      BOOST_TEST(plan.panel_work == static_cast<double>(plan.rows.order.size() * blocks) /
                                        longest_update({plan.cycle_times, plan.arrangement}, plan.rows.count,
                                                       plan.columns.count),
                 boost::test_tools::tolerance(1e-12));
    }
  }
  BOOST_TEST_MESSAGE(whole << " of 45 plans have them");
  BOOST_TEST(whole >= 10);
}

BOOST_AUTO_TEST_CASE(all_that_processes_do_is_levelled) {
  std::mt19937 random(19);
  double gain = 0;
  constexpr int trials = 9;
  for (int trial = 0; trial < trials; ++trial) {
    const int p = 1 + trial % 4, q = 4;
    Platform platform = platform_from_cycle_times(random_times(random, p * q));
    platform.network.between_hosts = {2e-6, 1 / 12.5e9};
    const Problem problem{.operation = factorizations[trial % 3], .n = 8000};
    const Plan plan = plan_for_any_order(platform, {.p = p, .q = q, .problem = problem});
    const TimeMatrix t(plan.cycle_times, plan.arrangement);
    const PlannedGrid levelled = with_levelled_orders(plan, platform, problem);
    validate(levelled.plan);
    BOOST_TEST(levelled.seconds == predict(levelled.plan, platform, problem).seconds);
    // With the orders that balance the update alone.
    Plan update = levelled.plan;
    MatrixOrders orders = matrix_orders(t, static_cast<int>(problem.blocks()));
    const auto put = [](AxisPanel& axis, std::vector<int> order) {
      if (axis.count.size() > 1)
        axis = {counts_behind(order, 0, static_cast<int>(axis.count.size())), order};
    };
    put(update.rows, orders.rows);
    put(update.columns, orders.columns);
    const double before = predict(update, platform, problem).seconds;
    BOOST_TEST(levelled.seconds <= before * (1 + 1e-12));
    gain += (before / levelled.seconds - 1) / trials;
  }
  BOOST_TEST_MESSAGE("faster by " << 100 * gain << " % on average");
  BOOST_TEST(gain >= 0.005);
}

BOOST_AUTO_TEST_CASE(only_where_they_may_be) {
  const std::vector<double> times{1, 1.7, 2.2, 2.4, 3, 3.1, 3.8, 4.6, 5, 5.5, 6.1, 7, 7.2, 8.3, 9, 9.6};
  Platform platform = platform_from_cycle_times(times),
           equal = platform_from_cycle_times(std::vector<double>(times.size(), 1.0));
  for (Platform* fast : {&platform, &equal})
    fast->network.between_hosts = {2e-6, 1 / 12.5e9};
  Platform limited = platform;
  limited.processes[0].memory = 8.0 * 6400 * 6400 / 5;
  std::mt19937 random(17);
  Platform many = platform_from_cycle_times(random_times(random, 257));
  many.network = platform.network;
  const Problem lu{.operation = Operation::getrf, .n = 6400};
  const auto changes = [&](const Platform& machine, const Options& options) {
    return to_json(make_plan(machine, options)) != to_json(plan_for_any_order(machine, options));
  };
  BOOST_TEST(changes(platform, {.p = 4, .q = 4, .problem = lu}));
  const struct {
    const Platform& machine;
    Options options;
  } cases[] = {
      {platform, {.p = 4, .q = 4, .problem = lu, .search = Search::as_given}},
      {platform, {.p = 4, .q = 4, .problem = lu, .panel_rows = 8}},
      {platform, {.p = 4, .q = 4, .problem = lu, .panel_columns = 8}},
      {platform, {.p = 1, .q = 2, .problem = lu}},
      {platform, {.p = 4, .q = 4, .problem = {.operation = Operation::getrf, .n = 64 * 1024 + 1}}},
      {equal, {.p = 4, .q = 4, .problem = lu}},
      {limited, {.p = 4, .q = 4, .problem = lu}},
      {many, {.p = 1, .q = 257, .problem = lu}},
  };
  for (const auto& [machine, options] : cases)
    BOOST_TEST(!changes(machine, options), "case " << &options - &cases[0].options);
}

} // namespace
