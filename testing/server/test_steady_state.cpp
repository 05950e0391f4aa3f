// Bounds and periodic schedules against the figures of [Dongarra06] 6, brute force and each other.
#define BOOST_TEST_MODULE steady_state
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/server_steady_state.hpp"
#include "testing/server/random_stars.hpp"
#include "testing/support/sanitized.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace hetgrid;
using namespace hetgrid::server;
using hetgrid::testing::RandomStars;

namespace {

constexpr double rounding = 1e-9;
constexpr Reception receptions[] = {Reception::ends_when_ready, Reception::two_buffers};
constexpr Rule rules[] = {Rule::global, Rule::local, Rule::global_two_steps, Rule::local_two_steps};
constexpr unsigned seed = 1;

Step step(double c, double w, double mu) {
  return {2 * mu * c, mu * mu * w, mu * mu};
}

const std::vector<Step> table_1{step(1, 2, 2), step(20, 40, 2)};
const std::vector<Step> table_2{step(2, 2, 6), step(3, 3, 18), step(5, 1, 10)};

/// The recurrences of Reception, for so many periods, of which the first half does not count.
double simulated_rate(const std::vector<Step>& steps, const std::vector<int>& selections,
                      Reception reception) {
  constexpr int periods = 200;
  std::vector<double> last(steps.size()), last_but_one(steps.size());
  double time = 0, half = 0, work = 0;
  for (int k = 0; k < periods; ++k) {
    if (k == periods / 2)
      half = time;
    for (const int worker : selections) {
      const auto i = static_cast<std::size_t>(worker);
      const double begin = reception == Reception::two_buffers ? std::max(time, last_but_one[i])
                                                               : std::max(time, last[i] - steps[i].transfer);
      time = begin + steps[i].transfer;
      last_but_one[i] = last[i];
      last[i] = std::max(time, last[i]) + steps[i].update;
      work += steps[i].work / 2;
    }
  }
  return work / (time - half);
}

/// The best of all periods of at most so many selections.
double best_of_short_periods(const std::vector<Step>& steps, Reception reception, std::size_t longest) {
  double best = 0;
  for (std::size_t length = 1; length <= longest; ++length) {
    std::vector<int> selections(length);
    for (std::size_t digit = 0; digit < length;) {
      best = std::max(best, rate(steps, selections, reception));
      for (digit = 0; digit < length && ++selections[digit] == static_cast<int>(steps.size()); ++digit)
        selections[digit] = 0;
    }
  }
  return best;
}

} // namespace

BOOST_AUTO_TEST_CASE(tables_of_the_paper) {
  const auto within = boost::test_tools::tolerance(rounding);
  BOOST_TEST(steady_state(table_1).rate == 1.0 / 2 + 1.0 / 40, within);
  BOOST_TEST(steady_state(table_2).rate == 25.0 / 18, within); // 1.39
  BOOST_TEST(follow(table_2, Rule::global).rate == 1.17, boost::test_tools::tolerance(0.005));
  BOOST_TEST(follow(table_2, Rule::local).rate == 98.0 / 81, within);              // 1.21
  BOOST_TEST(follow(table_2, Rule::global_two_steps).rate == 319.0 / 244, within); // 1.30
  BOOST_TEST(optimal_schedule(table_2)->rate == 164.0 / 125, within);
  BOOST_TEST(periodic_schedule(table_2).rate == 164.0 / 125, within);
  // Table 1: blocks for the second worker take 80 seconds, the first has work for 8 meanwhile: it is better off alone
  BOOST_TEST(steady_state_with_buffers(table_1) == 0.5, within);
  BOOST_TEST(optimal_schedule(table_1)->rate <= steady_state_with_buffers(table_1) * (1 + rounding));
}

// The linear program: feasible, and of the value of a feasible point of its dual.
BOOST_AUTO_TEST_CASE(steady_state_is_optimal) {
  std::mt19937 random(seed);
  for (int k = 0; k < 200; ++k) {
    const std::vector<Step> steps = RandomStars{1 + k % 9, 20, 20}(random);
    const SteadyState state = steady_state(steps);
    double port = 0, price = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      port += state.work[i] * steps[i].transfer / steps[i].work;
      BOOST_TEST(state.work[i] * steps[i].update / steps[i].work <= 1 + rounding);
    }
    BOOST_TEST(port <= 1 + rounding);
    if (port > 1 - rounding) // the port's price is what its worst user makes of it
      for (std::size_t i = 0; i < steps.size(); ++i)
        if (const double value = steps[i].work / steps[i].transfer;
            state.work[i] > rounding && (price == 0 || value < price))
          price = value;
    double dual = price;
    for (const Step& step : steps)
      dual += std::max(0.0, step.work - price * step.transfer) / step.update;
    BOOST_TEST(state.rate == dual, boost::test_tools::tolerance(1e-6));
  }
}

BOOST_AUTO_TEST_CASE(rates_of_periods) {
  std::mt19937 random(seed);
  for (int k = 0; k < 200; ++k) {
    const std::vector<Step> steps = RandomStars{1 + k % 4, 6, 6}(random);
    std::vector<int> selections(1 + random() % 12);
    for (int& worker : selections)
      worker = static_cast<int>(random() % steps.size());
    for (const Reception reception : receptions)
      BOOST_TEST(rate(steps, selections, reception) == simulated_rate(steps, selections, reception),
                 boost::test_tools::tolerance(0.02));
  }
}

