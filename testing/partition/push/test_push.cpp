// The Push: against appendix A of [DeFlumere14] written out, and by its properties on random partitions.
#define BOOST_TEST_MODULE push
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "partition/metrics.hpp"
#include "partition/push/push.hpp"
#include "partition/random_partition.hpp"
#include "testing/partition/push/drawing.hpp"
#include "testing/partition/push/random_counts.hpp"
#include "testing/support/exception_message.hpp"

#include <array>
#include <numeric>
#include <string_view>

using namespace hetgrid;
using namespace hetgrid::partition;
using hetgrid::testing::below;
using hetgrid::testing::drawing;
using hetgrid::testing::drawn;
using hetgrid::testing::message;
using hetgrid::testing::random_counts;
using hetgrid::testing::Rows;
using hetgrid::testing::text;

namespace {

/// The partition turned such that `direction` becomes down; a turn is its own inverse but for Back.
Partition turned(const Partition& partition, Direction direction, bool backwards = false) {
  const std::int64_t n = partition.cells(), last = n - 1;
  Partition result(n, partition.processes());
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const std::array<std::int64_t, 2> from = direction == Direction::down   ? std::array{i, j}
                                               : direction == Direction::up   ? std::array{last - i, j}
                                               : direction == Direction::over ? std::array{j, i}
                                                                              : std::array{j, last - i};
      if (backwards)
        result.assign(from[0], from[1], partition.owner(i, j));
      else
        result.assign(i, j, partition.owner(from[0], from[1]));
    }
  return result;
}

/// Push Down of process 1 on two processes, line by line as in A.1.
Partition appendix_a_down(const Partition& phi) {
  const std::int64_t n = phi.cells();
  std::int64_t top = n, bottom = -1, left = n, right = -1;
  std::vector<bool> c(n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      if (phi.owner(i, j) == 1) {
        top = std::min(top, i), bottom = std::max(bottom, i);
        left = std::min(left, j), right = std::max(right, j);
        c[j] = true;
      }
  Partition phi1 = phi;
  std::int64_t g = top + 1, h = left;
  const auto find = [&] {
    for (; g <= bottom; ++g, h = left)
      for (; h <= right; ++h)
        if (phi.owner(g, h) == 0 && phi1.owner(g, h) == 0 && c[h])
          return true;
    return false;
  };
  for (std::int64_t j = left; j <= right; ++j)
    if (phi.owner(top, j) == 1) {
      phi1.assign(top, j, 0);
      if (!find())
        return phi;
      phi1.assign(g, h, 1);
    }
  return phi1;
}

struct Lines {
  std::vector<bool> row, column;
};

/// By process: the lines in which it has cells.
std::vector<Lines> lines_of(const Partition& partition) {
  const std::int64_t n = partition.cells();
  std::vector<Lines> lines(partition.processes(), {std::vector<bool>(n), std::vector<bool>(n)});
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      lines[partition.owner(i, j)].row[i] = true;
      lines[partition.owner(i, j)].column[j] = true;
    }
  return lines;
}

/// What is true in `after` and was not `before`.
std::int64_t added(const std::vector<bool>& before, const std::vector<bool>& after) {
  std::int64_t count = 0;
  for (std::size_t k = 0; k < before.size(); ++k)
    count += after[k] && !before[k];
  return count;
}

bool within(const Rectangle& inner, const Rectangle& outer) {
  return inner.rows == 0 || (inner.row >= outer.row && inner.column >= outer.column &&
                             inner.row + inner.rows <= outer.row + outer.rows &&
                             inner.column + inner.columns <= outer.column + outer.columns);
}

/// What holds for every Push: numbers of cells stay, volume does not rise, no enclosing rectangle grows, the edge is empty.
void check_push(const LineCounts& before, const LineCounts& after, int process, Direction direction) {
  BOOST_TEST(after.volume_of_communication() == volume_of_communication(after.partition()));
  BOOST_TEST(after.volume_of_communication() <= before.volume_of_communication());
  const std::vector<ProcessMetrics> were = metrics(before.partition()), are = metrics(after.partition());
  for (int k = 0; k < before.processes(); ++k) {
    BOOST_TEST(are[k].cells == were[k].cells);
    BOOST_TEST(within(after.enclosing_rectangle(k), before.enclosing_rectangle(k)));
  }
  const Rectangle was = before.enclosing_rectangle(process), is = after.enclosing_rectangle(process);
  switch (direction) {
  case Direction::down:
    BOOST_TEST(is.row > was.row);
    break;
  case Direction::up:
    BOOST_TEST(is.row + is.rows < was.row + was.rows);
    break;
  case Direction::over:
    BOOST_TEST(is.column > was.column);
    break;
  case Direction::back:
    BOOST_TEST(is.column + is.columns < was.column + was.columns);
    break;
  }
}

