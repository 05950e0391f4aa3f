// Partitions: metrics against the definition of a product, rectangles, proportions, files.
#define BOOST_TEST_MODULE partition
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/partition.hpp"
#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "testing/support/exception_message.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

using namespace hetgrid;
using namespace hetgrid::partition;
using hetgrid::testing::message;

namespace {

/// Rectangles one over the other.
Partition painted(std::int64_t cells, int processes, const std::vector<Rectangle>& layers) {
  Partition partition(cells, processes);
  for (const Rectangle& layer : layers)
    partition.assign(layer);
  return partition;
}

std::int64_t below(std::mt19937_64& random, std::int64_t count) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
}

/// A few rectangles, or cells without any order.
Partition random_partition(std::mt19937_64& random) {
  const std::int64_t cells = 1 + below(random, 8);
  const auto processes = static_cast<int>(1 + below(random, 5));
  Partition partition(cells, processes);
  const bool single = random() % 2 == 0;
  for (std::int64_t layer = below(random, single ? 2 * cells * cells : 6); layer > 0; --layer) {
    const std::int64_t i = below(random, cells), j = below(random, cells);
    partition.assign({i, j, single ? 1 : 1 + below(random, cells - i),
                      single ? 1 : 1 + below(random, cells - j), static_cast<int>(below(random, processes))});
  }
  return partition;
}

/// What a product makes the processes send, by its definition: C(i, j) needs A(i, k) and B(k, j) for all k.
struct Counted {
  std::vector<std::int64_t> cells, overlapped;
  std::vector<std::int64_t> pairs;
};

Counted counted(const Partition& partition) {
  const auto p = static_cast<std::size_t>(partition.processes());
  Counted result{std::vector<std::int64_t>(p), std::vector<std::int64_t>(p),
                 std::vector<std::int64_t>(p * p)};
  std::set<std::tuple<int, char, std::int64_t, std::int64_t>> needed; // by whom, matrix, row, column
  for (std::int64_t i = 0; i < partition.cells(); ++i)
    for (std::int64_t j = 0; j < partition.cells(); ++j) {
      const int owner = partition.owner(i, j);
      bool alone = true;
      for (std::int64_t k = 0; k < partition.cells(); ++k) {
        needed.emplace(owner, 'A', i, k);
        needed.emplace(owner, 'B', k, j);
        alone = alone && partition.owner(i, k) == owner && partition.owner(k, j) == owner;
      }
      ++result.cells[static_cast<std::size_t>(owner)];
      result.overlapped[static_cast<std::size_t>(owner)] += alone;
    }
  for (const auto& [to, matrix, i, j] : needed)
    if (const int from = partition.owner(i, j); from != to)
      ++result.pairs[static_cast<std::size_t>(from) * p + static_cast<std::size_t>(to)];
  return result;
}

/// Squares of processes 1 and 2 in opposite corners.
Partition square_corner() {
  return painted(10, 3, {{0, 0, 4, 4, 1}, {7, 7, 3, 3, 2}});
}

} // namespace

BOOST_AUTO_TEST_CASE(metrics_are_those_of_a_product) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const Partition partition = random_partition(random);
    const Counted expected = counted(partition);
    const std::vector<ProcessMetrics> found = metrics(partition);
    const auto p = static_cast<std::size_t>(partition.processes());
    const std::int64_t n = partition.cells();
    BOOST_TEST_CONTEXT("trial " << trial << " " << to_json(partition)) {
      BOOST_TEST(pair_volumes(partition) == expected.pairs);
      BOOST_TEST(volume_of_communication(partition) ==
                 std::accumulate(expected.pairs.begin(), expected.pairs.end(), std::int64_t{0}));
      for (std::size_t x = 0; x < p; ++x) {
        std::int64_t sent = 0, received = 0;
        for (std::size_t y = 0; y < p; ++y) {
          sent += expected.pairs[x * p + y];
          received += expected.pairs[y * p + x];
        }
        BOOST_TEST(found[x].cells == expected.cells[x]);
        BOOST_TEST(found[x].overlapped() == expected.overlapped[x]);
        BOOST_TEST(found[x].sent == sent);
        BOOST_TEST(found[x].received == received);
        BOOST_TEST(found[x].received == n * (found[x].rows + found[x].columns) - 2 * found[x].cells);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(metrics_of_two_squares_in_corners) {
  const std::vector<ProcessMetrics> of = metrics(square_corner());
  BOOST_TEST((of[0] == ProcessMetrics{75, 10, 10, 3, 3, 90, 50}));
  BOOST_TEST((of[1] == ProcessMetrics{16, 4, 4, 0, 0, 32, 48}));
  BOOST_TEST((of[2] == ProcessMetrics{9, 3, 3, 0, 0, 18, 42}));
  BOOST_TEST(volume_of_communication(square_corner()) == 2 * 10 * (4 + 3));
}

BOOST_AUTO_TEST_CASE(rectangles_cover_every_cell_once) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    const Partition partition = random_partition(random);
    Partition rebuilt(partition.cells(), partition.processes());
    std::int64_t area = 0;
    for (const Rectangle& rectangle : rectangles(partition)) {
      rebuilt.assign(rectangle);
      area += rectangle.rows * rectangle.columns;
    }
    BOOST_TEST_CONTEXT("trial " << trial << " " << to_json(partition)) {
      BOOST_TEST((rebuilt == partition));
      BOOST_TEST(area == partition.cells() * partition.cells());
    }
  }
}

