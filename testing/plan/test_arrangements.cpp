// Arrangements: Table 4, the heuristic's examples, the nine workstations of section 5, exact search by brute
// force.
#define BOOST_TEST_MODULE arrangements
#include <boost/test/unit_test.hpp>

#include "plan/search/arrangements.hpp"
#include "plan/search/exact_shares.hpp"
#include "plan/search/heuristic.hpp"
#include "plan/search/search.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

using namespace hetgrid::plan;

namespace {

const std::vector<double> workstations{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}; // Table 3, sorted

std::vector<double> times_of(const Solution& solution, const std::vector<double>& sorted) {
  std::vector<double> times;
  for (const int process : solution.arrangement.process)
    times.push_back(sorted[static_cast<std::size_t>(process)]);
  return times;
}

void extend_in_all_ways(PartialArrangement& partial, const std::function<void(const Arrangement&)>& visit) {
  if (partial.complete())
    return visit(partial.arrangement());
  for (int row = 0; row < partial.arrangement().p; ++row)
    if (partial.extend(row)) {
      extend_in_all_ways(partial, visit);
      partial.retract();
    }
}

void for_each_arrangement(const std::vector<double>& sorted, int p, int q,
                          const std::function<void(const Arrangement&)>& visit) {
  PartialArrangement partial(sorted, p, q);
  extend_in_all_ways(partial, visit);
}

/// Cycle-times in the places of a non-decreasing arrangement, the smaller of it and its transpose.
std::vector<double> canonical(const TimeMatrix& t) {
  const TimeMatrix other = transposed(t);
  const std::vector<double> a(t.all().begin(), t.all().end()), b(other.all().begin(), other.all().end());
  return t.p() == t.q() ? std::min(a, b) : a;
}

BOOST_AUTO_TEST_CASE(ties_and_transposes_are_visited_once) {
  for (const auto& t : {std::vector<double>{1, 1, 1, 2, 2, 3, 3, 3, 4},
                        {1, 1, 1, 1, 1, 1, 1, 1, 1},
                        {1, 2, 2, 2, 3, 3, 3, 4, 5},
                        {1, 1, 2, 2, 3, 3, 4, 4, 5},
                        {1, 1, 2, 2, 3, 3}}) {
    const int p = t.size() == 9 ? 3 : 2, q = 3;
    std::vector<double> permuted = t;
    std::set<std::vector<double>> all, visited;
    do {
      const TimeMatrix m(p, q, permuted);
      bool increasing = true;
      for (int i = 0; i < p; ++i)
        for (int j = 0; j < q; ++j)
          increasing &= (i == 0 || m(i - 1, j) <= m(i, j)) && (j == 0 || m(i, j - 1) <= m(i, j));
      if (increasing)
        all.insert(canonical(m));
    } while (std::ranges::next_permutation(permuted).found);
    std::size_t times = 0;
    for_each_arrangement(t, p, q, [&](const Arrangement& arrangement) {
      ++times;
      visited.insert(canonical(TimeMatrix(t, arrangement)));
    });
    BOOST_TEST((visited == all));
    BOOST_TEST(times >= all.size());
    if (p != q)
      BOOST_TEST(times == all.size());
    else
      BOOST_TEST(times <=
                 2 * all.size()); // where all diagrams of the classes are symmetric, both are visited
  }
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
      // Distinct cycle-times; on squares an arrangement and its transpose count as two, unless they are one.
      std::vector<double> t(static_cast<std::size_t>(p * q));
      std::iota(t.begin(), t.end(), 1.0);
      double visited = 0;
      for_each_arrangement(t, p, q, [&](const Arrangement& a) {
        visited += p == q && p > 1 ? 2 : 1;
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

BOOST_AUTO_TEST_CASE(refinement_improves_a_poor_start_and_keeps_a_fixpoint) {
  const TimeMatrix t(2, 2, {1, 2, 3, 5});
  const Shares poor{{1, 1}, {1, 1}};
  const Shares refined = refined_shares(t, poor);
  BOOST_TEST(normalised_work(t, refined) > normalised_work(t, poor));
  BOOST_TEST(normalised_work(t, refined_shares(t, refined)) == normalised_work(t, refined));
}

} // namespace
