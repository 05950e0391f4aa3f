// make_plan, panels, grid shapes, JSON and bad input.
#define BOOST_TEST_MODULE plan
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "plan/grid_shape.hpp"
#include "testing/support/exception_message.hpp"
#include "testing/support/sanitized.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <span>

using namespace hetgrid;
using namespace hetgrid::plan;
using hetgrid::testing::message;

namespace {

BOOST_AUTO_TEST_CASE(panels_of_figures_4_and_7) {
  Options options{.p = 2, .q = 2, .search = Search::as_given, .panel_rows = 4, .panel_columns = 3};
  const Plan figure_4 = make_plan(std::vector<double>{1, 2, 3, 6}, options);
  BOOST_TEST(figure_4.rows.count == (std::vector<int>{3, 1}), boost::test_tools::per_element());
  BOOST_TEST(figure_4.columns.count == (std::vector<int>{2, 1}), boost::test_tools::per_element());
  BOOST_TEST(figure_4.panel_work == figure_4.bound, boost::test_tools::tolerance(1e-14));

  options.panel_rows = 8;
  options.panel_columns = 6;
  options.problem.operation = Operation::getrf;
  const Plan figure_7 = make_plan(std::vector<double>{1, 2, 3, 5}, options);
  BOOST_TEST(figure_7.rows.count == (std::vector<int>{6, 2}), boost::test_tools::per_element());
  BOOST_TEST(figure_7.columns.count == (std::vector<int>{4, 2}), boost::test_tools::per_element());
  BOOST_TEST(figure_7.columns.order == (std::vector<int>{0, 1, 0, 0, 1, 0}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_line_grids_follow_algorithm_2_3_1) {
  const Plan plan = make_plan(std::vector<double>{1, 3}, {.p = 1, .q = 2});
  BOOST_TEST(plan.columns.count == (std::vector<int>{3, 1}), boost::test_tools::per_element());
  BOOST_TEST(plan.rows.count == (std::vector<int>{1}), boost::test_tools::per_element());
  BOOST_TEST(plan.speedup() == 2.0, boost::test_tools::tolerance(1e-12));
  const Plan toy = make_plan(std::vector<double>{3, 5, 8}, {.p = 3, .q = 1, .panel_rows = 10});
  BOOST_TEST(toy.rows.count == (std::vector<int>{5, 3, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(plans_are_consistent) {
  std::mt19937 random(29);
  for (int trial = 0; trial < 30; ++trial) {
    const int p = 1 + static_cast<int>(random() % 3), q = 1 + static_cast<int>(random() % 4);
    std::vector<double> t(static_cast<std::size_t>(p * q) + random() % 3);
    for (double& x : t)
      x = std::uniform_real_distribution(1.0, 20.0)(random);
    const Plan plan = make_plan(
        t, {.p = p, .q = q, .problem = {.operation = trial % 2 ? Operation::gemm : Operation::getrf}});
    validate(plan);
    BOOST_TEST(plan.panel_work <= plan.work * (1 + 1e-9));
    BOOST_TEST(plan.work <= plan.bound * (1 + 1e-9));
    BOOST_TEST(plan.panel_work >= plan.cyclic_work * (1 - 1e-9));
    BOOST_TEST(plan.idle.size() == t.size() - static_cast<std::size_t>(p * q));
    for (const int idle : plan.idle) // only the slowest are left out
      for (const int used : plan.arrangement.process)
        BOOST_TEST(t[static_cast<std::size_t>(idle)] >= t[static_cast<std::size_t>(used)]);
    BOOST_TEST(to_json(plan_from_json(to_json(plan))) == to_json(plan));
  }
}

BOOST_AUTO_TEST_CASE(shape_and_idle_processes) {
  const Plan equal = make_plan(std::vector<double>(16, 1.0));
  BOOST_TEST(equal.arrangement.p == 4);
  BOOST_TEST(equal.arrangement.q == 4);
  // A process 1000 times slower than the others is not worth a place.
  const Plan lame = make_plan(std::vector<double>{1, 1, 1, 1, 1000});
  BOOST_TEST(lame.arrangement.p == 2);
  BOOST_TEST(lame.arrangement.q == 2);
  BOOST_TEST(lame.idle == (std::vector<int>{4}), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(!lame.shapes.empty());
  BOOST_TEST(std::ranges::is_sorted(lame.shapes, {}, &ConsideredShape::seconds));
  // What it would be like with everyone.
  BOOST_TEST(std::ranges::any_of(lame.shapes, [](const ConsideredShape& x) { return x.p * x.q == 5; }));
}

BOOST_AUTO_TEST_CASE(chosen_shape_is_the_best) {
  const unsigned seed = 31;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 12; ++trial) {
    std::vector<double> t(3 + random() % 6);
    for (double& x : t)
      x = std::uniform_real_distribution(1.0, 12.0)(random);
    Platform platform = platform_from_cycle_times(t);
    if (trial % 3 == 1)
      platform.network.medium = Medium::bus;
    if (trial % 3 == 2)
      platform.network.between_hosts = {1e-3, 1e-7}; // 10 MB/s
    const Problem problem{.operation = trial % 2 ? Operation::getrf : Operation::gemm, .n = 2000};
    const Options options{.problem = problem};
    const double chosen = predict(make_plan(platform, options), platform, problem).seconds;
    for (int p = 1; p <= static_cast<int>(t.size()); ++p)
      for (int q = 1; p * q <= static_cast<int>(t.size()); ++q) {
        Options fixed = options;
        fixed.p = p;
        fixed.q = q;
        BOOST_TEST(chosen <= predict(make_plan(platform, fixed), platform, problem).seconds * (1 + 1e-5));
      }
  }
}

BOOST_AUTO_TEST_CASE(speed_curves_decide_shares) {
  // Two processes of the same speed, one of which falls to a tenth beyond 4 million elements: of 16 million it gets
  // what it can do fast.
  Platform platform = platform_from_cycle_times(std::vector<double>{1, 1});
  platform.processes[1].curve = {{4e6, assumed_gflops}, {4.4e6, assumed_gflops / 10}};
  const Options options{.p = 1, .q = 2, .problem = {.n = 4000}};
  const Plan plan = make_plan(platform, options);
  const double share =
      static_cast<double>(
          plan.columns.count[static_cast<std::size_t>(plan.arrangement.process[1] == 1 ? 1 : 0)]) /
      static_cast<double>(plan.columns.order.size());
  BOOST_TEST(share > 0.2);
  BOOST_TEST(share < 0.28);
  Platform blind = platform;
  blind.processes[1].curve.clear();
  BOOST_TEST(predict(plan, platform, options.problem).seconds <
             0.7 * predict(make_plan(blind, options), platform, options.problem).seconds);
}

BOOST_AUTO_TEST_CASE(sizes_of_curves_are_those_of_doubles) {
  // An element of double complex takes the room of two: the speeds planned for fall where they fall with half the doubles.
  const auto ratio = [](double size, int element_bytes) {
    Platform platform = platform_from_cycle_times(std::vector<double>{1, 1});
    platform.processes[1].curve = {{size, assumed_gflops}, {1.1 * size, assumed_gflops / 10}};
    const Plan plan =
        make_plan(platform, {.p = 1, .q = 2, .problem = {.n = 4000, .element_bytes = element_bytes}});
    return plan.cycle_times[1] / plan.cycle_times[0];
  };
  BOOST_TEST(ratio(4e6, 16) == ratio(2e6, 8), boost::test_tools::tolerance(1e-6));
  BOOST_TEST(ratio(2e6, 4) == ratio(4e6, 8), boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(memory_is_respected) {
  const unsigned seed = 37;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 12; ++trial) {
    const int p = 1 + static_cast<int>(random() % 3), q = 2 + static_cast<int>(random() % 2);
    std::vector<double> t(static_cast<std::size_t>(p * q));
    for (double& x : t)
      x = std::uniform_real_distribution(1.0, 5.0)(random);
    Platform platform = platform_from_cycle_times(t);
    const Options options{.p = p, .q = q, .problem = {.n = 4000}};
    const double bytes = options.problem.matrix_bytes();
    // The fastest process, which would get more, has room for its equal share and the others for twice theirs.
    const auto fastest = std::ranges::min_element(t) - t.begin();
    for (ProcessSpeed& process : platform.processes)
      process.memory = (process.rank == fastest ? 1.0 : 2.0) * bytes / (p * q);
    const Plan plan = make_plan(platform, options);
    const double panel = static_cast<double>(plan.rows.order.size() * plan.columns.order.size());
    for (int i = 0; i < p; ++i)
      for (int j = 0; j < q; ++j) {
        const double fraction = plan.rows.count[static_cast<std::size_t>(i)] *
                                plan.columns.count[static_cast<std::size_t>(j)] / panel;
        BOOST_TEST(fraction * bytes <=
                   platform.processes[static_cast<std::size_t>(plan.arrangement.at(i, j))].memory *
                       (1 + 1e-9));
      }
    for (ProcessSpeed& process : platform.processes)
      process.memory = 0.9 * bytes / (p * q);
    BOOST_TEST(message<ArgumentError>([&] { make_plan(platform, options); }).find("memory") !=
               std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(plans_with_hardly_any_memory_can_be_read) {
  Platform platform = platform_from_cycle_times(std::vector<double>{1, 2, 2, 1e6});
  for (const std::vector<int>& processes : {std::vector<int>{1}, {0}, {2, 3}})
    for (const auto& [p, q] : {std::pair{0, 0}, {1, 4}, {2, 2}}) {
      Platform small = platform;
      for (const int process : processes)
        small.processes[static_cast<std::size_t>(process)].memory = 2000;
      const Plan plan = make_plan(small, {.p = p, .q = q, .problem = {.n = 40'000}});
      BOOST_TEST(to_json(plan_from_json(to_json(plan))) == to_json(plan));
    }
}

BOOST_AUTO_TEST_CASE(interrupted_search_gives_a_plan) {
  std::vector<double> t(48);
  std::mt19937 random(41);
  for (double& x : t)
    x = std::uniform_real_distribution(1.0, 10.0)(random);
  for (const int calls : {1, 5}) {
    int called = 0;
    const Plan plan = make_plan(t, {.progress = [&](const SearchStatus& status) {
                                  BOOST_TEST(status.p * status.q <= 48);
                                  BOOST_TEST(status.fraction >= 0);
                                  BOOST_TEST(status.fraction <= 1);
                                  return ++called < calls;
                                }});
    BOOST_TEST(called >= calls);
    BOOST_TEST(called <= calls + 20); // nothing is begun after the end was asked for
    validate(plan);
  }
}

// What it costs is counted, in millions of operations of the searches and in shapes: seconds are bench-plan's.
BOOST_AUTO_TEST_CASE(shape_of_a_thousand_processes_is_chosen_soon) {
  std::mt19937_64 random(1);
  std::vector<double> times;
  for (int k = 0; k < 1024; ++k)
    times.push_back(1 + 9 * static_cast<double>(random() >> 11) * 0x1p-53);
  Platform constant = platform_from_cycle_times(times), curves = constant;
  for (ProcessSpeed& process : curves.processes)
    process.curve = {{2.5e5, 0.7 * process.gflops}, {4e6, 0.95 * process.gflops}, {6.4e7, process.gflops}};
  struct Case {
    const Platform& platform;
    Problem problem;
  };
  std::vector<Case> cases{{constant, {.operation = Operation::gemm, .n = 40'000}},
                          {constant, {.operation = Operation::getrf, .n = 100'000}},
                          {constant, {.operation = Operation::geqrf, .n = 100'000'000}},
                          {curves, {.operation = Operation::getrf, .n = 40'000}},
                          {curves, {.operation = Operation::potrf, .n = 100'000'000}}};
  if (std::getenv("HETGRID_CHECK_LONG"))
    for (const Platform* const platform : {&constant, &curves})
      for (const Operation operation :
           {Operation::gemm, Operation::getrf, Operation::geqrf, Operation::potrf})
        for (const std::int64_t n : {100, 1'000, 10'000, 40'000, 100'000, 1'000'000, 100'000'000})
          cases.push_back({*platform, {.operation = operation, .n = n}});
  for (const auto& [platform, problem] : std::span(cases).first(hetgrid::testing::cases(cases.size()))) {
    int calls = 0;
    const Plan plan = make_plan(
        platform, {.problem = problem, .progress = [&](const SearchStatus&) { return ++calls > 0; }});
    BOOST_TEST_MESSAGE(calls << " calls, " << plan.shapes.size() << " shapes");
    BOOST_TEST(calls < 1000, "operation " << static_cast<int>(problem.operation) << ", n = " << problem.n);
    BOOST_TEST(plan.shapes.size() <= 4);
    BOOST_TEST(plan.arrangement.process.size() + plan.idle.size() == times.size());
  }
}

BOOST_AUTO_TEST_CASE(uniform_plan_is_block_cyclic) {
  const Plan plan = uniform_plan(2, 3);
  BOOST_TEST(plan.rows.order == (std::vector<int>{0, 1}), boost::test_tools::per_element());
  BOOST_TEST(plan.columns.order == (std::vector<int>{0, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST(plan.arrangement.process == (std::vector<int>{0, 1, 2, 3, 4, 5}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(illegal_arguments_are_named) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, inf, -inf}) {
    const std::string text = message<ArgumentError>([&] { make_plan(std::vector<double>{1, bad}); });
    BOOST_TEST(text.find("cycle_times[1]") != std::string::npos, text);
  }
  const std::vector<double> two{1, 2};
  const struct {
    Options options;
    const char* named;
  } cases[] = {{{.p = 2, .q = 2}, "grid"},
               {{.p = 0, .q = 2}, "grid"},
               {{.p = -1, .q = -1}, "grid"},
               {{.p = 1, .q = 2, .panel_rows = -1}, "panel_rows"},
               {{.p = 1, .q = 2, .panel_columns = 2'000'000'000}, "panel_columns"},
               {{.problem = {.n = 0}}, "n"},
               {{.problem = {.block_size = 0}}, "block_size"},
               {{.problem = {.element_bytes = 3}}, "element_bytes"}};
  for (const auto& [options, named] : cases) {
    const std::string text = message<ArgumentError>([&] { make_plan(two, options); });
    BOOST_TEST(text.find(named) != std::string::npos, text);
  }
  BOOST_TEST(message<ArgumentError>([] { make_plan(std::vector<double>{}); }).find("cycle_times") !=
             std::string::npos);
  BOOST_TEST(message<ArgumentError>([] { uniform_plan(0, 1); }).find("p: 0") != std::string::npos);
  for (const std::vector<double>& ratio :
       {std::vector<double>{1, 2, 3, 1e100}, {1, 1e308}, {1e-320, 1}, {1, 1e9, 1}})
    BOOST_TEST(message<ArgumentError>([&] { make_plan(ratio); }).starts_with("cycle_times["));
  BOOST_TEST(message<ArgumentError>([] { cycle_times_from_text("--cycle-times", "1,3,1e100"); }) ==
             "--cycle-times[2]: 1e+100: expected 1e-12 to 1e+12");
  BOOST_TEST(message<ArgumentError>([] { cycle_times_from_text("--speeds", "1:x", ",:"); }) ==
             "--speeds: \"1:x\": expected positive finite numbers separated by commas (\"x\" is none)");
  const std::string word(3000, 'z');
  BOOST_TEST(message<ArgumentError>([&] {
               cycle_times_from_text("--cycle-times", word);
             }).ends_with(" (\"" + word.substr(0, 40) + "...\" is none)"));
}

BOOST_AUTO_TEST_CASE(malformed_json_is_named) {
  const std::string good = to_json(make_plan(std::vector<double>{1, 3}, {.p = 1, .q = 2}));
  const auto replaced = [&](const std::string& what, const std::string& with) {
    std::string text = good;
    const std::size_t at = text.find(what);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
  };
  const struct {
    std::string text;
    const char* named;
  } input_errors[] = {
      {"{", "malformed"},
      {"[]", "object"},
      {"{\"cycle_times\": [1e999]}", "malformed"},
      {"{}", "cycle_times"},
      {replaced("\"p\": 1", "\"p\": \"one\""), "p: \"one\": expected an integer"},
      {replaced("\"p\": 1", "\"p\": 1.5"), "p: 1.5: expected an integer"},
      {replaced("\"p\": 1", "\"p\": 4294967297"), "p: 4294967297: expected an integer of 32 bits"},
      {replaced("\"p\": 1", "\"p\": 1, \"p\": 1"), "p: expected once, found twice"},
      {replaced("\"p\"", "\"pp\""), "p is missing"},
      {replaced("\"p\"", "\"rowz\": 3, \"p\""), "rowz: 3: expected no such field, but cycle_times"},
      {replaced("\"count\"", "\"count\": [], \"counted\""), "rows.counted: an array: expected no such"},
      {replaced("[\n    0,", "[\n    0.5,"), "arrangement[0]: 0.5: expected an integer"},
      {replaced("[\n    0,", "[\n    [],"), "arrangement[0]: an array: expected an integer"},
      {replaced("1.0,\n    3.0", "1.0,\n    null"), "cycle_times[1]: null: expected a number"},
      {replaced("\"idle\": []", "\"idle\": {}"), "idle: an object: expected an array"},
      {replaced("gemm", "sorting"), "operation: \"sorting\": expected gemm"}};
  for (const auto& [text, named] : input_errors) {
    const std::string what = message<InputError>([&] { plan_from_json(text); });
    BOOST_TEST(what.find(named) != std::string::npos, what);
  }
  const struct {
    std::string text;
    const char* named;
  } argument_errors[] = {
      {replaced("\"p\": 1", "\"p\": 2"), "grid"},
      {replaced("\"q\": 2", "\"q\": 1"), "arrangement"},
      {replaced("1.0,\n    3.0", "1.0,\n    1e100"), "cycle_times[1]: 1e+100: expected"},
      {replaced("1.0,\n    3.0", "1.0,\n    3e6"), "cycle_times[1]: 3e+06: expected at most 1e+06 times"},
      {replaced("[\n    0,", "[\n    1,"), "arrangement[1]: 1: expected every process"},
      {replaced("\"idle\": []", "\"idle\": [1]"), "idle[0]: 1: expected every process"},
      {replaced("\"work\": ", "\"work\": -"), "work: -"},
      {replaced("3,\n      1\n    ]", "3,\n      2\n    ]"), "columns.count[1]"}};
  for (const auto& [text, named] : argument_errors) {
    const std::string what = message<ArgumentError>([&] { plan_from_json(text); });
    BOOST_TEST(what.find(named) != std::string::npos, what);
  }
}

} // namespace
