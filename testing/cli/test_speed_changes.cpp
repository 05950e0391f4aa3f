// Speeds that change while a program runs: the time that nobody can beat.
#define BOOST_TEST_MODULE speed_changes
#include <boost/test/unit_test.hpp>

#include "cli/options/speed_changes.hpp"
#include "cli/process/emulated_runs.hpp"
#include "hetgrid/error.hpp"

#include <cstdlib>

using namespace hetgrid;
using namespace hetgrid::cli;

BOOST_AUTO_TEST_CASE(ideal_seconds_integrate_the_rates) {
  struct Case {
    double work;
    std::vector<double> rates;
    std::vector<std::string> changes;
    double seconds;
  };
  for (const auto& [work, rates, changes, seconds] : std::vector<Case>{
           {20, {10}, {}, 2},
           {20, {10, 20. / 3}, {"1:1,3"}, 2.5},
           {20, {10, 7.5}, {"1:1,3"}, 1 + 10 / 7.5}, // whatever the cycle-times say
           {20, {10, 20. / 3}, {"2:1,3"}, 2},        // too late
           {20, {10, 5.000005}, {"1:1,1000000"}, 1 + 10 / 5.000005},
           {20, {12, 6, 18}, {"1:3,3", "2:1,1"}, 2 + 2. / 18},
       })
    BOOST_TEST(ideal_seconds(work, rates, parse_speed_changes(changes, 2)) == seconds,
               boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_program_reads_what_emulate_sets) {
  const std::vector<double> cycle_times{1, 2.5};
  setenv(emulated_runs_variable,
         emulated_runs("/pipe", cycle_times, parse_speed_changes({"0.5:3,2.5", "2:1,1"}, 2)).c_str(), 1);
  const auto runs = EmulatedRuns::from_environment();
  BOOST_REQUIRE(runs.has_value());
  BOOST_TEST(runs->ranks() == 2);
  BOOST_REQUIRE(runs->changes().size() == 2U);
  BOOST_TEST(runs->changes()[1].seconds == 2);
  BOOST_TEST(runs->changes()[0].cycle_times == (std::vector{3, 2.5}), boost::test_tools::per_element());
  BOOST_CHECK_THROW(runs->begin(), SystemError);
  for (const char* const other : {"", "/pipe", "/pipe 1,x", "/pipe 1,1 5:1", "/pipe 1,1 2:1,1 1:1,1"}) {
    setenv(emulated_runs_variable, other, 1);
    BOOST_CHECK_THROW(EmulatedRuns::from_environment(), InputError);
  }
  unsetenv(emulated_runs_variable);
  BOOST_TEST(!EmulatedRuns::from_environment().has_value());
}