BOOST_AUTO_TEST_CASE(rectangles_are_few) {
  const struct {
    std::vector<Rectangle> layers;
    std::size_t count;
  } table[] = {
      {{}, 1},
      {{{0, 5, 8, 3, 1}}, 2},                  // straight line
      {{{4, 0, 4, 4, 1}}, 3},                  // square corner
      {{{4, 0, 4, 4, 1}, {0, 6, 2, 2, 2}}, 5}, // of three
      {{{0, 5, 8, 1, 1}, {0, 6, 4, 2, 2}}, 4}, // three columns, one of them of two
      {{{5, 0, 1, 8, 1}, {6, 0, 2, 4, 2}}, 4}, // the same, transposed
      {{{2, 2, 4, 4, 1}}, 5},                  // a hole
  };
  for (const auto& [layers, count] : table)
    BOOST_TEST(rectangles(painted(8, 3, layers)).size() == count);
}

BOOST_AUTO_TEST_CASE(cells_are_in_proportion_to_speeds) {
  const struct {
    std::vector<double> speeds;
    std::int64_t cells;
    std::vector<std::int64_t> expected;
  } table[] = {
      {{1}, 3, {9}},
      {{3, 1}, 4, {12, 4}},
      {{1, 1}, 3, {5, 4}},
      {{1, 1, 1}, 10, {34, 33, 33}},
      {{10, 1, 1}, 12, {120, 12, 12}},
      {{0.25, 0.5, 0.25}, 1, {0, 1, 0}},
      {{2, 3, 5}, 3, {2, 3, 4}}, // 1.8, 2.7, 4.5
      {{1, 1, 1, 1, 1}, 1, {1, 0, 0, 0, 0}},
  };
  for (const auto& [speeds, cells, expected] : table)
    BOOST_TEST(cells_in_proportion(speeds, cells) == expected);

  std::mt19937_64 random(3);
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> speeds(1 + random() % 20);
    for (double& speed : speeds)
      speed = static_cast<double>(1 + random() % 1000);
    const std::int64_t cells = 1 + below(random, 300);
    const std::vector<std::int64_t> counts = cells_in_proportion(speeds, cells);
    const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    BOOST_TEST(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == cells * cells);
    for (std::size_t k = 0; k < speeds.size(); ++k)
      BOOST_TEST(std::abs(static_cast<double>(counts[k]) -
                          speeds[k] / total * static_cast<double>(cells * cells)) < 1);
  }
}

