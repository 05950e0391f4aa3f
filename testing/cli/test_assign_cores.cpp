// Which cores ranks get, on machines that hwloc imagines.
#define BOOST_TEST_MODULE assign_cores
#include <boost/test/unit_test.hpp>

#include "cli/process/cores.hpp"

#include <cstdlib>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using hetgrid::cli::assign_cores;

/// "0 | 1,2" of ranks with so many cores on the machine; empty if there are not enough.
std::string assigned(const char* machine, const std::vector<int>& counts, bool share = false) {
  // Where components are chosen, HWLOC_SYNTHETIC chooses none.
  setenv("HWLOC_COMPONENTS", "synthetic,-pci", 1);
  setenv("HWLOC_SYNTHETIC", machine, 1);
  std::vector<std::string> ranks;
  for (const hetgrid::cli::Cores& cores : assign_cores(counts, share))
    ranks.push_back(fmt::format("{}", fmt::join(cores, ",")));
  return fmt::format("{}", fmt::join(ranks, " | "));
}

} // namespace

BOOST_AUTO_TEST_CASE(ranks_get_cores_that_are_free) {
  const char* const machine = "package:1 core:4 pu:1";
  BOOST_TEST(assigned(machine, {1, 1, 1, 1}) == "0 | 1 | 2 | 3");
  BOOST_TEST(assigned(machine, {1, 3}) == "0 | 1,2,3");
  BOOST_TEST(assigned(machine, {3, 1}) == "0,1,2 | 3");
  BOOST_TEST(assigned(machine, {4}) == "0,1,2,3");
}

BOOST_AUTO_TEST_CASE(too_many_are_none) {
  const char* const machine = "package:1 core:4 pu:1";
  BOOST_TEST(assigned(machine, {1, 4}).empty());
  BOOST_TEST(assigned(machine, {5}).empty());
  BOOST_TEST(assigned(machine, {1, 5}, true).empty());
  BOOST_TEST(assigned(machine, {3, 3, 1}, true) == "0,1,2 | 0,1,2 | 3");
}

BOOST_AUTO_TEST_CASE(a_rank_stays_within_a_socket) {
  const char* const machine = "package:2 core:6 pu:1";
  BOOST_TEST(assigned(machine, {4, 4}) == "0,1,2,3 | 6,7,8,9");
  BOOST_TEST(assigned(machine, {4, 4, 2, 2}) == "0,1,2,3 | 6,7,8,9 | 4,5 | 10,11");
  // None has four left.
  BOOST_TEST(assigned(machine, {3, 3, 3, 3}) == "0,1,2 | 3,4,5 | 6,7,8 | 9,10,11");
  BOOST_TEST(assigned(machine, {4, 4, 4}) == "0,1,2,3 | 6,7,8,9 | 4,5,10,11");
}

BOOST_AUTO_TEST_CASE(a_rank_stays_within_a_cluster) {
  // Clusters of four cores with a cache, as those of small cores are.
  const char* const machine = "package:1 l2:3 core:4 pu:1";
  BOOST_TEST(assigned(machine, {1, 4}) == "0 | 4,5,6,7");
  BOOST_TEST(assigned(machine, {1, 3}) == "0 | 1,2,3");
  BOOST_TEST(assigned(machine, {1, 4, 7}) == "0 | 4,5,6,7 | 1,2,3,8,9,10,11");
}

BOOST_AUTO_TEST_CASE(second_threads_of_cores_are_the_last_resort) {
  const char* const machine = "package:1 core:4 pu:2";
  BOOST_TEST(assigned(machine, {1, 3}) == "0 | 2,4,6");
  // Together they need more than the four cores: whole cores for one rank.
  BOOST_TEST(assigned(machine, {4, 4}) == "0,1,2,3 | 4,5,6,7");
  BOOST_TEST(assigned(machine, {8}) == "0,1,2,3,4,5,6,7");
  BOOST_TEST(assigned(machine, {8, 1}).empty());
}
