// The Push within the steps of an LU factorization.
#define BOOST_TEST_MODULE lu_push
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "partition/push/lu_push.hpp"
#include "testing/partition/push/drawing.hpp"
#include "testing/partition/push/random_counts.hpp"
#include "testing/support/exception_message.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

using namespace hetgrid;
using namespace hetgrid::partition;
using hetgrid::testing::below;
using hetgrid::testing::drawn;
using hetgrid::testing::message;
using hetgrid::testing::text;

namespace {

/// The step that has cell (i, j).
std::int64_t step_of(std::int64_t i, std::int64_t j, std::int64_t width) {
  return std::min(i, j) / width;
}

/// By its definition.
std::int64_t counted_volume(const Partition& partition, std::int64_t width) {
  const std::int64_t n = partition.cells();
  std::int64_t volume = 0;
  for (std::int64_t origin = 0; origin < n; origin += width)
    for (std::int64_t k = origin; k < n; ++k) {
      std::set<int> in_row, in_column;
      for (std::int64_t l = origin; l < n; ++l) {
        in_row.insert(partition.owner(k, l));
        in_column.insert(partition.owner(l, k));
      }
      volume += std::min(width, n - origin) * static_cast<std::int64_t>(in_row.size() + in_column.size() - 2);
    }
  return volume;
}

/// By step and process.
std::vector<std::vector<std::int64_t>> counted_steps(const Partition& partition, std::int64_t width) {
  std::vector<std::vector<std::int64_t>> counts((partition.cells() + width - 1) / width,
                                                std::vector<std::int64_t>(partition.processes()));
  for (std::int64_t i = 0; i < partition.cells(); ++i)
    for (std::int64_t j = 0; j < partition.cells(); ++j)
      ++counts[step_of(i, j, width)][partition.owner(i, j)];
  return counts;
}

std::vector<double> random_speeds(std::mt19937_64& random, int processes) {
  std::vector<double> speeds;
  for (int k = 0; k < processes; ++k)
    speeds.push_back(static_cast<double>(1 + below(random, 9)));
  return speeds;
}

BOOST_AUTO_TEST_CASE(volume_by_hand) {
  // Steps of width 2: two processes in all lines of the first; the second is process 0's alone.
  BOOST_TEST(lu_volume(drawn(2, {"0110", "0111", "1000", "0100"}), 2) == 2 * 8);
  // Columns in turn, width 1: two processes in 4 + 3 + 2 rows.
  BOOST_TEST(lu_volume(drawn(2, {"0101", "0101", "0101", "0101"}), 1) == 9);
  BOOST_TEST(lu_volume(drawn(2, {"00", "00"}), 1) == 0);
}

BOOST_AUTO_TEST_CASE(steps_in_proportion) {
  const unsigned seed = 10;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 100; ++run) {
    const std::int64_t n = 1 + below(random, 20), width = 1 + below(random, 22);
    const std::vector<double> speeds = random_speeds(random, static_cast<int>(1 + below(random, 4)));
    const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    const auto counts = lu_step_counts(n, width, speeds);
    std::vector<std::int64_t> trailing(speeds.size());
    for (std::int64_t k = static_cast<std::int64_t>(counts.size()) - 1; k >= 0; --k) {
      const std::int64_t side = n - k * std::min(width, n);
      for (std::size_t x = 0; x < speeds.size(); ++x) {
        BOOST_TEST(counts[k][x] >= 0);
        trailing[x] += counts[k][x];
        const double excess =
            static_cast<double>(trailing[x]) - speeds[x] / total * static_cast<double>(side * side);
        BOOST_TEST(excess < 1 + 1e-9);
        if (speeds.size() == 2)
          BOOST_TEST(excess > -1 - 1e-9);
      }
      BOOST_TEST(std::accumulate(trailing.begin(), trailing.end(), std::int64_t{0}) == side * side);
    }
  }
}

