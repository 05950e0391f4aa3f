// Runs of the Push DFA to their ends.
#define BOOST_TEST_MODULE push_dfa
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "partition/push/dfa.hpp"
#include "testing/partition/push/random_counts.hpp"
#include "testing/support/exception_message.hpp"

#include <map>
#include <numeric>
#include <set>

using namespace hetgrid;
using namespace hetgrid::partition;
using hetgrid::testing::below;
using hetgrid::testing::message;
using hetgrid::testing::random_counts;

namespace {

std::int64_t sum(const PushCounts& pushes) {
  return std::accumulate(pushes.begin(), pushes.end(), std::int64_t{0});
}

/// Whether there is a Push for the input.
bool pushable(const Partition& partition, const PushPlan::Input& input) {
  PushState state(partition);
  return push(state, input.process, input.direction) != nullptr;
}

std::vector<std::int64_t> cells_of(const Partition& partition) {
  std::vector<std::int64_t> cells;
  for (const ProcessMetrics& process : metrics(partition))
    cells.push_back(process.cells);
  return cells;
}

bool within(const Rectangle& inner, const Rectangle& outer) {
  return inner.rows == 0 || (inner.row >= outer.row && inner.column >= outer.column &&
                             inner.row + inner.rows <= outer.row + outer.rows &&
                             inner.column + inner.columns <= outer.column + outer.columns);
}

BOOST_AUTO_TEST_CASE(runs_end_without_a_push) {
  std::int64_t beautified = 0;
  for (const int processes : {1, 2, 3, 4, 5})
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
      std::mt19937_64 random(seed);
      const std::int64_t n = 1 + below(random, 14);
      const std::vector<std::int64_t> counts = random_counts(random, n, processes);
      const PushRun run = run_push_dfa(n, counts, seed);
      BOOST_TEST_INFO("processes " << processes << ", cells " << n << ", seed " << seed);
      for (const PushPlan::Input& input : run.plan.inputs)
        BOOST_TEST(!pushable(run.condensed, input));
      for (int process = 0; process < processes; ++process)
        if (process != largest_process(counts))
          for (const Direction direction : all_directions)
            BOOST_TEST(!pushable(run.end, {process, direction}));

      const Partition* const states[] = {&run.start, &run.condensed, &run.end};
      const std::int64_t volumes[] = {run.start_volume, run.condensed_volume, run.end_volume};
      for (int k = 0; k < 3; ++k) {
        BOOST_TEST(volumes[k] == volume_of_communication(*states[k]));
        BOOST_TEST(cells_of(*states[k]) == counts, boost::test_tools::per_element());
        if (k > 0) {
          BOOST_TEST(volumes[k] <= volumes[k - 1]);
          for (int process = 0; process < processes; ++process)
            BOOST_TEST(within(LineCounts(*states[k]).enclosing_rectangle(process),
                              LineCounts(*states[k - 1]).enclosing_rectangle(process)));
        }
      }
      BOOST_TEST((sum(run.pushes) > 0 || run.condensed == run.start));
      BOOST_TEST(sum(run.pushes) + sum(run.beautifying) <= 2 * n * (processes - 1));
      beautified += sum(run.beautifying);
    }
  BOOST_TEST(beautified > 100);
}

BOOST_AUTO_TEST_CASE(a_seed_is_a_run) {
  const std::vector<std::int64_t> counts = cells_in_proportion(std::vector<double>{1, 4, 2}, 30);
  std::set<std::int64_t> volumes;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    const PushRun run = run_push_dfa(30, counts, seed), again = run_push_dfa(30, counts, seed);
    BOOST_TEST((run.start == again.start));
    BOOST_TEST((run.plan.inputs == again.plan.inputs));
    BOOST_TEST((run.end == again.end));
    volumes.insert(run.end_volume);
  }
  BOOST_TEST(volumes.size() > 2);
  // The same on every machine.
  BOOST_TEST(run_push_dfa(30, counts, 1).end_volume == 1830);
}

// 6.3.1: one to four directions for each process but the largest, all orders.
BOOST_AUTO_TEST_CASE(plans) {
  std::mt19937_64 random(3);
  std::map<std::size_t, int> directions;
  std::set<Direction> first;
  int interleaved = 0;
  for (int k = 0; k < 400; ++k) {
    const PushPlan plan = random_push_plan(std::vector<std::int64_t>{3, 9, 9, 4}, random);
    for (const int process : {0, 2, 3}) {
      std::set<Direction> own;
      for (const PushPlan::Input& input : plan.inputs)
        if (input.process == process)
          BOOST_TEST(own.insert(input.direction).second);
      ++directions[own.size()];
    }
    BOOST_TEST((std::ranges::count(plan.inputs, 1, &PushPlan::Input::process) == 0));
    first.insert(plan.inputs.front().direction);
    interleaved += plan.interleaved;
  }
  BOOST_TEST(directions.size() == 4u);
  for (const auto& [number, count] : directions) {
    BOOST_TEST(number >= 1u);
    BOOST_TEST(number <= 4u);
    BOOST_TEST(std::abs(count - 300) < 75);
  }
  BOOST_TEST(first.size() == 4u);
  BOOST_TEST(std::abs(interleaved - 200) < 50);
}

// A plan whose inputs are exhausted one after the other does not come to the second before the first is at its end.
BOOST_AUTO_TEST_CASE(order_of_inputs) {
  std::mt19937_64 random(5);
  const std::vector<std::int64_t> counts{60, 40};
  for (int k = 0; k < 50; ++k) {
    const Partition start = run_push_dfa(10, counts, random()).start;
    PushState one(start), both(start);
    condense(one, {{{1, Direction::down}}, false});
    while (push(one, 1, Direction::over) != nullptr)
      ;
    condense(one, {{{1, Direction::down}, {1, Direction::over}}, false});
    condense(both, {{{1, Direction::down}, {1, Direction::over}}, false});
    BOOST_TEST((one.partition() == both.partition()));

    PushState turns(start), interleaved(start);
    push(turns, 1, Direction::down);
    push(turns, 1, Direction::over);
    condense(interleaved, {{{1, Direction::down}, {1, Direction::over}}, true});
    condense(turns, {{{1, Direction::down}, {1, Direction::over}}, true});
    BOOST_TEST((turns.partition() == interleaved.partition()));
  }
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const auto run = [](std::int64_t cells, const std::vector<std::int64_t>& counts) {
    return message<ArgumentError>([&] { run_push_dfa(cells, counts, 1); });
  };
  BOOST_TEST(run(2, {1, 2}) == "counts: 3: expected 4 cells together");
  BOOST_TEST(run(0, {1, 2}) == "cells: 0: expected 1 to 8192");
  BOOST_TEST(run(2, {}).starts_with("processes: 0: expected 1 to "));
}

} // namespace
