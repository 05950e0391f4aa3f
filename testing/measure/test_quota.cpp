// The pauses of a quota are seen, also those of the usual one, few of which fall into the time of a measurement; nobody watches
// for long where there are none.
#define BOOST_TEST_MODULE quota
#include <boost/test/unit_test.hpp>

#include "measure/quota.hpp"

#include <cmath>

namespace {

using hetgrid::measure::measure_pauses;
using hetgrid::measure::Pauses;

/// Of a process that runs for a share of every period.
struct Clock {
  double period, share, seconds;
} process;

double clock_of_process() {
  const double next = process.seconds + 1e-6, begun = std::floor(next / process.period) * process.period;
  return process.seconds = next - begun < process.share * process.period ? next : begun + process.period;
}

/// \param phase  of the period, where the measurement begins
Pauses measured(double period, double share, double phase) {
  process = {period, share, phase * period};
  return measure_pauses(0.2, clock_of_process);
}

} // namespace

BOOST_AUTO_TEST_CASE(periods_and_shares) {
  for (const double period : {0.003, 0.01, 0.1})
    for (const double share : {0.1, 0.5, 0.85})
      for (const double phase : {0.0, 0.4, 0.95})
        BOOST_TEST_CONTEXT("period " << period << ", share " << share << ", from " << phase << " on") {
          const Pauses pauses = measured(period, share, phase);
          BOOST_TEST(pauses.period == period, boost::test_tools::tolerance(0.01));
          BOOST_TEST(pauses.share == share, boost::test_tools::tolerance(0.01));
          BOOST_TEST(process.seconds < phase * period + 0.5);
        }
}

BOOST_AUTO_TEST_CASE(without_a_quota) {
  const Pauses pauses = measured(1e9, 1, 0);
  BOOST_TEST(pauses.period == 0);
  BOOST_TEST(process.seconds < 0.201);
}
