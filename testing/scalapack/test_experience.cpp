// What is concluded from the times of calls: sequences of outcomes, and what the last one leads to.
#define BOOST_TEST_MODULE experience
#include "scalapack/transparent/experience.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace hetgrid::scalapack::transparent;
using Finding = Experience::Finding;

constexpr double operations = 2e9;

/// A call of hetgrid that took `ratio` of its prediction and `to_scalapack` of ScaLAPACK's; it has `seconds`.
Outcome hetgrid_took(double ratio, double to_scalapack = 0.5, double seconds = 1, double busy = 1) {
  return {{"PDGEMM", operations}, Library::hetgrid, seconds, ratio, to_scalapack, busy};
}
Outcome scalapack_took(double ratio, double seconds = 1) {
  return {{"PDGEMM", operations}, Library::scalapack, seconds, ratio, ratio, 1};
}

struct Case {
  std::string name;
  std::vector<Outcome> calls;
  std::vector<Finding> findings; ///< of each call
  bool lost;                     ///< in the end
};
std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.name;
}

constexpr Finding nothing = Finding::nothing, lost = Finding::lost, regained = Finding::regained,
                  parted = Finding::parted;

const std::vector<Case> cases{
    {"as predicted",
     {hetgrid_took(1), hetgrid_took(1.1), hetgrid_took(0.9)},
     {nothing, nothing, nothing},
     false},
    {"always wrong by the same factor",
     {hetgrid_took(1.6), hetgrid_took(1.6), hetgrid_took(1.7), hetgrid_took(1.5), hetgrid_took(1.6)},
     {nothing, nothing, nothing, nothing, nothing},
     false},
    {"within ten percent of ScaLAPACK", {hetgrid_took(2, 1.09)}, {nothing}, false},
    {"lost", {hetgrid_took(2, 1.11)}, {lost}, true},
    {"lost, and ScaLAPACK is as predicted",
     {hetgrid_took(2, 1.3), scalapack_took(1), scalapack_took(1.1)},
     {lost, nothing, nothing},
     true},
    {"lost by the prediction only: ScaLAPACK is slower still",
     {hetgrid_took(2, 1.3), scalapack_took(1.5), scalapack_took(1.6), scalapack_took(1.5),
      hetgrid_took(2, 1.3), hetgrid_took(2, 1.6)},
     {lost, nothing, nothing, regained, nothing, nothing},
     false},
    {"lost, and ScaLAPACK was slow once",
     {hetgrid_took(2, 1.3), scalapack_took(1.5), scalapack_took(1), scalapack_took(1.5), scalapack_took(1.5)},
     {lost, nothing, nothing, nothing, nothing},
     true},
    {"given back once only",
     {hetgrid_took(2, 1.3), scalapack_took(1.5), scalapack_took(1.5), scalapack_took(1.5),
      hetgrid_took(2, 1.7), scalapack_took(1.9)},
     {lost, nothing, nothing, regained, lost, nothing},
     true},
    {"one slow call",
     {hetgrid_took(1), hetgrid_took(1.5), hetgrid_took(1)},
     {nothing, nothing, nothing},
     false},
    {"slow calls that do not follow one another",
     {hetgrid_took(1), hetgrid_took(1.5), hetgrid_took(1.5), hetgrid_took(1), hetgrid_took(1.5),
      hetgrid_took(1.5)},
     {nothing, nothing, nothing, nothing, nothing, nothing},
     false},
    {"slow from the second call on",
     {hetgrid_took(1), hetgrid_took(2), hetgrid_took(2), hetgrid_took(2)},
     {nothing, nothing, nothing, parted},
     false},
    {"fast from the second call on",
     {hetgrid_took(1), hetgrid_took(0.5), hetgrid_took(0.5), hetgrid_took(0.5)},
     {nothing, nothing, nothing, parted},
     false},
    {"a process waits that did not",
     {hetgrid_took(1), hetgrid_took(1, 0.5, 1, 0.4), hetgrid_took(1, 0.5, 1, 0.4),
      hetgrid_took(1, 0.5, 1, 0.4)},
     {nothing, nothing, nothing, parted},
     false},
    {"slow, but not worth measuring",
     {hetgrid_took(1), hetgrid_took(2, 0.5, 0.01), hetgrid_took(2, 0.5, 0.01), hetgrid_took(2, 0.5, 0.01)},
     {nothing, nothing, nothing, nothing},
     false},
    {"so slow that measuring costs nothing beside it",
     {hetgrid_took(1), hetgrid_took(2, 0.5, 12), hetgrid_took(2, 0.5, 12)},
     {nothing, nothing, parted},
     false},
    {"slow, and lost by it", {hetgrid_took(1), hetgrid_took(3, 1.5, 0.01)}, {nothing, parted}, true},
    {"many times the prediction from the first call on",
     {hetgrid_took(5), hetgrid_took(5), hetgrid_took(5)},
     {nothing, nothing, parted},
     false},
    {"many times the prediction, once",
     {hetgrid_took(5), hetgrid_took(1), hetgrid_took(1.1), hetgrid_took(0.9)},
     {nothing, nothing, nothing, nothing},
     false},
    {"lost by a first call that took many times the prediction, as all after it",
     {hetgrid_took(8, 6), scalapack_took(20), scalapack_took(20)},
     {lost, nothing, parted},
     true},
    {"ScaLAPACK's calls part, too",
     {scalapack_took(1), scalapack_took(2), scalapack_took(2), scalapack_took(2)},
     {nothing, nothing, nothing, parted},
     false},
};

} // namespace

