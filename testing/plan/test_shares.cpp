// Shares of a given arrangement: closed forms, acceptable trees, brute force over all spanning trees.
#define BOOST_TEST_MODULE shares
#include <boost/test/unit_test.hpp>

#include "plan/search/exact_shares.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace hetgrid::plan;

namespace {

TimeMatrix random_matrix(std::mt19937& random, int p, int q, bool ties) {
  std::vector<double> t(static_cast<std::size_t>(p * q));
  for (double& x : t)
    x = ties ? 1 + static_cast<double>(random() % 3) : std::uniform_real_distribution(1.0, 10.0)(random);
  return TimeMatrix(p, q, t);
}

/// Best W over all sets of p + q - 1 cells that are spanning trees and respect the constraints.
double brute_force(const TimeMatrix& t, int* acceptable = nullptr) {
  const int p = t.p(), q = t.q();
  double best = 0;
  for (unsigned set = 0; set < 1u << (p * q); ++set) {
    if (std::popcount(set) != p + q - 1)
      continue;
    std::vector<double> r(static_cast<std::size_t>(p), 0), c(static_cast<std::size_t>(q), 0);
    r[0] = 1;
    for (int pass = 0; pass < p + q; ++pass)
      for (int cell = 0; cell < p * q; ++cell)
        if (set >> cell & 1) {
          double& row = r[static_cast<std::size_t>(cell / q)];
          double& column = c[static_cast<std::size_t>(cell % q)];
          if (row > 0 && column == 0)
            column = 1 / (row * t(cell / q, cell % q));
          else if (column > 0 && row == 0)
            row = 1 / (column * t(cell / q, cell % q));
        }
    const Shares shares{r, c};
    if (std::ranges::count(r, 0.0) + std::ranges::count(c, 0.0) == 0 && makespan(t, shares) <= 1 + 1e-10) {
      best = std::max(best, work(shares));
      if (acceptable)
        ++*acceptable;
    }
  }
  return best;
}

BOOST_AUTO_TEST_CASE(number_of_acceptable_trees) {
  std::mt19937 random(3);
  for (const auto& [p, q, trees] :
       {std::tuple{1, 4, 1}, {2, 2, 2}, {2, 5, 5}, {3, 3, 6}, {3, 4, 10}, {4, 4, 20}, {6, 6, 252}}) {
    int found = 0;
    const TimeMatrix t = random_matrix(random, p, q, false);
    BOOST_TEST(TreeWalk(p, q)(t, equal_shares(p, q), [&](const SpanningTree& tree) {
      ++found;
      const Shares shares = tree.shares_for(t);
      BOOST_TEST(makespan(t, shares) <= 1 + 1e-12);
      BOOST_TEST(work(shares) == tree.work(), boost::test_tools::tolerance(1e-12));
      return true;
    }));
    BOOST_TEST(found == trees);
    BOOST_TEST(count_acceptable_trees(p, q) == trees);
  }
  // Table 5 bounds the number from above; brute force agrees with the walk.
  int by_force = 0;
  brute_force(random_matrix(random, 3, 3, false), &by_force);
  BOOST_TEST(by_force == 6);
  BOOST_TEST(by_force <= 31);
}

BOOST_AUTO_TEST_CASE(exact_shares_agree_with_brute_force) {
  const unsigned seed = 11;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (const auto& [p, q] : {std::pair{1, 1}, {1, 3}, {3, 1}, {2, 2}, {2, 4}, {4, 2}, {3, 3}, {3, 4}, {4, 3}})
    for (int trial = 0; trial < (p * q > 9 ? 6 : 30); ++trial) {
      const TimeMatrix t = random_matrix(random, p, q, trial % 3 == 0);
      const Shares shares = exact_shares(t);
      BOOST_TEST(makespan(t, shares) <= 1 + 1e-12);
      BOOST_TEST(work(shares) == brute_force(t), boost::test_tools::tolerance(1e-9));
      BOOST_TEST(work(shares) <= upper_bound(t.all()) * (1 + 1e-12));
      // The local search stays between its start and the optimum.
      const Shares start{best_rows(t, std::vector<double>(static_cast<std::size_t>(q), 1.0)),
                         std::vector<double>(static_cast<std::size_t>(q), 1.0)};
      const double improved = normalised_work(t, improved_shares(t, start));
      BOOST_TEST(improved >= normalised_work(t, start) * (1 - 1e-12));
      BOOST_TEST(improved <= work(shares) * (1 + 1e-9));
    }
}

BOOST_AUTO_TEST_CASE(closed_form_of_4_3_2) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const TimeMatrix t = random_matrix(random, 2, 2, trial % 2);
    const auto printed = [&] {
      const double t11 = t(0, 0), t12 = t(0, 1), t21 = t(1, 0), t22 = t(1, 1);
      return std::max((1 + t11 / t21) * (1 / t11 + 1 / std::max(t12, t11 * t22 / t21)),
                      (1 + t12 / t22) * (1 / std::max(t11, t12 * t21 / t22) + 1 / t12));
    };
    BOOST_TEST(work(shares_2x2(t)) == printed(), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(work(exact_shares(t)) == printed(), boost::test_tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(rank_one_keeps_everyone_busy) {
  const TimeMatrix t(2, 2, {1, 2, 3, 6}); // Figure 4
  Shares shares;
  BOOST_TEST(rank_one_shares(t, shares));
  BOOST_TEST(work(shares) == upper_bound(t.all()), boost::test_tools::tolerance(1e-14));
  BOOST_TEST(work(exact_shares(t)) == upper_bound(t.all()), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!rank_one_shares(TimeMatrix(2, 2, {1, 2, 3, 5}), shares));
}

} // namespace
