// Who factors collected panels, and who solves for the chunks of an update.
#define BOOST_TEST_MODULE factoring_processes
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "schedule/factoring_processes.hpp"

#include <cstddef>
#include <ostream>
#include <vector>

namespace {

using namespace hetgrid::schedule;
namespace data = boost::unit_test::data;

BOOST_AUTO_TEST_CASE(fast_are_those_within_a_quarter_of_the_fastest) {
  const std::vector<double> times{3, 1, 1.25, 1.26, 1};
  BOOST_TEST(fast_processes(times) == (std::vector<int>{1, 2, 4}), boost::test_tools::per_element());
}

struct Choice {
  const char* name;
  std::vector<double> cycle_times;
  std::vector<int> columns, owners;
  int expected;
};
std::ostream& operator<<(std::ostream& out, const Choice& choice) {
  return out << choice.name;
}
const Choice choices[] = {
    {"an owner of a diagonal element that is fast", {1, 1, 1, 1}, {0, 1, 0, 1}, {3}, 3},
    {"no owner is fast: one of the owner's grid column", {1, 1, 9, 9}, {0, 1, 0, 1}, {3}, 1},
    {"nobody there is fast: any fast one", {1, 9, 1, 9}, {0, 1, 0, 1}, {1}, 0},
};

BOOST_DATA_TEST_CASE(a_panel_is_factored_by, data::make(choices), choice) {
  const FactoringProcesses processes(choice.cycle_times, choice.columns);
  BOOST_TEST(processes.next(choice.owners) == choice.expected);
}

BOOST_AUTO_TEST_CASE(those_that_could_factor_take_turns) {
  FactoringProcesses processes(std::vector<double>{1, 1}, {0, 0});
  for (const int expected : {0, 1, 0, 1}) {
    const int process = processes.next(std::vector<int>{0, 1});
    BOOST_TEST(process == expected);
    processes.take_turn(process);
  }
}

struct Solver {
  std::vector<int> solvers;
  std::size_t number, behind;
  int factoring, expected;
};
std::ostream& operator<<(std::ostream& out, const Solver& x) {
  return out << "chunk " << x.number << ", " << x.behind << " behind the next window, " << x.factoring
             << " factors";
}
const Solver solvers[] = {
    {{0, 1}, 0, 0, 0, 0},    {{0, 1}, 3, 3, 1, 1},                          // in turns
    {{0, 1}, 2, 1, 1, 0},    {{0, 1}, 3, 2, 1, 1},                          // it is another's turn anyway
    {{0, 1}, 2, 1, 0, 1},    {{0, 1}, 3, 2, 0, 0},    {{0, 1}, 4, 3, 0, 0}, // changed with the next one
    {{2, 5, 7}, 2, 1, 7, 2}, {{2, 5, 7}, 3, 2, 7, 7}, {{0, 1}, 2, 1, -1, 0},
    {{4}, 2, 1, 4, 4},       {{4}, 3, 2, 4, 4}, // nobody factors; nobody else can
};

BOOST_DATA_TEST_CASE(a_chunk_is_solved_for_by, data::make(solvers), x) {
  BOOST_TEST(solver_of_chunk(x.solvers, x.number, x.behind, x.factoring) == x.expected);
}

BOOST_AUTO_TEST_CASE(all_solve_as_often_whoever_is_spared) {
  const std::vector<int> both{0, 1};
  for (const int chunks : {3, 4, 5, 9}) {
    std::vector<int> solved(2);
    std::size_t number = 0;
    for (int step = 0; step < 120; ++step)
      for (int c = 0; c < chunks; ++c)
        ++solved[static_cast<std::size_t>(
            solver_of_chunk(both, number++, static_cast<std::size_t>(c), step % 2))];
    BOOST_TEST(solved[0] == solved[1], chunks << " chunks a step: " << solved[0] << " and " << solved[1]);
  }
}

} // namespace