BOOST_DATA_TEST_CASE(findings, cases) {
  Experience experience(true);
  for (std::size_t k = 0; k < sample.calls.size(); ++k)
    BOOST_TEST(static_cast<int>(experience.learn(sample.calls[k])) == static_cast<int>(sample.findings[k]),
               "call " << k);
  BOOST_TEST(experience.is_lost({"PDGEMM", operations}) == sample.lost);
}

BOOST_AUTO_TEST_CASE(speeds_that_were_given_are_not_measured) {
  Experience experience(false);
  for (const double ratio : {1, 4, 4, 4, 4, 4})
    BOOST_TEST((experience.learn(hetgrid_took(ratio)) == nothing));
}

BOOST_AUTO_TEST_CASE(measurements_that_find_nothing_new_are_made_less_often) {
  Experience experience(true);
  double ratio = 1;
  const auto call = [&] { return hetgrid_took(ratio, 0.5, 0.4); }; // few seconds in all
  experience.learn(call());
  for (const int patience : {3, 6, 12, 24}) {
    ratio = 3 - ratio;
    for (int k = 1; k < patience; ++k)
      BOOST_TEST((experience.learn(call()) == nothing));
    BOOST_TEST((experience.learn(call()) == parted));
    experience.measured(false);
    experience.learn(call()); // what is compared with from now on
  }
}

BOOST_AUTO_TEST_CASE(a_new_plan_knows_of_no_losses_and_the_old_one_keeps_them) {
  for (const bool changed : {false, true}) {
    Experience experience(true);
    experience.learn(hetgrid_took(2, 1.3));
    experience.measured(changed);
    BOOST_TEST(experience.is_lost({"PDGEMM", operations}) == !changed);
  }
}

BOOST_AUTO_TEST_CASE(what_is_lost_is_a_routine_and_a_size) {
  Experience experience(true);
  experience.learn(hetgrid_took(2, 1.3));
  const CallClass calls("PDGEMM", operations);
  BOOST_TEST((calls.least() <= operations && operations < calls.limit()));
  BOOST_TEST(experience.is_lost({"PDGEMM", calls.least()}));
  BOOST_TEST(!experience.is_lost({"PDGEMM", calls.least() / 1.01}));
  BOOST_TEST(!experience.is_lost({"PDGEMM", calls.limit()}));
  BOOST_TEST(!experience.is_lost({"PZGEMM", operations}));
  // Of very many classes the oldest are forgotten.
  for (int size = 0; size < 60; ++size)
    for (const char* const routine : {"PDGETRF", "PDGEQRF", "PDPOTRF"})
      experience.learn({{routine, std::ldexp(1.5, size)}, Library::hetgrid, 1, 1, 0.5, 1});
  BOOST_TEST(!experience.is_lost(calls));
}
