// Axis maps and index functions: the table of the header, brute force on random panels, alignment.
#define BOOST_TEST_MODULE axis_map
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/layout.hpp"

#include <algorithm>
#include <array>
#include <random>

using namespace hetgrid::layout;

namespace {

AxisMap random_map(std::mt19937& random, int nprocs) {
  std::vector<int> order(1 + random() % 12);
  for (int& owner : order)
    owner = static_cast<int>(random() % static_cast<unsigned>(nprocs));
  if (random() % 3 == 0)
    std::ranges::sort(
        order, random() % 2 == 0 ? [](int a, int b) { return a < b; } : [](int a, int b) { return a > b; });
  return AxisMap(nprocs, order);
}

/// Owner of element g, by the definition.
int owner_of(Index g, Index nb, int src, const AxisMap& map) {
  return map.order()[static_cast<std::size_t>((g / nb + src) % map.panel())];
}

BOOST_AUTO_TEST_CASE(table_of_the_header) {
  const AxisMap map(2, std::vector<int>{0, 0, 1});
  const int owners[] = {0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0};
  const Index locals[] = {0, 1, 2, 3, 0, 1, 4, 5, 6, 7, 2, 3, 8};
  for (Index g = 0; g < 13; ++g) {
    const int owner = indxg2p(g, 2, 0, map);
    BOOST_TEST(owner == owners[g]);
    BOOST_TEST(indxg2l(g, 2, owner, 0, map) == locals[g]);
    BOOST_TEST(indxl2g(locals[g], 2, owner, 0, map) == g);
  }
  BOOST_TEST(numroc(13, 2, 0, 0, map) == 9);
  BOOST_TEST(numroc(13, 2, 1, 0, map) == 4);
}

BOOST_AUTO_TEST_CASE(index_functions_against_counting) {
  const unsigned seed = 37;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 300; ++trial) {
    const int nprocs = 1 + static_cast<int>(random() % 5);
    const AxisMap map = random_map(random, nprocs);
    const Index nb = 1 + random() % 7;
    const int src = static_cast<int>(random() % static_cast<unsigned>(nprocs + 3)); // also beyond the panel
    const Axis axis{map, 90, nb, src};
    std::vector<Index> seen(static_cast<std::size_t>(nprocs), 0);
    for (Index g = 0; g < axis.n; ++g) {
      const int owner = owner_of(g, nb, src, map);
      bool right = axis.owner(g) == owner;
      for (int c = 0; c < nprocs; ++c)
        right = right && axis.local(g, c) == seen[static_cast<std::size_t>(c)] &&
                numroc(g, nb, c, src, map) == seen[static_cast<std::size_t>(c)];
      right = right && axis.global(seen[static_cast<std::size_t>(owner)], owner) == g;
      Index end = g;
      while (end < 80 && owner_of(end, nb, src, map) == owner)
        ++end;
      right = right && (g >= 80 || axis.run_end(g, 80) == end);
      BOOST_TEST(right, "element " << g << " of trial " << trial);
      ++seen[static_cast<std::size_t>(owner)];
    }
  }
}

BOOST_AUTO_TEST_CASE(intervals_against_orders) {
  std::mt19937 random(43);
  for (int trial = 0; trial < 300; ++trial) {
    const Index panel = 1 + random() % 12,
                first = static_cast<Index>(random() % static_cast<unsigned>(panel)),
                count = 1 + static_cast<Index>(random() % static_cast<unsigned>(panel - first));
    std::vector<int> order(static_cast<std::size_t>(panel), 0);
    std::fill_n(order.begin() + first, count, 1);
    const AxisMap interval = AxisMap::interval(panel, first, count), map(2, order);
    bool right = interval == map && interval == AxisMap::interval(panel, first, count) &&
                 interval.nprocs() == 2 && interval.panel() == panel;
    for (Index block = 0; block < 3 * panel; ++block) {
      const int owner = map.owner(block);
      right = right && interval.owner(block) == owner;
      for (const int c : {0, 1})
        right = right && interval.blocks_before(block, c) == map.blocks_before(block, c);
      right = right && interval.block_of(interval.blocks_before(block, owner), owner) == block;
    }
    BOOST_TEST(right, first << " + " << count << " of " << panel);
    if (first > 0)
      BOOST_TEST(!(interval == AxisMap::interval(panel, first - 1, count)));
  }
}

