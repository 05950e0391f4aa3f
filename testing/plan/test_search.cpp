// Searches against brute force and against each other, their bounds, their size, their end.
#define BOOST_TEST_MODULE search
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "testing/support/cycle_times.hpp"
#include "testing/support/exception_message.hpp"

#include "plan/search/branch_and_bound.hpp"
#include "plan/search/exact_shares.hpp"
#include "plan/search/local_search.hpp"
#include "testing/support/sanitized.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>

using namespace hetgrid::plan;
using hetgrid::testing::families;
using hetgrid::testing::message;
using hetgrid::testing::random_cycle_times;

namespace {

/// Cycle-times of which several are equal.
std::vector<double> with_ties(int n, std::mt19937_64& random) {
  std::vector<double> times;
  for (int k = 0; k < n; ++k)
    times.push_back(static_cast<double>(1 + random() % 4));
  std::ranges::sort(times);
  return times;
}

/// Best W over all arrangements, whether non-decreasing or not.
double brute_force(std::vector<double> times, int p, int q) {
  double best = 0;
  do
    best = std::max(best, work(exact_shares(TimeMatrix(p, q, times))));
  while (std::ranges::next_permutation(times).found);
  return best;
}

/// Sizes, a permutation of the processes, shares that respect the constraints, W of these shares, a bound
/// above.
void check_solution(const Solution& solution, const std::vector<double>& times, int p, int q) {
  BOOST_TEST_REQUIRE(solution.arrangement.p == p);
  BOOST_TEST_REQUIRE(solution.arrangement.q == q);
  std::vector<int> processes = solution.arrangement.process, all(times.size());
  std::ranges::sort(processes);
  std::iota(all.begin(), all.end(), 0);
  BOOST_TEST_REQUIRE((processes == all));
  BOOST_TEST(makespan(TimeMatrix(times, solution.arrangement), solution.shares) <= 1 + 1e-12);
  BOOST_TEST(work(solution.shares) == solution.work, boost::test_tools::tolerance(1e-13));
  BOOST_TEST(solution.bound >= solution.work * (1 - 1e-12));
  BOOST_TEST(solution.bound <= upper_bound(times) * (1 + 1e-12));
}

BOOST_AUTO_TEST_CASE(exact_search_agrees_with_all_permutations) {
  const unsigned seed = 13;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (const auto& [p, q] : {std::pair{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}, {2, 4}})
    for (int trial = 0; trial < (p * q == 8 ? 1 : 10); ++trial) {
      const std::vector<double> times =
          trial % 2 ? with_ties(p * q, random)
                    : random_cycle_times(families[static_cast<std::size_t>(trial / 2)], p * q, random);
      const Solution solution = search_exactly(times, p, q);
      check_solution(solution, times, p, q);
      BOOST_TEST(solution.work == brute_force(times, p, q), boost::test_tools::tolerance(1e-9));
      BOOST_TEST(solution.bound == solution.work);
    }
  for (int trial = 0; trial < 3; ++trial) { // 9! permutations, of which ties leave few
    const std::vector<double> times = with_ties(9, random);
    const Solution solution = search_exactly(times, 3, 3);
    check_solution(solution, times, 3, 3);
    BOOST_TEST(solution.work == brute_force(times, 3, 3), boost::test_tools::tolerance(1e-9));
  }
}

/// Branch and bound alone, from the worst possible start.
double branch_and_bound_alone(const std::vector<double>& times, int p, int q) {
  ProgressMeter meter({}, p, q);
  Solution start = arrange_as_given(times, p, q);
  start.work = 0;
  return branch_and_bound(times, start, meter).work;
}

BOOST_AUTO_TEST_CASE(branch_and_bound_needs_no_good_start) {
  std::mt19937_64 random(5);
  for (const auto& [p, q] : {std::pair{2, 3}, {3, 3}, {2, 5}, {5, 2}, {3, 4}})
    for (int trial = 0; trial < 6; ++trial) {
      const std::vector<double> times =
          trial == 5 ? with_ties(p * q, random)
                     : random_cycle_times(families[static_cast<std::size_t>(trial)], p * q, random);
      BOOST_TEST(branch_and_bound_alone(times, p, q) == search_exactly(times, p, q).work,
                 boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(transposing_the_grid_changes_nothing) {
  std::mt19937_64 random(7);
  for (const auto& [p, q] : {std::pair{2, 7}, {3, 4}, {1, 9}}) {
    const std::vector<double> times = random_cycle_times(families[1], p * q, random);
    BOOST_TEST(search_exactly(times, p, q).work == search_exactly(times, q, p).work,
               boost::test_tools::tolerance(1e-9));
  }
}

BOOST_AUTO_TEST_CASE(local_search_lies_between_heuristic_and_optimum) {
  const unsigned seed = 17;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (const auto& [p, q] : {std::pair{3, 3}, {2, 6}, {3, 4}}) {
    double mean = 0;
    constexpr int trials = 20;
    for (int trial = 0; trial < trials; ++trial) {
      const std::vector<double> times =
          random_cycle_times(families[trial % std::size(families)], p * q, random);
      const double exact = search_exactly(times, p, q).work;
      ProgressMeter meter({}, p, q);
      const Solution found = iterated_local_search(times, p, q, 1, upper_bound(times), meter, 0.25);
      check_solution(found, times, p, q);
      BOOST_TEST(found.work >= search_heuristically(times, p, q).work * (1 - 1e-12));
      BOOST_TEST(found.work <= exact * (1 + 1e-9));
      BOOST_TEST(found.work >= exact * 0.98);
      mean += found.work / exact / trials;
    }
    BOOST_TEST(mean > 0.999);
  }
}

BOOST_AUTO_TEST_CASE(larger_grids) {
  const unsigned seed = 19;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (const auto& [p, q] : {std::pair{5, 5}, {1, 40}, {40, 1}, {4, 9}, {12, 10}})
    for (const auto& family : std::span(families).first(hetgrid::testing::cases(std::size(families)))) {
      const std::vector<double> times = random_cycle_times(family, p * q, random);
      const Solution found = search_multi_start(times, p, q);
      check_solution(found, times, p, q);
      BOOST_TEST(found.work >= search_heuristically(times, p, q).work * (1 - 1e-12));
      if (p == 1 || q == 1)
        BOOST_TEST(found.work == upper_bound(times), boost::test_tools::tolerance(1e-9));
    }
  const std::vector<double> times = random_cycle_times(families[1], 36, random);
  const Solution once = search_multi_start(times, 6, 6), again = search_multi_start(times, 6, 6);
  BOOST_TEST(once.arrangement.process == again.arrangement.process, boost::test_tools::per_element());
  BOOST_TEST(once.work == again.work);
}

BOOST_AUTO_TEST_CASE(equal_processes_need_no_search) {
  for (const auto& [p, q] : {std::pair{2, 2}, {4, 4}, {5, 6}, {9, 9}}) {
    const std::vector<double> times(static_cast<std::size_t>(p * q), 2.5);
    const Solution found = search_multi_start(times, p, q);
    check_solution(found, times, p, q);
    BOOST_TEST(found.work == upper_bound(times), boost::test_tools::tolerance(1e-9));
  }
  for (const auto& [p, q] : {std::pair{3, 4}, {4, 4}, {2, 13}}) {
    std::vector<double> times(static_cast<std::size_t>(p * q), 1); // two classes, no spread
    std::fill(times.begin() + p * q / 3, times.end(), 4);
    check_solution(search_exactly(times, p, q), times, p, q);
  }
}

BOOST_AUTO_TEST_CASE(feasibility_of_the_exact_search) {
  for (int p = 1; p <= 4; ++p)
    for (int q = 1; q <= 4; ++q)
      BOOST_TEST(exact_is_feasible(p, q));
  BOOST_TEST(exact_is_feasible(1, 100'000));
  BOOST_TEST(exact_is_feasible(2, 13));
  BOOST_TEST(!exact_is_feasible(5, 5));
  BOOST_TEST(!exact_is_feasible(128, 128));
}

BOOST_AUTO_TEST_CASE(a_thousand_processes) {
  std::mt19937_64 random(23);
  const std::vector<double> times = random_cycle_times(families[1], 1024, random);
  const Solution found = search_multi_start(times, 16, 64);
  check_solution(found, times, 16, 64);
  BOOST_TEST(found.work >= 0.97 * upper_bound(times));
}

BOOST_AUTO_TEST_CASE(interruption) {
  std::mt19937_64 random(29);
  for (const auto& [p, q] : {std::pair{4, 4}, {8, 8}, {20, 20}})
    for (const int calls_allowed : {0, 1, 3}) {
      const std::vector<double> times = random_cycle_times(families[0], p * q, random);
      int calls = 0;
      double work = 0;
      SearchControl control;
      control.progress = [&](const SearchStatus& status) {
        BOOST_TEST(status.p == p);
        BOOST_TEST(status.q == q);
        BOOST_TEST((status.fraction >= 0 && status.fraction <= 1));
        BOOST_TEST(status.work >= work);
        BOOST_TEST(status.bound >= status.work * (1 - 1e-12));
        work = status.work;
        return calls++ < calls_allowed;
      };
      using Search = Solution (*)(std::span<const double>, int, int, const SearchControl&);
      for (const Search search :
           {Search(search_multi_start), Search(search_exactly), Search(arrange_as_given)}) {
        if (search == search_exactly && p > 4)
          continue;
        calls = 0;
        work = 0;
        const Solution found = search(times, p, q, control);
        BOOST_TEST(calls <= calls_allowed + 1); // never called again once it has returned false
        BOOST_TEST(found.work >= work * (1 - 1e-12));
        check_solution(found, times, p, q);
        if (search != arrange_as_given)
          BOOST_TEST(found.work >= search_heuristically(times, p, q).work * (1 - 1e-12));
      }
    }
}

/// Log-uniform over a range of 10^decades that may lie anywhere in 10^(-scale) .. 10^scale, some of them equal.
std::vector<double> extreme_cycle_times(int n, double decades, double scale, std::mt19937_64& random) {
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  const double lowest = -scale + (2 * scale - decades) * uniform();
  std::vector<double> times;
  for (int k = 0; k < n; ++k) {
    const double where =
        random() % 4 == 0 ? std::round(uniform()) : uniform(); // at the ends of the range, too
    times.push_back(std::pow(10, lowest + decades * where));
  }
  std::ranges::sort(times);
  return times;
}

/// All searches on times drawn by extreme_cycle_times(): check(solution, times, p, q) of each.
template <typename Check>
void search_extremes(double decades, double scale, std::uint64_t seed, Check&& check) {
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  const int trials = std::getenv("HETGRID_CHECK_LONG") ? 1000 : 20;
  for (int trial = 0; trial < trials; ++trial) {
    const int p = 1 + static_cast<int>(random() % 4), q = 1 + static_cast<int>(random() % 6);
    const std::vector<double> times = extreme_cycle_times(p * q, decades, scale, random);
    BOOST_TEST_INFO("trial " << trial << ": " << p << " x " << q);
    check([&] { return search_heuristically(times, p, q); }, times, p, q);
    if (p * q <= 12)
      check([&] { return search_exactly(times, p, q); }, times, p, q);
    check([&] { return search_multi_start(times, p, q); }, times, p, q);
    check([&] { return arrange_as_given(times, p, q); }, times, p, q);
  }
}

BOOST_AUTO_TEST_CASE(extreme_cycle_times_within_the_limits) {
  for (const double decades : {1.0, 3.0, 6.0})
    search_extremes(decades, 12, 907, [](auto&& search, const std::vector<double>& times, int p, int q) {
      const Solution solution = search();
      check_solution(solution, times, p, q);
      for (const std::vector<double>* side : {&solution.shares.r, &solution.shares.c})
        for (const double share : *side)
          BOOST_TEST((share > 0 && std::isfinite(share)));
    });
}

BOOST_AUTO_TEST_CASE(cycle_times_beyond_the_limits_do_no_harm) {
  // No caller has such times. What overflows is told, or ends in shares that are not finite; nothing crashes.
  int refused = 0;
  for (const auto& [decades, scale] : {std::pair{100.0, 150.0}, {300.0, 150.0}, {600.0, 320.0}})
    search_extremes(decades, scale, 911, [&](auto&& search, const std::vector<double>&, int, int) {
      try {
        search();
      } catch (const hetgrid::ArgumentError&) {
        ++refused;
      }
    });
  BOOST_TEST(refused > 0);
}

BOOST_AUTO_TEST_CASE(too_many_trees_are_refused) {
  for (const auto& [p, q] : {std::pair{16, 16}, {20, 20}, {36, 36}, {600, 600}}) {
    const std::vector<double> times(static_cast<std::size_t>(p * q), 1.0);
    BOOST_TEST(message<hetgrid::ArgumentError>([&] {
                 search_exactly(times, p, q);
               }).starts_with("search: exact: expected another one for a grid " + std::to_string(p) + " x "));
  }
}

BOOST_AUTO_TEST_CASE(one_process_is_a_million_times_slower) {
  // Sums of shares that differ as much: rounding must not look like a gain, again and again.
  for (const double slow : {1e5, 9e5, 1e6}) {
    const std::vector<double> sorted{1, 2, 2, slow};
    const Solution exact = search_exactly(sorted, 2, 2), several = search_multi_start(sorted, 2, 2);
    BOOST_TEST(exact.work == several.work, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(exact.work <= upper_bound(sorted));
  }
}

} // namespace