/// What 6.1 says of the type, for a process that is pushed.
void check_type(const Partition& before, const Partition& after, int process, const PushType& type) {
  const std::vector<Lines> were = lines_of(before), are = lines_of(after);
  for (int k = 0; k < before.processes(); ++k) {
    const std::int64_t dirtied = added(were[k].row, are[k].row) + added(were[k].column, are[k].column);
    if (k != process)
      BOOST_TEST((type.others || dirtied == 0));
    else if (type.pushed == PushType::Dirtied::nothing)
      BOOST_TEST(dirtied == 0);
    else if (type.pushed != PushType::Dirtied::anything)
      BOOST_TEST(dirtied <= 1);
  }
  if (type.lowers)
    BOOST_TEST(volume_of_communication(after) < volume_of_communication(before));
}

BOOST_AUTO_TEST_CASE(two_processes_as_in_appendix_a) {
  const unsigned seed = 4;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  int pushed = 0, refused = 0;
  for (int run = 0; run < 3000; ++run) {
    const std::int64_t n = 2 + below(random, 8);
    PushState state(random_partition(n, random_counts(random, n, 2), random));
    for (int step = 0; step < 20; ++step) {
      const Direction direction = all_directions[below(random, 4)];
      const LineCounts before = state.counts();
      const LineCounts expected(
          turned(appendix_a_down(turned(before.partition(), direction)), direction, true));
      const bool legal = expected.volume_of_communication() <= before.volume_of_communication() &&
                         within(expected.enclosing_rectangle(0), before.enclosing_rectangle(0)) &&
                         expected.partition() != before.partition();
      const bool is_pushed = push(state, 1, direction) != nullptr;
      BOOST_TEST_INFO("run " << run << ", direction " << static_cast<int>(direction) << "\n"
                             << text(before.partition()));
      BOOST_TEST(is_pushed == legal);
      BOOST_TEST((state.partition() == (legal ? expected : before).partition()));
      if (is_pushed)
        check_push(before, state.counts(), 1, direction);
      pushed += is_pushed;
      refused += !legal && expected.partition() != before.partition();
    }
  }
  BOOST_TEST(pushed > 1000);
  BOOST_TEST(refused > 10);
}

// Columns that process 1 owns alone become columns of both.
BOOST_AUTO_TEST_CASE(a_push_that_would_raise_the_volume_is_refused) {
  const Partition partition = drawn(2, {"01100", "01110", "01100", "01100", "01100"});
  BOOST_TEST(volume_of_communication(appendix_a_down(partition)) > volume_of_communication(partition));
  PushState state(partition);
  BOOST_TEST((push(state, 1, Direction::down) == nullptr));
  BOOST_TEST((state.partition() == partition));
}

BOOST_AUTO_TEST_CASE(any_number_of_processes) {
  const unsigned seed = 6;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  std::array<int, std::size(push_types)> pushed{};
  for (const int processes : {2, 3, 4, 5})
    for (int run = 0; run < 1000; ++run) {
      const std::int64_t n = 2 + below(random, 9);
      PushState state(random_partition(n, random_counts(random, n, processes), random));
      for (int step = 0; step < 15; ++step) {
        const auto process = static_cast<int>(below(random, processes));
        const Direction direction = all_directions[below(random, 4)];
        const std::size_t type = random() % std::size(push_types);
        const LineCounts before = state.counts();
        const bool is_pushed = push(state, process, direction, push_types[type]);
        BOOST_TEST_INFO("run " << run << ", process " << process << ", direction "
                               << static_cast<int>(direction) << ", type " << type + 1 << "\n"
                               << text(before.partition()));
        if (!is_pushed) {
          BOOST_TEST((state.partition() == before.partition()));
          BOOST_TEST(state.counts().volume_of_communication() == before.volume_of_communication());
          continue;
        }
        ++pushed[type];
        check_push(before, state.counts(), process, direction);
        check_type(before.partition(), state.partition(), process, push_types[type]);
      }
    }
  for (const int count : pushed)
    BOOST_TEST(count > 100);
}

// The same partition turned has the same Pushes, turned.
BOOST_AUTO_TEST_CASE(directions_are_one_algorithm) {
  const unsigned seed = 8;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 500; ++run) {
    const std::int64_t n = 3 + below(random, 7);
    const Partition start = random_partition(n, random_counts(random, n, 3), random);
    for (const Direction direction : all_directions) {
      PushState state(start), down(turned(start, direction));
      const PushType* type = push(state, 2, direction);
      BOOST_TEST((type == push(down, 2, Direction::down)));
      BOOST_TEST((turned(state.partition(), direction) == down.partition()));
    }
  }
}