BOOST_AUTO_TEST_CASE(huge_indices_do_not_overflow) {
  const AxisMap map(3, std::vector<int>{0, 2, 2, 0, 2});
  const Index g = 6'000'000'000'123;
  const int owner = indxg2p(g, 64, 1, map);
  BOOST_TEST(indxl2g(indxg2l(g, 64, owner, 1, map), 64, owner, 1, map) == g);
  BOOST_TEST(numroc(g, 64, 0, 1, map) + numroc(g, 64, 1, 1, map) + numroc(g, 64, 2, 1, map) == g);
}

BOOST_AUTO_TEST_CASE(maps_are_equal_if_all_owners_are) {
  BOOST_TEST((AxisMap(2, std::vector<int>{0, 1}) == AxisMap(2, std::vector<int>{0, 1, 0, 1})));
  BOOST_TEST(!(AxisMap(2, std::vector<int>{0, 1}) == AxisMap(2, std::vector<int>{0, 1, 0})));
  BOOST_TEST(!(AxisMap(2, std::vector<int>{0, 1}) == AxisMap(3, std::vector<int>{0, 1})));
  BOOST_TEST((AxisMap::uniform(3) == AxisMap(3, std::vector<int>{0, 1, 2})));
}

BOOST_AUTO_TEST_CASE(alignment_against_comparison_of_owners) {
  const unsigned seed = 41;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  int found_aligned = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const int nprocs = 1 + static_cast<int>(random() % 3);
    const AxisMap first = random_map(random, nprocs);
    const AxisMap second = trial % 3 == 0 ? first : random_map(random, nprocs);
    const Axis a{first, 1000, static_cast<Index>(1 + random() % 4), static_cast<int>(random() % 4)};
    const Axis b{second, 1000, trial % 2 ? a.nb : static_cast<Index>(1 + random() % 4),
                 static_cast<int>(random() % 4)};
    const Index a0 = random() % 20, b0 = random() % 20, count = random() % 300;
    bool expected = true;
    for (Index k = 0; k < count && expected; ++k)
      expected = a.owner(a0 + k) == b.owner(b0 + k);
    BOOST_TEST(aligned(a, a0, b, b0, count) == expected);
    found_aligned += expected;
  }
  BOOST_TEST(found_aligned > 100); // the test tested something
}

BOOST_AUTO_TEST_CASE(illegal_panels_are_named) {
  using hetgrid::ArgumentError;
  BOOST_CHECK_THROW(AxisMap(0, std::vector<int>{0}), ArgumentError);
  BOOST_CHECK_THROW(AxisMap(2, std::vector<int>{}), ArgumentError);
  BOOST_CHECK_THROW(AxisMap(2, std::vector<int>{0, 2}), ArgumentError);
  BOOST_CHECK_THROW(AxisMap(2, std::vector<int>{-1}), ArgumentError);
  for (const auto [panel, first, count] :
       {std::array<Index, 3>{0, 0, 1}, {3, -1, 1}, {3, 3, 1}, {3, 0, 0}, {3, 1, 3}, {3, 2, INT64_MAX}})
    BOOST_CHECK_THROW(AxisMap::interval(panel, first, count), ArgumentError);
}

BOOST_AUTO_TEST_CASE(descriptor_round_trip) {
  const int desc[9] = {dtype_uneven, 3, 10, 11, 4, 5, 1, 2, 17};
  int copy[9];
  Descriptor::from(desc).to(copy);
  BOOST_TEST(std::vector<int>(desc, desc + 9) == std::vector<int>(copy, copy + 9),
             boost::test_tools::per_element());
}

} // namespace
