// Mutants of platform and plan files: each is refused with a line, or planned with predictions that are finite.
#define BOOST_TEST_MODULE mutants
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "testing/support/mutation.hpp"

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>

#include <sys/resource.h>
#include <unistd.h>

using namespace hetgrid;
using namespace hetgrid::plan;
using hetgrid::testing::Mutator;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true; // reserves far more addresses than it uses
#else
constexpr bool sanitized = false;
#endif
constexpr double most_seconds = sanitized ? 25 : 5; ///< of CPU, for a mutant

std::vector<std::string> platforms() {
  Platform full = platform_from_cycle_times(std::vector<double>{1, 2, 3, 5});
  full.processes[0].host = full.processes[1].host = "node1";
  full.processes[0].curve = {{1e4, 60.5, 0.25}, {1e6, 30, 0.125}};
  full.processes[1].memory = 1e9;
  full.processes[2].segment = "cellar";
  full.processes[2].kernels.trsm = 0.25;
  full.processes[3].quota = {0.012, 0.5};
  full.network.segments = {{"cellar", Medium::bus, {1e-3, 1e-6}}};
  Platform star = platform_from_cycle_times(std::vector<double>{1, 2, 3});
  star.network.medium = Medium::star;
  star.network.links = {{1e-5, 1e-9}, {2e-5, 1e-8}, {0, 0}};
  Platform pairs = platform_from_cycle_times(std::vector<double>{1, 1});
  pairs.network.medium = Medium::bus;
  pairs.network.pairs = {{}, {1e-4, 1e-8}, {1e-3, 1e-7}, {}};
  return {
      to_json(full), to_json(star), to_json(pairs),
      R"({"block_size": 64, "processes": [{"cycle_time": 2}, {"cycle_time": 1, "gflops": 30}, {"cycle_time": 3}]})"};
}

std::vector<std::string> plans() {
  const std::vector<double> times{1, 2, 3, 5, 7};
  return {to_json(make_plan(times)), to_json(uniform_plan(2, 2)),
          to_json(make_plan(times, {.p = 2, .q = 2, .problem = {Operation::getrf, 500}}))};
}

void check_finite(const Prediction& prediction) {
  BOOST_TEST((std::isfinite(prediction.seconds) && prediction.seconds > 0), prediction.seconds);
  BOOST_TEST((std::isfinite(prediction.bytes) && std::isfinite(prediction.efficiency)));
  for (const ProcessPrediction& process : prediction.processes)
    BOOST_TEST(std::isfinite(process.update + process.panel + process.communication + process.idle +
                             process.memory));
}

constexpr Operation operations[] = {Operation::gemm, Operation::getrf, Operation::geqrf, Operation::potrf};

void plan_platform(const std::string& text, Mutator& mutator) {
  const Platform platform = platform_from_json(text);
  Options options{.problem = {operations[mutator.below(4)], 256}};
  options.problem.block_size = 1 << mutator.below(8);
  const Plan plan = make_plan(platform, options);
  check_finite(predict(plan, platform, options.problem));
  plan_from_json(to_json(plan));
}

void predict_plan(const std::string& text, Mutator& mutator) {
  const Plan plan = plan_from_json(text);
  check_finite(
      predict(plan, platform_from_cycle_times(plan.cycle_times), {operations[mutator.below(4)], 256}));
}

/// Runs `use` on mutants of the corpus. \return how many were refused
int run(const std::vector<std::string>& corpus, std::uint64_t seed,
        const std::function<void(const std::string&, Mutator&)>& use) {
  if (!sanitized) {
    const rlimit memory{std::size_t{1} << 30, std::size_t{1} << 30};
    BOOST_TEST(setrlimit(RLIMIT_AS, &memory) == 0);
  }
  const int mutants = std::getenv("HETGRID_CHECK_LONG") ? 20'000 : 500;
  Mutator mutator(seed);
  int refused = 0;
  for (int k = 0; k < mutants; ++k) {
    BOOST_TEST_CHECKPOINT("seed " << seed << ", mutant " << k);
    const std::string mutant = mutator(corpus);
    const std::clock_t begin = std::clock();
    alarm(600); // no end
    try {
      use(mutant, mutator);
    } catch (const Error& error) {
      const std::string what = error.what();
      BOOST_TEST((!what.empty() && what.size() < 1000 && what.find('\n') == std::string::npos), what);
      ++refused;
    } catch (const std::exception& error) {
      BOOST_ERROR("mutant " << k << " of seed " << seed << ": " << error.what());
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    BOOST_TEST(seconds < most_seconds, "mutant " << k << " of seed " << seed << ": " << seconds << " s");
  }
  alarm(0);
  BOOST_TEST_MESSAGE("seed " << seed << ": " << mutants << " mutants, " << refused << " refused");
  BOOST_TEST(refused > mutants / 4);
  BOOST_TEST(refused < mutants);
  return refused;
}

BOOST_AUTO_TEST_CASE(mutants_of_platforms) {
  run(platforms(), 2031, plan_platform);
}

BOOST_AUTO_TEST_CASE(mutants_of_plans) {
  run(plans(), 2032, predict_plan);
}

} // namespace
