// Mutants of platform, plan and partition files, of their texts and of their structure: each is refused with a line, or planned
// with predictions that are finite. Mutants of tuning files, and of what HETGRID_CYCLE_TIMES and HETGRID_PARAMETERS hold.
// HETGRID_MUTANTS="FIRST COUNT" tries these alone, which a failure names.
#define BOOST_TEST_MODULE mutants
#include <boost/test/unit_test.hpp>

#include "hetgrid/best_partitions.hpp"
#include "hetgrid/distribution.hpp"
#include "hetgrid/dynamic_analysis.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_policies.hpp"
#include "hetgrid/shape.hpp"
#include "plan/tuning.hpp"
#include "schedule/parameters.hpp"
#include "testing/support/json_mutation.hpp"
#include "testing/support/mutants.hpp"
#include "testing/support/mutation.hpp"

#include <cmath>

using namespace hetgrid;
using namespace hetgrid::plan;
using hetgrid::testing::JsonMutator;
using hetgrid::testing::Mutator;
using hetgrid::testing::run_mutants;
using Json = JsonMutator::Json;

namespace {

std::vector<std::string> platforms() {
  Platform full = platform_from_cycle_times(std::vector<double>{1, 2, 3, 5});
  full.processes[0].host = full.processes[1].host = "node1";
  full.processes[0].curve = {{1e4, 60.5, 0.25}, {1e6, 30, 0.125}};
  full.processes[1].memory = 1e9;
  full.processes[2].segment = "cellar";
  full.processes[2].kernels.trsm = 0.25;
  full.processes[2].kernels.by_width.update.rates = {0.9, 1, 1.1, 1.2};
  full.processes[3].quota = {0.012, 0.5};
  full.processes[3].overhead = {1e-9, 2e-9};
  full.server = {2, Port::many, true};
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

std::vector<std::string> partitions() {
  partition::Partition corner(12, 3, 0);
  corner.assign({0, 8, 4, 4, 1});
  corner.assign({7, 0, 5, 3, 2});
  return {
      partition::to_json(corner), partition::to_json(partition::Partition(1, 1, 0)),
      partition::to_json(partition::best_partitions(std::vector<double>{5, 3, 2, 1}, 20).front().partition)};
}

std::vector<std::string> tunings() {
  const TuningMachine here{"a processor", 2, "an MPI 1.0", 1};
  const std::vector<TunedCase> cases{
      {here, 1, 2, Operation::getrf, 1000, {.lu = {.width = 64}}, 1.5, 1.25},
      {here, 2, 2, Operation::potrf, 4000, {.cholesky = {.chunk = 8}}, 0.5, 1},
      {{"another", 64, "an MPI", 4}, 2, 3, Operation::gemm, 20'000, {.gemm_depth = 256}, 7, 1.01}};
  return {tuning_to_json(cases), tuning_to_json({})};
}

constexpr Operation operations[] = {Operation::gemm, Operation::getrf, Operation::geqrf, Operation::potrf};

bool is_legal(double value) {
  return std::isfinite(value) && value >= 0;
}

void check_prediction(const Prediction& prediction) {
  BOOST_TEST((is_legal(prediction.seconds) && prediction.seconds > 0), "seconds " << prediction.seconds);
  BOOST_TEST((is_legal(prediction.bytes) && is_legal(prediction.gflops) && is_legal(prediction.efficiency)),
             "bytes " << prediction.bytes << ", gflops " << prediction.gflops << ", efficiency "
                      << prediction.efficiency);
  for (const ProcessPrediction& process : prediction.processes) {
    for (const double part :
         {process.update, process.panel, process.communication, process.bytes, process.memory})
      BOOST_TEST(is_legal(part), "part " << part);
    BOOST_TEST((process.idle >= -1e-9 * prediction.seconds && process.idle <= prediction.seconds),
               "idle " << process.idle << " of " << prediction.seconds);
  }
}

void check_all_predictions(const Plan& plan, const Platform& platform, Problem problem) {
  for (const Operation operation : operations) {
    problem.operation = operation;
    check_prediction(predict(plan, platform, problem));
  }
}

void plan_platform(const std::string& text, Mutator& mutator) {
  const Platform platform = platform_from_json(text);
  Options options{.problem = {operations[mutator.below(4)], 256}};
  options.problem.block_size = 1 << mutator.below(8);
  const Plan plan = make_plan(platform, options);
  check_prediction(predict(plan, platform, options.problem));
  plan_from_json(to_json(plan));
}

void predict_plan(const std::string& text, Mutator& mutator) {
  const Plan plan = plan_from_json(text);
  check_prediction(
      predict(plan, platform_from_cycle_times(plan.cycle_times), {operations[mutator.below(4)], 256}));
}

void read_partition(const std::string& text, Mutator& mutator) {
  const partition::Partition partition = partition::partition_from_json(text);
  const std::string json = partition::to_json(partition);
  BOOST_TEST((partition::partition_from_json(json) == partition));
  BOOST_TEST(partition::owner_map_from_json(text).nprocs() == partition.processes());
  if (partition.cells() > 100 || partition.processes() > 100)
    return;
  const Platform platform =
      platform_from_cycle_times(std::vector<double>(static_cast<std::size_t>(partition.processes()), 1.0));
  const auto algorithm = static_cast<partition::Algorithm>(mutator.below(5));
  BOOST_TEST(is_legal(partition::predict(partition, platform, {Operation::gemm, 256}, algorithm).seconds));
}

void read_tuning(const std::string& text, Mutator& mutator) {
  const std::vector<TunedCase> cases = tuning_from_json(text);
  const std::string json = tuning_to_json(cases);
  BOOST_TEST(tuning_to_json(tuning_from_json(json)) == json);
  nearest_case(cases, operations[mutator.below(4)], 1 + static_cast<std::int64_t>(mutator.below(10'000)));
}

void read_cycle_times(const std::string& text, Mutator&) {
  for (const double time : cycle_times_from_text("HETGRID_CYCLE_TIMES", text))
    BOOST_TEST((std::isfinite(time) && time > 0), time);
}

void read_parameters(const std::string& text, Mutator&) {
  const schedule::Parameters parameters = schedule::parameters_from_text("HETGRID_PARAMETERS", text, {});
  const std::string again = schedule::choices_text(parameters);
  BOOST_TEST((schedule::parameters_from_text("", again, {}) == parameters), again);
}

Problem some_problem(JsonMutator& mutator) {
  static constexpr std::int64_t sizes[] = {1, 7, 256, 1000, 20'000, 1'000'000, 100'000'000};
  static constexpr int bytes[] = {4, 8, 16};
  return {operations[mutator.below(4)], sizes[mutator.below(std::size(sizes))],
          mutator.one_in(8) ? 2'147'483'647 : 1 << mutator.below(10), bytes[mutator.below(3)]};
}

Options some_options(JsonMutator& mutator, int processes) {
  Options options{.problem = some_problem(mutator)};
  if (mutator.one_in(3)) {
    options.p = 1 + static_cast<int>(mutator.below(static_cast<std::size_t>(processes)));
    options.q = 1 + static_cast<int>(mutator.below(static_cast<std::size_t>(processes / options.p)));
  }
  if (mutator.one_in(8))
    options.panel_rows = 1 << mutator.below(9);
  if (mutator.one_in(8))
    options.panel_columns = 1 << mutator.below(9);
  static constexpr Search searches[] = {Search::heuristic, Search::multi_start, Search::as_given,
                                        Search::exact};
  if (mutator.one_in(4)) // which may take as long as it likes where many processes are asked for
    options.search = searches[mutator.below(processes <= 6 ? 4 : 3)];
  return options;
}

void check_round_trip(const Plan& plan) {
  const std::string json = to_json(plan);
  BOOST_TEST(to_json(plan_from_json(json)) == json);
}

void plan_structure(const std::string& text, JsonMutator& mutator) {
  const Platform platform = platform_from_json(text);
  BOOST_TEST((platform_from_json(to_json(platform)).cycle_times() == platform.cycle_times()));
  const Options options = some_options(mutator, static_cast<int>(platform.processes.size()));
  const Plan plan = make_plan(platform, options);
  check_round_trip(plan);
  check_all_predictions(plan, platform, options.problem);
  if (options.problem.n <= 256 && mutator.one_in(4)) // panels of large matrices are tried one after the other
    for (const Compared& compared : compare_distributions(platform, options.problem, plan))
      check_prediction(compared.prediction);
}

void predict_structure(const std::string& text, JsonMutator& mutator) {
  const Plan plan = plan_from_json(text);
  check_round_trip(plan);
  check_all_predictions(plan, platform_from_cycle_times(plan.cycle_times), some_problem(mutator));
}

/// A product from the server of the platform, or on a partition of it.
void serve_structure(const std::string& text, JsonMutator& mutator) {
  const Platform platform = platform_from_json(text);
  static constexpr std::int64_t sizes[] = {1, 7, 64, 200};
  server::Product product;
  for (std::int64_t* const size : {&product.m, &product.n, &product.k})
    *size = sizes[mutator.below(std::size(sizes))];
  product.block_size = 1 << (4 + mutator.below(4));
  if (mutator.one_in(2)) {
    const partition::Algorithm algorithm = static_cast<partition::Algorithm>(mutator.below(5));
    for (const partition::Candidate& candidate : partition::candidates(
             platform, {Operation::gemm, 256}, algorithm, 1 + static_cast<int>(mutator.below(24))))
      BOOST_TEST((!candidate.feasible() || is_legal(candidate.time.seconds)), candidate.shape);
    return;
  }
  const server::Star star = server::star_of(platform, product);
  const server::Bounds bounds = server::bounds(star, product);
  BOOST_TEST(is_legal(bounds.any()));
  std::vector<double> speeds;
  for (const server::Worker& worker : star.workers)
    speeds.push_back(1 / worker.seconds_per_update);
  const dynamic::Analysis analysis =
      dynamic::analyse({dynamic::Kernel::matrix_product, product.r(), product.s(), product.t()}, speeds);
  BOOST_TEST(
      (is_legal(analysis.lower_bound) && is_legal(analysis.volumes.sum()) && is_legal(analysis.threshold)));
  for (const server::Judged& judged : server::choose_policy("auto", star, product).policies)
    BOOST_TEST((!judged.feasible() ||
                (is_legal(judged.outcome.seconds) && judged.outcome.seconds >= bounds.any() * (1 - 1e-9))),
               judged.policy.name << ": " << judged.outcome.seconds << ", bound " << bounds.any());
}

void run_texts(const std::vector<std::string>& corpus, std::uint64_t seed,
               void (*use)(const std::string&, Mutator&)) {
  run_mutants(seed, {0.25, 1}, [&](std::uint64_t mutant) {
    Mutator mutator(mutant);
    use(mutator(corpus), mutator);
  });
}

void run_structures(const std::vector<std::string>& texts, std::uint64_t seed,
                    Json (JsonMutator::*mutate)(const std::vector<Json>&),
                    void (*use)(const std::string&, JsonMutator&)) {
  std::vector<Json> corpus;
  for (const std::string& text : texts)
    corpus.push_back(Json::parse(text));
  run_mutants(seed, {0, 0.5}, [&](std::uint64_t mutant) {
    JsonMutator mutator(mutant);
    use((mutator.*mutate)(corpus).dump(-1, ' ', false, Json::error_handler_t::replace), mutator);
  });
}

BOOST_AUTO_TEST_CASE(mutants_of_platforms) {
  run_texts(platforms(), 2031, plan_platform);
}

BOOST_AUTO_TEST_CASE(mutants_of_plans) {
  run_texts(plans(), 2032, predict_plan);
}

BOOST_AUTO_TEST_CASE(mutants_of_partitions) {
  run_texts(partitions(), 2035, read_partition);
}

BOOST_AUTO_TEST_CASE(mutants_of_tunings) {
  run_texts(tunings(), 2037, read_tuning);
}

BOOST_AUTO_TEST_CASE(mutants_of_cycle_times) {
  run_texts({"1,3", "1,2.5,1e3,4,0.125"}, 2038, read_cycle_times);
}

BOOST_AUTO_TEST_CASE(mutants_of_parameters) {
  run_texts({"width=128", "lu.panel=distributed,lu.width=64,gemm.depth=256,pivoting=tournament"}, 2039,
            read_parameters);
}

BOOST_AUTO_TEST_CASE(structures_of_servers) {
  run_structures(platforms(), 2036, &JsonMutator::platform, serve_structure);
}

BOOST_AUTO_TEST_CASE(structures_of_platforms) {
  run_structures(platforms(), 2033, &JsonMutator::platform, plan_structure);
}

BOOST_AUTO_TEST_CASE(structures_of_plans) {
  run_structures(plans(), 2034, &JsonMutator::plan, predict_structure);
}

} // namespace