BOOST_AUTO_TEST_CASE(runs) {
  int lowered = 0, all = 0;
  for (const int processes : {1, 2, 3, 4, 5})
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      std::mt19937_64 random(seed);
      const std::int64_t n = 1 + below(random, 14), width = 1 + below(random, n);
      const std::vector<double> speeds = random_speeds(random, processes);
      const LuPushRun run = run_lu_push(n, width, speeds, seed);
      BOOST_TEST_INFO("processes " << processes << ", cells " << n << ", width " << width << ", seed " << seed
                                   << "\n"
                                   << text(run.start) << "\n"
                                   << text(run.end));
      const auto counts = lu_step_counts(n, width, speeds);
      BOOST_TEST((counted_steps(run.start, width) == counts));
      BOOST_TEST((counted_steps(run.end, width) == counts));
      BOOST_TEST(run.start_volume == counted_volume(run.start, width));
      BOOST_TEST(run.end_volume == counted_volume(run.end, width));
      BOOST_TEST(run.end_volume <= run.start_volume);
      BOOST_TEST((run_lu_push(n, width, speeds, seed).end == run.end));
      lowered += run.end_volume < run.start_volume;
      ++all;
    }
  BOOST_TEST(lowered > all / 2);
}

// Every single Push in a step: cells of the later steps stay, the volume does not rise, what may move shrinks.
BOOST_AUTO_TEST_CASE(pushes_in_a_step) {
  int pushed = 0;
  for (const int processes : {2, 3, 4})
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      const std::int64_t n = 2 + below(random, 10), width = 1 + below(random, n);
      PushState state(run_lu_push(n, n, random_speeds(random, processes), seed).start, {width, 0, {}});
      for (int step = 0; step < 12; ++step) {
        const Partition before = state.partition();
        const auto process = static_cast<int>(below(random, processes));
        const Rectangle was = state.movable().enclosing_rectangle(process);
        const std::int64_t volume = state.volume();
        if (push(state, process, all_directions[below(random, 4)]) == nullptr) {
          BOOST_TEST((state.partition() == before));
          continue;
        }
        ++pushed;
        const Rectangle is = state.movable().enclosing_rectangle(process);
        BOOST_TEST(is.rows + is.columns < was.rows + was.columns);
        BOOST_TEST(state.volume() <= volume);
        BOOST_TEST(state.volume() == width * state.counts().pairs());
        for (std::int64_t i = width; i < n; ++i)
          for (std::int64_t j = width; j < n; ++j)
            BOOST_TEST(state.partition().owner(i, j) == before.owner(i, j));
        BOOST_TEST((counted_steps(state.partition(), width) == counted_steps(before, width)));
      }
    }
  BOOST_TEST(pushed > 1000);
}

// Row 4 is not cleaned of process 1, so that its cell comes there and not into row 3.
BOOST_AUTO_TEST_CASE(lines_in_which_cells_stay_come_first) {
  PushState state(drawn(2, {"000000", "000000", "100000", "000000", "000010", "010000"}), {2, 0, {}});
  BOOST_TEST_REQUIRE((push(state, 1, Direction::down) != nullptr));
  BOOST_TEST(text(state.partition()) == "000000\n000000\n000000\n000000\n100010\n010000\n");
}

// One step is a product.
BOOST_AUTO_TEST_CASE(one_step) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const LuPushRun run = run_lu_push(12, 12, std::vector<double>{3, 2, 1}, seed);
    BOOST_TEST(run.end_volume == volume_of_communication(run.end));
    for (const int process : {1, 2})
      for (const Direction direction : all_directions) {
        PushState state(run.end);
        BOOST_TEST((push(state, process, direction) == nullptr));
      }
  }
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const auto refused = [](std::int64_t cells, std::int64_t width, const std::vector<double>& speeds) {
    return message<ArgumentError>([&] { run_lu_push(cells, width, speeds, 1); });
  };
  BOOST_TEST(refused(8, 0, {1, 2}) == "width: 0: expected at least 1");
  BOOST_TEST(refused(0, 2, {1, 2}) == "cells: 0: expected 1 to 8192");
  BOOST_TEST(refused(8, 2, {}) == "speeds: none: expected at least one");
  BOOST_TEST(refused(8, 2, {1, -1}).starts_with("speeds[1]: -1"));
  BOOST_TEST(message<ArgumentError>([] { lu_volume(Partition(2, 2), -3); }) ==
             "width: -3: expected at least 1");
}

} // namespace
