// The search of `hetgrid tune`, where times are known: it finds what is faster through noise, and takes noise for nothing
// else.
#define BOOST_TEST_MODULE tune_search
#include <boost/test/unit_test.hpp>

#include "cli/tune/candidates.hpp"
#include "cli/tune/search.hpp"
#include "plan/tuning.hpp"
#include "schedule/parameters.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace {

using namespace hetgrid;
using namespace hetgrid::cli;
using schedule::Parameters;

/// A machine that takes time(parameters) for a run, more by a random share.
class Machine {
public:
  Machine(std::function<double(const Parameters&)> time, double noise, unsigned seed)
      : time_(std::move(time)), noise_(noise), random_(seed) {}

  SearchTools tools() {
    return {[this](const Parameters& parameters) {
              ++runs;
              const double seconds =
                  time_(parameters) * (1 + std::exponential_distribution<>(1)(random_) * noise_);
              clock += seconds;
              return seconds;
            },
            [this] { return clock; }};
  }
  double clock = 0;
  int runs = 0;

private:
  std::function<double(const Parameters&)> time_;
  double noise_;
  std::mt19937 random_;
};

double lu_time(const Parameters& parameters) {
  const double width = parameters.lu.width == 0 ? 64 : parameters.lu.width;
  return 1 + 0.1 * std::abs(std::log2(width / 128)) + (parameters.lu.tail == 256 ? 0 : 0.05);
}

const std::vector<Coordinate> lu_values = candidates(plan::Operation::getrf, 4000, 1, 2);

BOOST_AUTO_TEST_CASE(what_is_faster_is_found) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Machine machine(lu_time, 0.005, seed);
    const SearchResult result = search_parameters({}, lu_values, machine.tools(), 1e6);
    BOOST_TEST(result.parameters.lu.width == 128);
    BOOST_TEST(result.parameters.lu.tail == 256);
    BOOST_TEST(result.complete);
    BOOST_TEST(std::abs(result.final_runs.ratio() - 1.15) < 0.02);
    BOOST_TEST(result.final_runs.second_is_faster());
  }
}

// Where nothing makes a difference the default is hardly ever given up, whatever the noise.
BOOST_AUTO_TEST_CASE(noise_is_no_gain) {
  for (const double noise : {0.0, 0.02, 0.3}) {
    int given_up = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
      Machine machine([](const Parameters&) { return 1.0; }, noise, seed);
      const SearchResult result = search_parameters({}, lu_values, machine.tools(), 1e6);
      given_up += result.parameters != Parameters();
      if (result.parameters == Parameters()) {
        BOOST_TEST(result.final_runs.second.empty());
        BOOST_TEST(!result.final_runs.first.empty());
        BOOST_TEST(result.final_runs.ratio() == 1);
      }
    }
    BOOST_TEST(given_up <= 10, given_up << " of 200 at noise " << noise);
  }
}

BOOST_AUTO_TEST_CASE(time_is_limited) {
  for (const double seconds : {1.0, 10.0, 50.0, 100.0, 200.0}) {
    Machine machine(lu_time, 0.05, 7);
    const SearchResult result = search_parameters({}, lu_values, machine.tools(), seconds);
    BOOST_TEST(machine.clock <= std::max(1.3 * seconds, 4.0)); // two runs there are in any case
    BOOST_TEST(result.complete == (seconds > 150));
    BOOST_TEST(lu_time(result.parameters) <= lu_time({}));
  }
}

BOOST_AUTO_TEST_CASE(sign_test) {
  BOOST_TEST(wins_needed(1) == 2);
  BOOST_TEST(wins_needed(4) == 5);
  BOOST_TEST(wins_needed(5) == 5);
  BOOST_TEST(wins_needed(7) == 7);
  BOOST_TEST(wins_needed(8) == 7);
  BOOST_TEST(wins_needed(9) == 8);
  BOOST_TEST(wins_needed(20) == 15);
  const PairedRuns runs{{2, 2, 2, 9, 2}, {1, 1, 1, 3, 1}};
  BOOST_TEST(runs.ratio() == 2);
  BOOST_TEST(runs.second_is_faster());
  BOOST_TEST(!(PairedRuns{{2, 2, 2, 9, 1}, {1, 1, 1, 3, 1}}.second_is_faster()));
}

BOOST_AUTO_TEST_CASE(candidates_are_legal_and_of_the_operation) {
  for (const plan::Operation operation :
       {plan::Operation::gemm, plan::Operation::getrf, plan::Operation::geqrf, plan::Operation::potrf})
    for (const int n : {1, 200, 4000})
      for (const auto& [p, q] : {std::pair(1, 2), std::pair(2, 1), std::pair(2, 2)})
        for (const Coordinate& coordinate : candidates(operation, n, p, q))
          for (const std::string& value : coordinate) {
            const Parameters parameters = schedule::parameters_from_text("value", value, {});
            BOOST_TEST((plan::with_parameters_of(operation, {}, parameters) == parameters));
          }
  // Panels that one process owns are not distributed.
  BOOST_TEST(candidates(plan::Operation::getrf, 4000, 1, 2).size() == 3u);
  BOOST_TEST(candidates(plan::Operation::getrf, 4000, 2, 1).size() == 4u);
  BOOST_TEST(candidates(plan::Operation::gemm, 4000, 2, 2).size() == 1u);
}

} // namespace