struct TypeCase {
  const char* name;
  Rows start, end; ///< of a Push Down of process 1
  const PushType* type;
};

BOOST_AUTO_TEST_CASE(types_by_hand) {
  const TypeCase cases[] = {
      {"One: row 0 is cleaned of 1, the place is the first",
       {"0100", "0010", "0101", "2220"},
       {"0000", "0110", "0101", "2220"},
       &push_types[0]},
      {"Five: row 0 is cleaned of 1 and row 1 dirtied",
       {"1100", "0000", "1100", "2222"},
       {"0000", "1100", "1100", "2222"},
       &push_types[4]},
      {"no place below", {"0100", "0100", "0100", "2220"}, {"0100", "0100", "0100", "2220"}, nullptr},
      {"no process that is in row 0 owns a place",
       {"1111", "1211", "0000", "0000"},
       {"1111", "1211", "0000", "0000"},
       nullptr},
      {"a process without cells",
       {"0000", "0000", "0000", "2220"},
       {"0000", "0000", "0000", "2220"},
       nullptr},
  };
  for (const TypeCase& test : cases) {
    PushState state(drawn(3, test.start));
    BOOST_TEST_INFO(test.name);
    BOOST_TEST((push(state, 1, Direction::down) == test.type));
    BOOST_TEST(drawing(state.partition()) == test.end, boost::test_tools::per_element());
  }
}

// More cells in a line than there are bits in a word.
BOOST_AUTO_TEST_CASE(cells_as_bits) {
  const unsigned seed = 7;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (const std::int64_t n : {1, 63, 64, 65, 130}) {
    PushState state(random_partition(n, random_counts(random, n, 3), random));
    for (int step = 0; step < 50; ++step) {
      state.exchange(below(random, n), below(random, n), below(random, n), below(random, n));
      const std::int64_t line = below(random, n), from = below(random, n),
                         to = from + below(random, n - from + 1);
      const std::int64_t other = below(random, n);
      std::int64_t in_row = from, in_both_columns = from;
      while (in_row < to && state.partition().owner(line, in_row) != 2)
        ++in_row;
      while (in_both_columns < to && (state.partition().owner(in_both_columns, line) != 1 ||
                                      state.partition().owner(in_both_columns, other) != 1))
        ++in_both_columns;
      BOOST_TEST(first_common(state.row(2, line), state.row(2, line), from, to) == in_row);
      BOOST_TEST(first_common(state.column(1, line), state.column(1, other), from, to) == in_both_columns);
    }
  }
}

BOOST_AUTO_TEST_CASE(random_partitions_have_their_counts) {
  const unsigned seed = 9;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 200; ++run) {
    const std::int64_t n = 1 + below(random, 9);
    const std::vector<std::int64_t> counts = random_counts(random, n, static_cast<int>(1 + below(random, 5)));
    const std::vector<ProcessMetrics> actual = metrics(random_partition(n, counts, random));
    for (std::size_t k = 0; k < counts.size(); ++k)
      BOOST_TEST(actual[k].cells == counts[k]);
  }
  // All of (4.1) equally often: 4!/(2! 2!) = 6 partitions of four cells.
  std::vector<std::string> texts;
  const std::vector<std::int64_t> two_and_two{2, 2};
  for (int run = 0; run < 6000; ++run)
    texts.push_back(text(random_partition(2, two_and_two, random)));
  std::ranges::sort(texts);
  int kinds = 0;
  for (auto first = texts.begin(); first != texts.end(); ++kinds) {
    const auto next = std::upper_bound(first, texts.end(), *first);
    BOOST_TEST(std::abs((next - first) - 1000) < 150);
    first = next;
  }
  BOOST_TEST(kinds == 6);
}

BOOST_AUTO_TEST_CASE(counts_that_do_not_fit) {
  std::mt19937_64 random(1);
  const auto made = [&](std::int64_t cells, const std::vector<std::int64_t>& counts) {
    return message<ArgumentError>([&] { random_partition(cells, counts, random); });
  };
  BOOST_TEST(made(2, {1, 2}) == "counts: 3: expected 4 cells together");
  BOOST_TEST(made(2, {1, 4}) == "counts[1]: 4: expected 0 to 3, the cells that are left");
  BOOST_TEST(made(2, {5, -1}) == "counts[0]: 5: expected 0 to 4, the cells that are left");
  BOOST_TEST(made(2, {4, -1}) == "counts[1]: -1: expected 0 to 0, the cells that are left");
}

} // namespace
