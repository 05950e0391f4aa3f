// Archetypes of the ends of the Push DFA, and their reduction to A.
#define BOOST_TEST_MODULE archetype
#include <boost/test/unit_test.hpp>

#include "partition/metrics.hpp"
#include "partition/proportion.hpp"
#include "partition/push/archetype.hpp"
#include "partition/push/dfa.hpp"
#include "partition/push/reduction.hpp"
#include "testing/partition/push/drawing.hpp"

#include <cstdlib>
#include <map>
#include <numeric>
#include <string>

using namespace hetgrid::partition;
using hetgrid::testing::drawn;
using hetgrid::testing::Rows;
using hetgrid::testing::text;

namespace {

std::string name(std::optional<Archetype> archetype) {
  return archetype ? std::string(1, static_cast<char>('A' + static_cast<int>(*archetype))) : "none";
}

struct CornerCase {
  const char* what;
  Rows rows;
  std::int64_t corners; ///< of process 1
};

BOOST_AUTO_TEST_CASE(corners_by_hand) {
  const CornerCase cases[] = {
      {"no cells", {"00", "00"}, 0},
      {"the matrix", {"11", "11"}, 4},
      {"a rectangle", {"0000", "0110", "0110", "0000"}, 4},
      {"an L", {"1100", "1100", "1111", "1111"}, 6},
      {"a T", {"001100", "001100", "111111", "111111", "000000", "000000"}, 8},
      {"a ring", {"111111", "111111", "110011", "110011", "111111", "111111"}, 8},
      {"figure 6.3, where S has sides of two cells",
       {"000000", "011110", "011110", "011000", "011000", "000000"},
       6},
      {"a rectangle whose last row is filled in part", {"1111", "1111", "1111", "1100"}, 4},
      {"here and there", {"1111111", "1111111", "1100101", "0000000", "0000000", "0000000", "0000000"}, 4},
      {"two that touch in a point", {"1100", "1100", "0011", "0011"}, 8},
      {"a cell within", {"1111", "1011", "1111", "1111"}, 4},
  };
  for (const CornerCase& test : cases)
    BOOST_TEST(corners(drawn(2, test.rows), 1) == test.corners, test.what);
}

struct ArchetypeCase {
  const char* what;
  Rows rows;
  std::string archetype;
};

const ArchetypeCase archetypes[] = {
    {"Square Corner",
     {"11110000", "11110000", "11110000", "11110000", "00000000", "00000000", "00000022", "00000022"},
     "A"},
    {"rectangular with all of the matrix",
     {"11110000", "11110000", "11110000", "11110000", "22220000", "22220000", "22220000", "22220000"},
     "A"},
    {"a process without cells", {"1100", "1100", "0000", "0000"}, "A"},
    {"two that share a row", {"111100", "111100", "112200", "222200", "222200", "000000"}, "A"},
    {"L",
     {"00000000", "01111000", "01111000", "01122220", "01122220", "00022220", "00022220", "00000000"},
     "B"},
    {"L along a side of the matrix",
     {"11110000", "11110000", "11220000", "11220000", "00220000", "00220000", "00220000", "00220000"},
     "B"},
    {"L around a corner within",
     {"1111000", "1111000", "1122000", "1122000", "0000000", "0000000", "0000000"},
     "B"},
    // No rectangles that keep a side fit here:
    {"L from edge to edge both ways",
     {"111111100000", "111111100000", "111111100000", "111111100000", "111111100000", "111112222222",
      "111112222222", "000002222222", "000002222222", "000002222222", "000002222222", "000002222222"},
     "B"},
    {"interlocked",
     {"1111220000", "1111220000", "1122220000", "1122220000", "1111220000", "1111220000", "0000000000",
      "0000000000", "0000000000", "0000000000"},
     "C"},
    {"interlocked, two of six corners",
     {"1111110000", "1111110000", "1122220000", "1122220000", "1122110000", "1122110000", "0022220000",
      "0022220000", "0000000000", "0000000000"},
     "C"},
    {"surrounded",
     {"111111000", "111111000", "112211000", "112211000", "111111000", "111111000", "000000000", "000000000",
      "000000000"},
     "D"},
    {"surrounded on three sides",
     {"00000000", "11221100", "11221100", "11111100", "11111100", "00000000", "00000000", "00000000"},
     "D"},
};

BOOST_AUTO_TEST_CASE(archetypes_by_hand) {
  for (const ArchetypeCase& test : archetypes)
    BOOST_TEST(name(archetype(drawn(3, test.rows))) == test.archetype, test.what);
  BOOST_TEST(name(archetype(drawn(3, {"1100000", "1100000", "1111000", "1111000", "0000022", "0000022",
                                      "0000000"}))) == "none");
}

/// Same numbers of cells, no more communication, archetype A.
void check_reduced(const Partition& partition, const Partition& reduced) {
  const std::vector<ProcessMetrics> were = metrics(partition), are = metrics(reduced);
  for (int process = 0; process < 3; ++process) {
    BOOST_TEST(are[process].cells == were[process].cells);
    BOOST_TEST((process == 0 ||
                are[process].rows + are[process].columns <= were[process].rows + were[process].columns));
  }
  BOOST_TEST(volume_of_communication(reduced) <= volume_of_communication(partition));
  BOOST_TEST(name(archetype(reduced)) == "A");
}

BOOST_AUTO_TEST_CASE(reductions_by_hand) {
  for (const ArchetypeCase& test : archetypes) {
    const Partition partition = drawn(3, test.rows);
    const std::optional<Partition> reduced = reduce_to_archetype_a(partition);
    BOOST_TEST_INFO(test.what);
    BOOST_TEST_REQUIRE(reduced.has_value());
    check_reduced(partition, *reduced);
  }
}

// No Push is left in these, but cells that process 1 lacks are in the middle of it.
BOOST_AUTO_TEST_CASE(beautified_by_hand) {
  const Rows cases[] = {
      {"000000", "011110", "010110", "011110", "011010", "000000"}, // two that go to an edge
      {"000000", "011110", "011110", "000000", "011110", "000000"}, // a row that is clean of it: a Push
      {"110111", "110111", "111111", "000000", "000000",
       "000000"}, // part of a column, of which not one cell alone can go
      {"111222", "121222", "111222", "000000", "000000", "000000"}, // one of process 2
  };
  for (const Rows& rows : cases) {
    PushState state(drawn(3, rows));
    const std::int64_t volume = state.volume();
    beautify(state);
    BOOST_TEST_INFO(text(state.partition()));
    BOOST_TEST(corners(state.partition(), 1) == 4);
    BOOST_TEST(state.volume() <= volume);
    BOOST_TEST((state.partition() != drawn(3, rows)));
  }
}

// Ratios of 6.3.1. How often each archetype is reached is printed by bench_push.
BOOST_AUTO_TEST_CASE(ends_of_the_dfa) {
  const bool is_long = std::getenv("HETGRID_CHECK_LONG") != nullptr;
  const int runs = is_long ? 10000 : 150;
  std::map<std::string, int> found;
  int reduced_ends = 0, ends = 0;
  for (const auto& speeds :
       {std::vector<double>{2, 1, 1}, {5, 1, 1}, {10, 5, 1}, {2, 2, 1}, {4, 2, 1}, {5, 4, 1}}) {
    const std::int64_t n = 24;
    for (int seed = 1; seed <= runs; ++seed) {
      const PushRun run = run_push_dfa(n, cells_in_proportion(speeds, n), seed);
      const std::string archetype_of_end = name(archetype(run.end));
      ++found[archetype_of_end];
      ++ends;
      BOOST_TEST_INFO("seed " << seed << "\n" << text(run.end));
      if (const std::optional<Partition> reduced = reduce_to_archetype_a(run.end)) {
        check_reduced(run.end, *reduced);
        ++reduced_ends;
      }
    }
  }
  for (const auto& [archetype, count] : found)
    BOOST_TEST_MESSAGE(archetype << ": " << count);
  for (const char* archetype : {"A", "B", "C", "D"})
    BOOST_TEST(found[archetype] > ends / 100);
  BOOST_TEST(found["none"] < ends / 20);
  BOOST_TEST_MESSAGE("reduced: " << reduced_ends << " of " << ends);
  BOOST_TEST(reduced_ends == ends);
}

} // namespace