// No short period is better than the optimum, and the optimum keeps to the bounds and is what its period gives.
BOOST_AUTO_TEST_CASE(optimum_against_brute_force) {
  std::mt19937 random(seed);
  for (int k = 0; k < 40; ++k) {
    const int workers = 2 + k % 2;
    const std::vector<Step> steps = RandomStars{workers, 5, 4}(random);
    for (const Reception reception : receptions) {
      const auto optimum = optimal_schedule(steps, reception);
      BOOST_REQUIRE(optimum);
      BOOST_TEST(optimum->rate >=
                     best_of_short_periods(steps, reception, workers == 2 ? 10 : 6) * (1 - rounding),
                 "seed " << seed << ", platform " << k);
      BOOST_TEST(optimum->rate <= steady_state_with_buffers(steps, reception) * (1 + rounding));
      BOOST_TEST(optimum->rate == simulated_rate(steps, optimum->selections, reception),
                 boost::test_tools::tolerance(0.02));
      for (const Rule rule : rules)
        BOOST_TEST(follow(steps, rule, reception).rate <= optimum->rate * (1 + rounding));
    }
    BOOST_TEST(optimal_schedule(steps, Reception::ends_when_ready)->rate <=
               optimal_schedule(steps, Reception::two_buffers)->rate * (1 + rounding));
  }
}

// p = 5, c and w in 1..20, mu in 2..20; make bench-plan has 200 of them.
BOOST_AUTO_TEST_CASE(search_on_random_platforms,
                     *boost::unit_test::precondition(hetgrid::testing::unhurried)) {
  constexpr int platforms = 15;
  std::mt19937 random(seed);
  double mean = 0;
  for (int k = 0; k < platforms; ++k) {
    const std::vector<Step> steps = RandomStars{5, 20, 20}(random);
    const PeriodicSchedule found = periodic_schedule(steps);
    for (const Rule rule : rules)
      BOOST_TEST(found.rate >= follow(steps, rule).rate * (1 - rounding),
                 "seed " << seed << ", platform " << k);
    BOOST_TEST(found.rate <= steady_state_with_buffers(steps) * (1 + rounding));
    BOOST_TEST(found.rate == rate(steps, found.selections), boost::test_tools::tolerance(rounding));
    mean += found.rate / steady_state(steps).rate / platforms;
  }
  BOOST_TEST(mean >= 0.895);
}

BOOST_AUTO_TEST_CASE(search_against_the_optimum) {
  std::mt19937 random(seed);
  int compared = 0;
  for (int k = 0; k < 8; ++k) {
    const std::vector<Step> steps = RandomStars{3 + k % 2, 10, 10}(random);
    for (const Reception reception : receptions)
      if (const auto optimum = optimal_schedule(steps, reception, 20'000)) {
        ++compared;
        const double found = periodic_schedule(steps, reception).rate;
        BOOST_TEST(found >= 0.99 * optimum->rate, "seed " << seed << ", platform " << k);
        BOOST_TEST(found <= optimum->rate * (1 + rounding));
      }
  }
  BOOST_TEST(compared >= 8);
}

BOOST_AUTO_TEST_CASE(many_workers) {
  std::mt19937 random(seed);
  const std::vector<Step> steps = RandomStars{1000, 20, 20}(random);
  const PeriodicSchedule found = periodic_schedule(steps);
  BOOST_TEST(found.rate >= 0.9 * steady_state(steps).rate);
}

BOOST_AUTO_TEST_CASE(borders) {
  const std::vector<Step> alone{{0, 3, 1}}; // the server itself: a link that costs nothing
  BOOST_TEST(steady_state(alone).rate == 1.0 / 3);
  BOOST_TEST(periodic_schedule(alone).rate == 1.0 / 3, boost::test_tools::tolerance(rounding));
  const std::vector<Step> with_server{{0, 3, 1}, {0, 6, 1}, {4, 2, 1}};
  for (const Reception reception : receptions)
    BOOST_TEST(optimal_schedule(with_server, reception)->rate <=
               steady_state_with_buffers(with_server, reception) * (1 + rounding));
  std::vector<Step> one_left_out = table_2; // its number stays
  one_left_out.insert(one_left_out.begin(), Step{});
  const PeriodicSchedule all = periodic_schedule(table_2), rest = periodic_schedule(one_left_out);
  BOOST_TEST(rest.rate == all.rate);
  BOOST_TEST(std::ranges::equal(all.selections, rest.selections, {}, [](int worker) { return worker + 1; }));
  BOOST_TEST(periodic_schedule(table_2).selections == all.selections); // the same seed
  BOOST_TEST(!optimal_schedule(table_2, Reception::ends_when_ready, 10));
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  for (const std::vector<Step>& steps : std::vector<std::vector<Step>>{
           {}, {{}}, {{1, 0, 1}}, {{-1, 1, 1}}, {{1, nan, 1}}, {{1, 1, -1}}, {{infinity, 1, 1}}}) {
    BOOST_CHECK_THROW(steady_state(steps), ArgumentError);
    BOOST_CHECK_THROW(periodic_schedule(steps), ArgumentError);
    BOOST_CHECK_THROW(optimal_schedule(steps), ArgumentError);
  }
  BOOST_CHECK_THROW(optimal_schedule(std::vector<Step>{{1, 1.5, 1}}), ArgumentError);
  for (const std::vector<int>& selections : {std::vector<int>{}, {3}, {-1}})
    BOOST_CHECK_THROW(rate(table_2, selections), ArgumentError);
}
