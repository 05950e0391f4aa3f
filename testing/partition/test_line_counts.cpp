// Counts that are kept up to date against counts made anew.
#define BOOST_TEST_MODULE line_counts
#include <boost/test/unit_test.hpp>

#include "partition/line_counts.hpp"
#include "partition/metrics.hpp"

#include <algorithm>
#include <random>

using namespace hetgrid::partition;

namespace {

/// Every question asked of `counts` has the answer that its cells give.
void check_counts(const LineCounts& counts) {
  const Partition& partition = counts.partition();
  const std::int64_t n = partition.cells();
  BOOST_TEST(counts.volume_of_communication() == volume_of_communication(partition));
  const std::vector<ProcessMetrics> expected = metrics(partition);
  std::vector<std::int64_t> processes_in_row(n), processes_in_column(n);
  for (int process = 0; process < partition.processes(); ++process) {
    std::int64_t top = n, left = n, bottom = 0, right = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      std::int64_t in_row = 0, in_column = 0;
      for (std::int64_t l = 0; l < n; ++l) {
        in_row += partition.owner(k, l) == process;
        in_column += partition.owner(l, k) == process;
      }
      BOOST_TEST(counts.in_row(process, k) == in_row);
      BOOST_TEST(counts.in_column(process, k) == in_column);
      processes_in_row[k] += in_row > 0;
      processes_in_column[k] += in_column > 0;
      if (in_row > 0)
        top = std::min(top, k), bottom = k + 1;
      if (in_column > 0)
        left = std::min(left, k), right = k + 1;
    }
    BOOST_TEST(counts.rows_of(process) == expected[process].rows);
    BOOST_TEST(counts.columns_of(process) == expected[process].columns);
    const Rectangle enclosing = counts.enclosing_rectangle(process);
    if (expected[process].cells == 0)
      BOOST_TEST((enclosing.rows == 0 && enclosing.columns == 0));
    else
      BOOST_TEST((enclosing == Rectangle{top, left, bottom - top, right - left, process}));
  }
  for (std::int64_t k = 0; k < n; ++k) {
    BOOST_TEST(counts.processes_in_row(k) == processes_in_row[k]);
    BOOST_TEST(counts.processes_in_column(k) == processes_in_column[k]);
  }
}

BOOST_AUTO_TEST_CASE(one_owner) {
  const LineCounts counts(Partition(4, 3, 1));
  check_counts(counts);
  BOOST_TEST(counts.volume_of_communication() == 0);
  BOOST_TEST(counts.rows_of(1) == 4);
  BOOST_TEST(counts.rows_of(0) == 0);
}

BOOST_AUTO_TEST_CASE(random_changes) {
  const unsigned seed = 41;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (const std::int64_t n : {1, 2, 5, 9})
    for (const int processes : {1, 2, 3, 5}) {
      LineCounts counts(Partition(n, processes));
      for (int change = 0; change < 60; ++change) {
        const auto cell = [&] { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); };
        const std::int64_t i = cell(), j = cell(), g = cell(), h = cell();
        const int first = counts.owner(i, j), second = counts.owner(g, h);
        if (change % 2 == 0) {
          const int owner = static_cast<int>(random() % static_cast<std::uint64_t>(processes));
          counts.assign(i, j, owner);
          BOOST_TEST(counts.owner(i, j) == owner);
        } else {
          counts.exchange(i, j, g, h);
          BOOST_TEST(counts.owner(i, j) == second);
          BOOST_TEST(counts.owner(g, h) == first);
        }
        check_counts(counts);
      }
    }
}

} // namespace
