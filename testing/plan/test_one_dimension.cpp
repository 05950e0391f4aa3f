// Counts and orders along one axis against the printed tables of [Boudet99].
#define BOOST_TEST_MODULE one_dimension
#include <boost/test/unit_test.hpp>

#include "plan/panel/counts.hpp"
#include "plan/panel/ordering.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace hetgrid::plan;

namespace {

double longest(const std::vector<double>& t, const std::vector<int>& counts) {
  double result = 0;
  for (std::size_t k = 0; k < t.size(); ++k)
    result = std::max(result, t[k] * counts[k]);
  return result;
}

/// The smallest max c_k t_k over all ways to give `chunks` to processes k, k+1, ...
double best_of_all(const std::vector<double>& t, std::size_t k, int chunks) {
  if (k + 1 == t.size())
    return chunks * t[k];
  double best = chunks * t[k] + 1e300;
  for (int c = 0; c <= chunks; ++c)
    best = std::min(best, std::max(c * t[k], best_of_all(t, k + 1, chunks - c)));
  return best;
}

BOOST_AUTO_TEST_CASE(toy_example_of_2_3_1) {
  BOOST_TEST(optimal_counts(std::vector<double>{3, 5, 8}, 10) == (std::vector<int>{5, 3, 2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(table_1) {
  const std::vector<double> t{3, 5, 8};
  struct Row {
    std::vector<int> counts;
    double cost;
    int selected; // for the next row, 1-based as printed
  };
  const Row rows[] = {{{1, 0, 0}, 3, 2},    {{1, 1, 0}, 2.5, 1},  {{2, 1, 0}, 2, 3},
                      {{2, 1, 1}, 2, 1},    {{3, 1, 1}, 1.8, 2},  {{3, 2, 1}, 1.67, 1},
                      {{4, 2, 1}, 1.71, 1}, {{5, 2, 1}, 1.87, 2}, {{5, 3, 1}, 1.67, 3}};
  const std::vector<int> order = dynamic_programming_order(t, std::vector<int>{5, 3, 2});
  BOOST_TEST(order.front() + 1 == 1);
  std::vector<int> counts(3, 0);
  for (std::size_t s = 0; s < std::size(rows); ++s) {
    ++counts[static_cast<std::size_t>(order[s])];
    BOOST_TEST(counts == rows[s].counts, boost::test_tools::per_element());
    BOOST_TEST(longest(t, counts) / static_cast<double>(s + 1) == rows[s].cost,
               boost::test_tools::tolerance(0.005));
    BOOST_TEST(order[s + 1] + 1 == rows[s].selected);
    BOOST_TEST(optimal_counts(t, static_cast<int>(s) + 1) == counts, boost::test_tools::per_element());
  }
  BOOST_TEST(longest(t, {5, 3, 2}) / 10 == 1.6);
}

BOOST_AUTO_TEST_CASE(table_2_and_its_reversal) {
  const std::vector<double> t{3, 5, 8};
  const std::vector<int> counts{5, 3, 2};
  BOOST_TEST(dynamic_programming_order(t, counts) == (std::vector<int>{0, 1, 0, 2, 0, 1, 0, 0, 1, 2}),
             boost::test_tools::per_element());
  BOOST_TEST(factorization_order(t, counts) == (std::vector<int>{2, 1, 0, 0, 1, 0, 2, 0, 1, 0}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_processes_are_ordered_as_by_scalapack) {
  BOOST_TEST(factorization_order(std::vector<double>{1, 1, 1, 1}, std::vector<int>{1, 1, 1, 1}) ==
                 (std::vector<int>{0, 1, 2, 3}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(panel_columns_of_3_2_2) {
  const TimeMatrix t(2, 2, {1, 2, 3, 5});
  const std::vector<double> times = equivalent_column_times(t, std::vector<int>{6, 2});
  BOOST_TEST(times[0] == 3.0 / 20, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(times[1] == 5.0 / 17, boost::test_tools::tolerance(1e-14));
  const std::vector<int> abaaba{0, 1, 0, 0, 1, 0};
  BOOST_TEST(dynamic_programming_order(times, std::vector<int>{4, 2}) == abaaba,
             boost::test_tools::per_element());
  BOOST_TEST(factorization_order(times, std::vector<int>{4, 2}) == abaaba, boost::test_tools::per_element());
}

// 3.1.2: out of 61 columns 40 go to the first grid column and 21 to the second, for harmonic means 3/2 and
// 20/7.
BOOST_AUTO_TEST_CASE(kalinov_lastovetsky_columns) {
  BOOST_TEST(optimal_counts(std::vector<double>{2 / (1.0 / 1 + 1.0 / 3), 2 / (1.0 / 2 + 1.0 / 5)}, 61) ==
                 (std::vector<int>{40, 21}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(counts_are_optimal_and_orders_follow_them) {
  const unsigned seed = 7;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> t(1 + random() % 4);
    for (double& x : t) // ties are frequent
      x = trial % 2 ? 1 + static_cast<double>(random() % 4)
                    : std::uniform_real_distribution(0.5, 9.0)(random);
    const int chunks = static_cast<int>(random() % 14);
    const std::vector<int> counts = optimal_counts(t, chunks);
    BOOST_TEST(std::accumulate(counts.begin(), counts.end(), 0) == chunks);
    BOOST_TEST(longest(t, counts) == best_of_all(t, 0, chunks), boost::test_tools::tolerance(1e-12));
    // Every prefix of the order is an optimal allocation of its length.
    const std::vector<int> order = dynamic_programming_order(t, counts);
    std::vector<int> given(t.size(), 0);
    for (std::size_t s = 0; s < order.size(); ++s) {
      ++given[static_cast<std::size_t>(order[s])];
      BOOST_TEST(longest(t, given) == best_of_all(t, 0, static_cast<int>(s) + 1),
                 boost::test_tools::tolerance(1e-12));
    }
    BOOST_TEST(given == counts, boost::test_tools::per_element());
  }
}

/// Times after each chunk of an order: max_i c_i t_i.
std::vector<double> times_on_the_way(const std::vector<double>& t, const std::vector<int>& order) {
  std::vector<int> given(t.size(), 0);
  std::vector<double> times;
  for (const int process : order) {
    ++given[static_cast<std::size_t>(process)];
    times.push_back(longest(t, given));
  }
  return times;
}

double sum(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0);
}

// Over all orders of the same counts, optimal or not, the dynamic-programming order takes least in all over
// the products with a growing matrix, and the order for factorizations over those with a shrinking one.
BOOST_AUTO_TEST_CASE(orders_are_the_best_of_all) {
  const unsigned seed = 11;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<double> t(2 + random() % 3);
    std::vector<int> counts, order;
    for (double& x : t) {
      x = 1 + static_cast<double>(random() % (trial % 2 ? 4 : 1000)) / 3;
      counts.push_back(static_cast<int>(random() % 3));
      order.insert(order.end(), static_cast<std::size_t>(counts.back()), static_cast<int>(counts.size()) - 1);
    }
    double least = std::numeric_limits<double>::infinity();
    do
      least = std::min(least, sum(times_on_the_way(t, order)));
    while (std::ranges::next_permutation(order).found);
    BOOST_TEST(sum(times_on_the_way(t, dynamic_programming_order(t, counts))) == least,
               boost::test_tools::tolerance(1e-12));
    order = factorization_order(t, counts);
    std::ranges::reverse(order);
    BOOST_TEST(sum(times_on_the_way(t, order)) == least, boost::test_tools::tolerance(1e-12));
  }
}

/// One chunk after the other to the process that would finish it first, ties to the lowest index.
std::vector<int> order_by_definition(const std::vector<double>& t, const std::vector<int>& most, int chunks) {
  std::vector<int> order, given(t.size(), 0);
  for (int s = 0; s < chunks; ++s) {
    std::size_t first = t.size();
    for (std::size_t k = 0; k < t.size(); ++k)
      if (given[k] < most[k] &&
          (first == t.size() || t[k] * (given[k] + 1) < t[first] * (given[first] + 1) * (1 - 1e-12)))
        first = k;
    order.push_back(static_cast<int>(first));
    ++given[first];
  }
  return order;
}

BOOST_AUTO_TEST_CASE(long_orders_keep_the_rule_for_ties) {
  const unsigned seed = 13;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 6; ++trial) {
    std::vector<double> t(128);
    for (double& x : t) // tenths, whose multiples tie up to rounding errors only
      x = trial % 3 == 0   ? 1
          : trial % 3 == 1 ? 0.1 * static_cast<double>(1 + random() % 5)
                           : 1 + static_cast<double>(random() % 100'000) / 10'000;
    const std::vector<int> counts = optimal_counts(t, 2048);
    BOOST_TEST(dynamic_programming_order(t, counts) == order_by_definition(t, counts, 2048),
               boost::test_tools::per_element());
    // Without bounds on the counts the same rule gives the counts themselves.
    std::vector<int> expected(t.size(), 0);
    for (const int process : order_by_definition(t, std::vector<int>(t.size(), 2048), 2048))
      ++expected[static_cast<std::size_t>(process)];
    BOOST_TEST(counts == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(spread_order_is_even) {
  BOOST_TEST(spread_order(std::vector<int>{2, 2}) == (std::vector<int>{0, 1, 0, 1}),
             boost::test_tools::per_element());
  BOOST_TEST(spread_order(std::vector<int>{4, 0, 2}) == (std::vector<int>{0, 2, 0, 0, 2, 0}),
             boost::test_tools::per_element());
}

} // namespace
