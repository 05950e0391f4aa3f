// Arrangements: Table 4, the heuristic's examples, the nine workstations of section 5, exact search by brute
// force.
#define BOOST_TEST_MODULE arrangements
#include <boost/test/unit_test.hpp>

#include "plan/arrangements.hpp"
#include "plan/exact_shares.hpp"
#include "plan/heuristic.hpp"
#include "plan/search.hpp"

#include <algorithm>
#include <numeric>
#include <random>

using namespace hetgrid::plan;

namespace {

const std::vector<double> workstations{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}; // Table 3, sorted

std::vector<double> times_of(const Solution& solution, const std::vector<double>& sorted) {
  std::vector<double> times;
  for (const int process : solution.arrangement.process)
    times.push_back(sorted[static_cast<std::size_t>(process)]);
  return times;
}

std::vector<double> random_sorted(std::mt19937& random, int n, double high) {
  std::vector<double> t(static_cast<std::size_t>(n));
  for (double& x : t)
    x = std::uniform_real_distribution(1.0, high)(random);
  std::ranges::sort(t);
  return t;
}

BOOST_AUTO_TEST_CASE(table_4) {
  const double printed[5][5] = {{1, 1, 1, 1, 1},
                                {1, 2, 5, 14, 42},
                                {1, 5, 42, 462, 6006},
                                {1, 14, 462, 24024, 1662804},
                                {1, 42, 6006, 1662804, 701149020}};
  for (int p = 1; p <= 5; ++p)
    for (int q = 1; q <= 5; ++q) {
      BOOST_TEST(count_nondecreasing_arrangements(p, q) == printed[p - 1][q - 1]);
      if (printed[p - 1][q - 1] > 30'000)
        continue;
      double visited = 0;
      for_each_nondecreasing_arrangement(p, q, [&](const Arrangement& a) {
        ++visited;
        for (int i = 0; i < p; ++i)
          for (int j = 0; j < q; ++j)
            if ((i > 0 && a.at(i - 1, j) > a.at(i, j)) || (j > 0 && a.at(i, j - 1) > a.at(i, j)))
              BOOST_ERROR("not non-decreasing");
      });
      BOOST_TEST(visited == printed[p - 1][q - 1]);
    }
}

BOOST_AUTO_TEST_CASE(hooks_of_4_4_1) {
  const int printed[] = {1,  3,  5, 7,  9,  2,  10, 12, 14, 16, 4,  11, 17,
                         19, 21, 6, 13, 18, 22, 24, 8,  15, 20, 23, 25};
  const Arrangement a = hook_arrangement(5, 5, {5, 5});
  for (std::size_t k = 0; k < 25; ++k)
    BOOST_TEST(a.process[k] + 1 == printed[k]);
}

BOOST_AUTO_TEST_CASE(slow_processes_of_4_4_2) {
  const std::vector<double> t{1, 2, 3, 4, 5, 6, 7, 100, 100};
  BOOST_TEST(detect_split(t) == 7);
  const FastCorner corner = fast_corner(3, 3, 7);
  BOOST_TEST(corner.rows == 3);
  BOOST_TEST(corner.columns == 2);
  const Solution solution = search_heuristically(t, 3, 3);
  BOOST_TEST(times_of(solution, t) == (std::vector<double>{1, 3, 7, 2, 5, 100, 4, 6, 100}),
             boost::test_tools::per_element());
  BOOST_TEST(detect_split(std::vector<double>{1, 1.1, 1.2, 1.3}) == 4); // all close
}

BOOST_AUTO_TEST_CASE(shares_of_4_4_3) {
  const Shares first = corner_shares(TimeMatrix(3, 3, {1, 3, 5, 2, 6, 7, 4, 8, 9}), {3, 3});
  BOOST_TEST(first.r == (std::vector<double>{1, 1.0 / 2, 1.0 / 4}), boost::test_tools::per_element());
  BOOST_TEST(first.c == (std::vector<double>{1, 1.0 / 3, 1.0 / 5}), boost::test_tools::per_element());
  const Shares second = corner_shares(TimeMatrix(3, 3, {1, 4, 8, 1, 6, 8, 1, 8, 8}), {3, 1});
  BOOST_TEST(second.r == (std::vector<double>{1, 1, 1}), boost::test_tools::per_element());
  BOOST_TEST(second.c == (std::vector<double>{1, 1.0 / 8, 1.0 / 8}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nine_workstations_of_5_2) {
  BOOST_TEST(detect_split(workstations) == 3);
  const Solution square = search_heuristically(workstations, 3, 3);
  BOOST_TEST(times_of(square, workstations) == (std::vector<double>{1, 4, 7.8, 1, 6.3, 7.95, 1, 7.8, 8}),
             boost::test_tools::per_element());
  BOOST_TEST(square.shares.r == (std::vector<double>{1, 1, 1}), boost::test_tools::per_element());
  BOOST_TEST(square.shares.c[0] == 1);
  BOOST_TEST(square.shares.c[1] == 0.128, boost::test_tools::tolerance(0.002));
  BOOST_TEST(square.shares.c[2] == 0.125);
  BOOST_TEST(square.work == 3.7596, boost::test_tools::tolerance(1e-5));
  BOOST_TEST(square.work == search_exactly(workstations, 3, 3).work, boost::test_tools::tolerance(1e-12));
  const double cyclic_square = cyclic_work(TimeMatrix(workstations, square.arrangement));
  BOOST_TEST(cyclic_square == 1.125);
  BOOST_TEST(square.work / cyclic_square == 3.34, boost::test_tools::tolerance(1e-3));

  const std::vector<double> eight(workstations.begin(), workstations.end() - 1);
  const Solution flat = search_heuristically(eight, 2, 4);
  BOOST_TEST(times_of(flat, eight) == (std::vector<double>{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95}),
             boost::test_tools::per_element());
  BOOST_TEST(flat.shares.r[0] == 1);
  BOOST_TEST(flat.shares.r[1] == 0.128, boost::test_tools::tolerance(0.002));
  BOOST_TEST(flat.shares.c == (std::vector<double>{1, 1, 1, 0.25}), boost::test_tools::per_element());
  BOOST_TEST(flat.work == 3.6667, boost::test_tools::tolerance(1e-5));
  BOOST_TEST(flat.work == search_exactly(eight, 2, 4).work, boost::test_tools::tolerance(1e-12));
  const double cyclic_flat = cyclic_work(TimeMatrix(eight, flat.arrangement));
  BOOST_TEST(cyclic_flat == 1.0063, boost::test_tools::tolerance(1e-4));
  BOOST_TEST(flat.work / cyclic_flat == 3.6437, boost::test_tools::tolerance(2e-5));
}

BOOST_AUTO_TEST_CASE(exact_search_agrees_with_all_permutations) {
  std::mt19937 random(13);
  for (const auto& [p, q] : {std::pair{2, 2}, {2, 3}, {3, 2}})
    for (int trial = 0; trial < 5; ++trial) {
      const std::vector<double> t = random_sorted(random, p * q, 8);
      std::vector<double> permuted = t;
      double best = 0;
      do
        best = std::max(best, work(exact_shares(TimeMatrix(p, q, permuted))));
      while (std::ranges::next_permutation(permuted).found);
      BOOST_TEST(search_exactly(t, p, q).work == best, boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(multi_start_lies_between_heuristic_and_optimum) {
  const unsigned seed = 17;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  double mean = 0;
  constexpr int trials = 40;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<double> t = random_sorted(random, 9, trial % 2 ? 100 : 10);
    const double exact = search_exactly(t, 3, 3).work, found = search_multi_start(t, 3, 3, 1).work;
    BOOST_TEST(found >= search_heuristically(t, 3, 3).work * (1 - 1e-12));
    BOOST_TEST(found <= exact * (1 + 1e-9));
    mean += found / exact / trials;
  }
  BOOST_TEST(mean > 0.998);
  for (const auto& [p, q] : {std::pair{5, 5}, {4, 8}, {8, 8}}) {
    const std::vector<double> t = random_sorted(random, p * q, 10);
    const double found = search_multi_start(t, p, q, 1).work;
    BOOST_TEST(found >= search_heuristically(t, p, q).work * (1 - 1e-12));
    BOOST_TEST(found <= upper_bound(t) * (1 + 1e-12));
    BOOST_TEST(found == search_multi_start(t, p, q, 1).work); // deterministic
  }
}

BOOST_AUTO_TEST_CASE(refinement_improves_a_poor_start_and_keeps_a_fixpoint) {
  const TimeMatrix t(2, 2, {1, 2, 3, 5});
  const Shares poor{{1, 1}, {1, 1}};
  const Shares refined = refined_shares(t, poor);
  BOOST_TEST(normalised_work(t, refined) > normalised_work(t, poor));
  BOOST_TEST(normalised_work(t, refined_shares(t, refined)) == normalised_work(t, refined));
}

} // namespace