BOOST_AUTO_TEST_CASE(files_of_partitions) {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 300; ++trial) {
    const Partition partition = random_partition(random);
    BOOST_TEST((partition_from_json(to_json(partition)) == partition));
  }

  const std::string left = R"({"row": 0, "column": 0, "rows": 2, "columns": 1, "owner": 0})";
  const auto file = [&](const std::string& second, const std::string& processes = "2",
                        const std::string& more = "") {
    return R"({"cells": 2, "processes": )" + processes + R"(, "rectangles": [)" + left + ", " + second + "]" +
           more + "}";
  };
  const auto right = [](const char* row, const char* column, const char* rows, const char* columns,
                        const char* owner) {
    return std::string(R"({"row": )") + row + R"(, "column": )" + column + R"(, "rows": )" + rows +
           R"(, "columns": )" + columns + R"(, "owner": )" + owner + "}";
  };
  BOOST_TEST((partition_from_json(file(right("0", "1", "2", "1", "1"))) == painted(2, 2, {{0, 1, 2, 1, 1}})));
  const struct {
    std::string text, complaint;
  } table[] = {
      {"[", "partition: malformed JSON: "},
      {"[]", "partition: expected a JSON object, found array"},
      {"{}", "cells is missing"},
      {R"({"cells": 0})", "cells: 0: expected 1 to 8192"},
      {R"({"cells": 1000000})", "cells: 1000000: expected 1 to 8192"},
      {R"({"cells": 2.5})", "cells: 2.5: expected an integer of 32 bits"},
      {file(right("0", "1", "2", "1", "1"), "0"), "processes: 0: expected 1 to 1000000"},
      {file(right("0", "1", "2", "1", "1"), "1"), "rectangles[1].owner: 1: expected 0 to 0"},
      {file(right("0", "1", "2", "1", "-1")), "rectangles[1].owner: -1: expected 0 to 1"},
      {file(right("0", "2", "2", "1", "1")), "rectangles[1].column: 2: expected 0 to 1"},
      {file(right("1", "1", "2", "1", "1")), "rectangles[1].rows: 2: expected 1 to 1"},
      {file(right("0", "1", "2", "0", "1")), "rectangles[1].columns: 0: expected 1 to 1"},
      {file(right("0", "1", "2", "1", "\"a\"")),
       "rectangles[1].owner: \"a\": expected an integer of 32 bits"},
      {file(right("1", "0", "1", "2", "1")),
       "rectangles[1]: cell (1, 0): expected cells that no other rectangle has"},
      {file(right("1", "1", "1", "1", "1")), "rectangles: expected all cells, found none with cell (0, 1)"},
      {file("7"), "rectangles[1]: 7: expected an object"},
      {file(R"({"row": 0, "column": 1, "rows": 2, "columns": 1})"), "rectangles[1].owner is missing"},
      {file(R"({"row": 0, "column": 1, "rows": 2, "columns": 1, "owner": 1, "x": 1})"),
       "rectangles[1].x: 1: expected no such field, but row, column, rows, columns, owner"},
      {file(right("0", "1", "2", "1", "1"), "2", R"(, "speeds": [])"),
       "speeds: an array: expected no such field, but cells, processes, rectangles"},
  };
  for (const auto& [text, complaint] : table)
    BOOST_TEST(message<InputError>([&] { partition_from_json(text); }).substr(0, complaint.size()) ==
               complaint);
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const auto refused = [](auto&& call) { return message<ArgumentError>(call); };
  BOOST_TEST(refused([] { Partition(0, 1); }) == "cells: 0: expected 1 to 8192");
  BOOST_TEST(refused([] { Partition(8193, 1); }) == "cells: 8193: expected 1 to 8192");
  BOOST_TEST(refused([] { Partition(2, 0); }) == "processes: 0: expected 1 to 1000000");
  BOOST_TEST(refused([] { Partition(2, 2, 2); }) == "owner: 2: expected 0 to 1");
  Partition partition(4, 2);
  const Partition before = partition;
  BOOST_TEST(refused([&] { partition.assign(4, 0, 1); }) == "i: 4: expected 0 to 3");
  BOOST_TEST(refused([&] { partition.assign(0, -1, 1); }) == "j: -1: expected 0 to 3");
  BOOST_TEST(refused([&] { partition.assign(0, 0, 2); }) == "owner: 2: expected 0 to 1");
  BOOST_TEST(refused([&] { partition.assign({1, 0, 4, 1, 1}); }) == "rows: 4: expected 0 to 3");
  BOOST_TEST(refused([&] { partition.assign({0, 5, 1, 1, 1}); }) == "column: 5: expected 0 to 4");
  BOOST_TEST((partition == before));

  const double nan = std::nan("");
  BOOST_TEST(refused([] { cells_in_proportion({}, 2); }) == "shares: none: expected at least one");
  BOOST_TEST(refused([&] { cells_in_proportion(std::vector{1.0, nan}, 2); }).starts_with("shares[1]: nan: "));
  BOOST_TEST(refused([] { cells_in_proportion(std::vector{0.0}, 2); }).starts_with("shares[0]: 0: "));
  BOOST_TEST(refused([] { check_speeds(std::vector{1.0, 1e7}); }).starts_with("speeds[1]: 1e+07: "));
  BOOST_TEST(refused([] { cells_in_proportion(std::vector{1.0}, 0); }) == "cells: 0: expected 1 to 8192");
}
