// Selection of workers in the model of [Dongarra06] 6, against the paper's figures.
#define BOOST_TEST_MODULE selection
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/server_selection.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace hetgrid;
using namespace hetgrid::server;

namespace {

constexpr Rule rules[] = {Rule::local, Rule::global, Rule::global_two_steps, Rule::local_two_steps};

/// Table 2 of [Dongarra06].
const std::vector<Step> table_2{{24, 72, 36}, {108, 972, 324}, {100, 100, 100}};

/// The bandwidth-centric bound: workers by transfer / work, until the port is busy.
double bound(std::vector<Step> steps) {
  std::ranges::sort(steps, {}, [](const Step& step) { return step.transfer / step.work; });
  double port = 1, rate = 0;
  for (const Step& step : steps) {
    const double mine = std::min(step.work / step.update, port * step.work / step.transfer);
    rate += mine;
    port -= mine * step.transfer / step.work;
  }
  return rate;
}

} // namespace

BOOST_AUTO_TEST_CASE(table_2_as_printed) {
  const Star star{{}, {{2, 2}, {3, 3}, {5, 1}}};
  BOOST_TEST((steps_of(star, std::vector<Index>{6, 18, 10}) == table_2));
  BOOST_TEST(bound(table_2) == 25.0 / 18, boost::test_tools::tolerance(1e-12)); // 1.39
  Selection selection(table_2, Rule::global);
  for (const auto& [worker, completion, work] :
       {std::tuple{1, 108, 324}, {0, 132, 360}, {2, 232, 460}, {0, 256, 496}}) {
    BOOST_TEST(selection.next() == worker);
    BOOST_TEST(selection.completion() == completion);
    BOOST_TEST(selection.work() == work);
  }
  for (int k = 4; k < 13; ++k) // one to the second worker, 12 that alternate
    BOOST_TEST(selection.next() == (k % 2 == 1 ? 0 : 2));
  BOOST_TEST(selection.next() == 1);
}

// Bandwidth-centric, both workers would compute all the time; that takes room for 20 steps on the first.
BOOST_AUTO_TEST_CASE(table_1_is_not_feasible) {
  const std::vector<Step> steps = steps_of({{}, {{1, 2}, {20, 40}}}, std::vector<Index>{2, 2});
  BOOST_TEST(bound(steps) == 1.0 / 2 + 1.0 / 40, boost::test_tools::tolerance(1e-12));
  for (const Rule rule : rules)
    for (const Reception reception : {Reception::ends_when_ready, Reception::two_buffers})
      BOOST_TEST(steady_rate(steps, rule, reception, 2000) < 0.97 * bound(steps));
}

BOOST_AUTO_TEST_CASE(asymptotic_ratios) {
  const double within = 1e-3;
  const auto rate = [](Rule rule, Reception reception) {
    return steady_rate(table_2, rule, reception, 20'000);
  };
  BOOST_TEST(rate(Rule::global, Reception::ends_when_ready) == 1.173, boost::test_tools::tolerance(within));
  BOOST_TEST(rate(Rule::global_two_steps, Reception::ends_when_ready) == 319.0 / 244,
             boost::test_tools::tolerance(within));
  BOOST_TEST(rate(Rule::local, Reception::ends_when_ready) == 1.21, boost::test_tools::tolerance(within));
  for (const Rule rule : rules)
    BOOST_TEST(rate(rule, Reception::two_buffers) > rate(rule, Reception::ends_when_ready));
}

// p = 5, c and w in 1..20, mu in 2..20: means over the bound.
BOOST_AUTO_TEST_CASE(random_platforms) {
  constexpr int platforms = 200;
  constexpr unsigned seed = 7;
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  std::array<double, 4> mean{}, mean_of_two_buffers{};
  double best_of_four = 0;
  for (int k = 0; k < platforms; ++k) {
    std::vector<Step> steps;
    for (int worker = 0; worker < 5; ++worker) {
      const double c = draw(1, 20), w = draw(1, 20), mu = draw(2, 20);
      steps.push_back({2 * mu * c, mu * mu * w, mu * mu});
    }
    double best = 0;
    for (std::size_t rule = 0; rule < 4; ++rule) {
      const double rate = steady_rate(steps, rules[rule], Reception::ends_when_ready, 2000) / bound(steps);
      BOOST_TEST(rate < 1 + 1e-3, "seed " << seed << ", platform " << k);
      mean[rule] += rate / platforms;
      mean_of_two_buffers[rule] +=
          steady_rate(steps, rules[rule], Reception::two_buffers, 2000) / bound(steps) / platforms;
      best = std::max(best, rate);
    }
    best_of_four += best / platforms;
  }
  BOOST_TEST_MESSAGE("ends when ready: " << mean[0] << " " << mean[1] << " " << mean[2] << " " << mean[3]
                                         << ", best of four " << best_of_four << "; two buffers: "
                                         << mean_of_two_buffers[0] << " " << mean_of_two_buffers[1] << " "
                                         << mean_of_two_buffers[2] << " " << mean_of_two_buffers[3]);
  BOOST_TEST(std::abs(mean[0] - 0.775) < 0.01);
  BOOST_TEST(std::abs(mean[1] - 0.818) < 0.01);
  BOOST_TEST(std::abs(mean[2] - 0.843) < 0.01);
  BOOST_TEST(std::abs(best_of_four - 0.865) < 0.01);
  for (std::size_t rule = 0; rule < 4; ++rule)
    BOOST_TEST(mean_of_two_buffers[rule] > mean[rule]);
}

BOOST_AUTO_TEST_CASE(who_leaves_gets_nothing) {
  for (const Rule rule : rules) {
    Selection selection(table_2, rule);
    selection.leave(1);
    for (int k = 0; k < 100; ++k)
      BOOST_TEST(selection.next() != 1);
  }
  BOOST_CHECK_THROW(Selection({{1, 1, 0}}, Rule::local), ArgumentError);
  BOOST_CHECK_THROW(steps_of({{}, {{1, 1}}}, std::vector<Index>{1, 2}), ArgumentError);
}
