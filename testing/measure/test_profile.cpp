// Phases share out the time of a process without gap or overlap, and a trace of them tells the same times as the profile.
#define BOOST_TEST_MODULE profile
#include <boost/test/unit_test.hpp>

#include "measure/profile.hpp"

#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using namespace hetgrid::measure;

constexpr std::int32_t panel = 0, exchange = 1, update = 2, idle = 4;

bool operator==(const Interval& a, const Interval& b) {
  return a.begin == b.begin && a.end == b.end && a.entry == b.entry && a.step == b.step;
}

void check(const std::vector<Interval>& added, const std::vector<Interval>& expected) {
  Trace trace;
  trace.start(100);
  for (const Interval& interval : added)
    trace.add(interval);
  const std::vector<Interval> found = trace.stop();
  BOOST_TEST_REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    BOOST_TEST((found[k] == expected[k]), "interval " << k);
}

/// Uses the processor for a while.
void work(double seconds) {
  for (const double end = hetgrid::kernel::now() + seconds; hetgrid::kernel::now() < end;)
    ;
}

double length(const std::vector<Interval>& intervals, std::int32_t entry) {
  return std::accumulate(intervals.begin(), intervals.end(), 0.0, [&](double sum, const Interval& one) {
    return one.entry == entry ? sum + one.end - one.begin : sum;
  });
}

} // namespace

BOOST_AUTO_TEST_CASE(neighbours_of_the_same_entry_and_step_are_one) {
  check({{0, 1, panel, 0}, {1, 2, panel, 0}, {2, 3, panel, 1}, {3, 4, update, 1}},
        {{0, 2, panel, 0}, {2, 3, panel, 1}, {3, 4, update, 1}});
  check({{0, 1, panel, 0}, {1.5, 2, panel, 0}}, {{0, 1, panel, 0}, {1.5, 2, panel, 0}}); // a gap
  check({{0, 0, panel, 0}, {0, 1, update, 0}, {1, 1, panel, 0}, {1, 2, update, 0}}, {{0, 2, update, 0}});
}

BOOST_AUTO_TEST_CASE(short_looks_around_do_not_cut_a_wait) {
  const double look = 0.5 * Trace::noise, end = 1 + look;
  check({{0, 1, idle, no_step}, {1, end, exchange, no_step}, {end, 2, idle, no_step}},
        {{0, 2, idle, no_step}});
  // What is not short, or not between parts of the same wait, stays.
  check({{0, 1, idle, no_step}, {1, 1.5, exchange, no_step}, {1.5, 2, idle, no_step}},
        {{0, 1, idle, no_step}, {1, 1.5, exchange, no_step}, {1.5, 2, idle, no_step}});
  check({{0, 1, idle, no_step}, {1, end, exchange, no_step}, {end, 2, update, no_step}},
        {{0, 1, idle, no_step}, {1, end, exchange, no_step}, {end, 2, update, no_step}});
}

BOOST_AUTO_TEST_CASE(a_trace_ends_where_its_memory_does) {
  Trace trace;
  trace.start(2);
  const Interval* const first = trace.intervals().data();
  trace.add({0, 1, panel, 0});
  trace.add({1, 2, update, 0});
  trace.add({2, 3, update, 0});
  BOOST_TEST((trace.is_on() && trace.is_complete()));
  trace.add({3, 4, panel, 1});
  BOOST_TEST((!trace.is_on() && !trace.is_complete()));
  BOOST_TEST(trace.intervals().data() == first);
  BOOST_TEST(trace.intervals().size() == 2u);
}

BOOST_AUTO_TEST_CASE(phases_share_out_the_time) {
  profile() = {};
  trace().start(1000);
  const double begin = hetgrid::kernel::now();
  {
    const Phase waiting(&Profile::idle);
    work(2e-3);
    {
      const Phase exchanging(&Profile::exchange, 7);
      work(1e-3);
      {
        const Phase factoring(&Profile::panel);
        work(1e-3);
      }
      work(1e-3);
    }
    work(1e-3);
  }
  const double end = hetgrid::kernel::now();
  const std::vector<Interval> intervals = trace().stop();

  double sum = 0;
  for (std::size_t entry = 0; entry < profile_entries.size(); ++entry) {
    const double seconds = profile().*profile_entries[entry];
    BOOST_TEST(seconds == length(intervals, static_cast<std::int32_t>(entry)),
               boost::test_tools::tolerance(1e-6));
    sum += seconds;
  }
  // Between the readings of the clock here and in Phase the process may lose its core.
  BOOST_TEST(sum <= end - begin);
  BOOST_TEST(sum == intervals.back().end - intervals.front().begin, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(profile().idle >= 3e-3);
  BOOST_TEST(profile().exchange >= 2e-3);
  BOOST_TEST(profile().panel >= 1e-3);
  BOOST_TEST(profile().update == 0);

  BOOST_TEST_REQUIRE(intervals.size() == 5u);
  for (std::size_t k = 1; k < intervals.size(); ++k)
    BOOST_TEST(intervals[k].begin == intervals[k - 1].end);
  const std::vector<std::int32_t> entries{idle, exchange, panel, exchange, idle},
      steps{no_step, 7, 7, 7, no_step};
  for (std::size_t k = 0; k < intervals.size(); ++k) {
    BOOST_TEST(intervals[k].entry == entries[k]);
    BOOST_TEST(intervals[k].step == steps[k]); // of the phase around, where there is no other
  }
}

BOOST_AUTO_TEST_CASE(an_exception_ends_its_phases) {
  profile() = {};
  try {
    const Phase updating(&Profile::update);
    const Phase factoring(&Profile::panel);
    throw std::runtime_error("within phases");
  } catch (const std::runtime_error&) {
  }
  const Profile before = profile();
  work(1e-3);
  { const Phase waiting(&Profile::idle); }
  BOOST_TEST(profile().update == before.update);
  BOOST_TEST(profile().panel == before.panel);
}

BOOST_AUTO_TEST_CASE(nothing_is_recorded_while_the_trace_is_off) {
  trace().start(1000);
  trace().stop();
  { const Phase updating(&Profile::update); }
  BOOST_TEST(!trace().is_on());
  BOOST_TEST(trace().stop().empty());
}
