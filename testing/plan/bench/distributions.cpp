// hetgrid's plans beside the distributions of the papers, on the networks of the papers: predicted times,
// since the machines are gone. Speeds and links are those that the papers tell or that their measured times
// imply.
#include "testing/plan/bench/bench.hpp"

#include "cli/plan/comparison_table.hpp"
#include "hetgrid/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hetgrid::bench {
namespace {

using nlohmann::ordered_json;
using namespace plan;

struct Machine {
  const char* name;
  std::vector<double> cycle_times;
  double gflops; ///< of cycle-time 1
  Network network;
};

Network ethernet(Medium medium, double megabits) {
  Network network;
  network.medium = medium;
  network.between_hosts = {1e-4, 8 / (megabits * 1e6)};
  return network;
}

std::vector<double> inverse(std::vector<double> speeds) {
  for (double& speed : speeds)
    speed = 1 / speed;
  return speeds;
}

/// Table 3; an Ultra 1 multiplies at about 100 Mflop/s, and messages go one at a time.
const Machine boudet{"[Boudet99] Table 3: 9 workstations, 10 Mbit/s bus",
                     {7.8, 1, 1, 4, 1, 6.3, 7.8, 7.95, 8},
                     0.1,
                     ethernet(Medium::bus, 10)};

/// Section 6, and the speeds of Fig. 9 and 10 for r = 32. The best time of Table 5, 2173 s for n = 9216, is
/// that of 8.8 Mflop/s for a relative speed of 1.
const Machine nine{"[Lastovetsky04] section 6: 9 workstations, 100 Mbit/s switch",
                   inverse({26, 20, 14, 14, 14, 14, 14, 9, 1}), 0.0088, ethernet(Medium::crossbar, 100)};
const Machine twelve{"[Lastovetsky04] Table 1: 12 workstations, 100 Mbit/s switch",
                     inverse({8.5, 13.5, 13.5, 13.5, 13.5, 13.5, 1, 1, 1, 1, 1, 1}), 0.0088,
                     ethernet(Medium::crossbar, 100)};

Platform platform_of(const Machine& machine) {
  Platform platform = platform_from_cycle_times(machine.cycle_times);
  for (ProcessSpeed& process : platform.processes)
    process.gflops = machine.gflops / process.cycle_time;
  platform.network = machine.network;
  return platform;
}

const char* name_of(Operation operation) {
  return is_factorization(operation) ? "getrf" : "gemm";
}

/// All distributions with the plan on a p x q grid, or on the planner's own choice for 0 x 0.
ordered_json compare_all(const Machine& machine, const Problem& problem, int p, int q) {
  const Platform platform = platform_of(machine);
  Options options;
  options.p = p;
  options.q = q;
  options.problem = problem;
  const Plan plan = make_plan(platform, options);
  const std::vector<Compared> rows = compare_distributions(platform, problem, plan);
  fmt::print("{}\n{}, n = {}, r = {}, {} grid {} x {}\n{}\n", machine.name, name_of(problem.operation),
             problem.n, problem.block_size, p == 0 ? "chosen" : "given", plan.arrangement.p,
             plan.arrangement.q, cli::comparison_table(rows, {}));
  return {{"machine", machine.name},
          {"operation", name_of(problem.operation)},
          {"n", problem.n},
          {"block_size", problem.block_size},
          {"grid", {plan.arrangement.p, plan.arrangement.q}},
          {"distributions", ordered_json::parse(to_json(rows))}};
}

/// Fig. 6 and 7: "the heterogeneous algorithm is approximately seven times faster", r = 16, l = 1536
/// elements.
ordered_json heterogeneous_to_homogeneous() {
  const Platform platform = platform_of(nine);
  const std::vector<double> cycle_times = platform.cycle_times();
  const Problem problem{.n = 4608, .block_size = 16};
  const double uniform = predict(uniform_distribution(3, 3), platform, problem).seconds;
  const double two_step =
      predict(two_step_distribution(cycle_times, 3, 3, 1536 / 16), platform, problem).seconds;
  Options options;
  options.p = options.q = 3;
  options.problem = problem;
  const double ours = predict(make_plan(platform, options), platform, problem).seconds;
  fmt::print("{}\ngemm, n = 4608, r = 16, 3 x 3: times faster than the uniform distribution\n"
             "two-step, l = 96: {:.2f} (measured there: about 7)    hetgrid: {:.2f}\n\n",
             nine.name, uniform / two_step, uniform / ours);
  return {
      {"machine", nine.name}, {"two_step", uniform / two_step}, {"hetgrid", uniform / ours}, {"measured", 7}};
}

struct MeasuredTimes {
  int p, q;
  std::vector<double> seconds; ///< for n = 9216 and each l
};

/// Tables 4 and 5: shapes and sizes of the generalised block.
ordered_json shapes_and_sizes(int r, const std::vector<int>& sizes, const std::vector<MeasuredTimes>& table) {
  const Platform platform = platform_of(twelve);
  const std::vector<double> cycle_times = platform.cycle_times();
  const Problem problem{.n = 9216, .block_size = r};
  fmt::print("{}\ngemm, n = 9216, r = {}: predicted / measured seconds of the two-step distribution, l in "
             "elements\n{:<7}",
             twelve.name, r, "");
  for (const int l : sizes)
    fmt::print(" {:>14}", fmt::format("l = {}", l));
  fmt::print(" {:>12}\n", "hetgrid");
  ordered_json rows = ordered_json::array();
  for (const MeasuredTimes& measured : table) {
    Options options;
    options.p = measured.p;
    options.q = measured.q;
    options.problem = problem;
    ordered_json row{{"p", measured.p}, {"q", measured.q}};
    fmt::print("{} x {:<3}", measured.p, measured.q);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const Distribution panel = two_step_distribution(cycle_times, measured.p, measured.q, sizes[k] / r);
      const double seconds = predict(panel, platform, problem).seconds;
      fmt::print(" {:>14}", fmt::format("{:.0f} / {:.0f}", seconds, measured.seconds[k]));
      row["two_step"].push_back({{"l", sizes[k]},
                                 {"balance", balance(panel, cycle_times, problem.blocks())},
                                 {"seconds", seconds},
                                 {"measured_seconds", measured.seconds[k]}});
    }
    const double ours = predict(make_plan(platform, options), platform, problem).seconds;
    fmt::print(" {:>12.0f}\n", ours);
    row["hetgrid"] = ours;
    rows.push_back(std::move(row));
  }
  fmt::print("\n");
  return {{"machine", twelve.name}, {"block_size", r}, {"shapes", std::move(rows)}};
}

/// Balance and time against the size of the generalised block.
ordered_json trade_off() {
  const Problem problem{.n = 9216, .block_size = 32};
  fmt::print("{}\ngemm, n = 9216, r = 32, two-step on 3 x 4: generalised blocks of l blocks\n{:>5} {:>9} "
             "{:>13} {:>10}\n",
             twelve.name, "l", "balance", "longest run", "seconds");
  ordered_json rows = ordered_json::array();
  for (const GeneralisedBlock& size : generalised_blocks(platform_of(twelve), problem, 3, 4)) {
    fmt::print("{:>5} {:>9.3f} {:>13} {:>10.0f}\n", size.l, size.balance, size.longest_run, size.seconds);
    rows.push_back({{"l", size.l},
                    {"balance", size.balance},
                    {"longest_run", size.longest_run},
                    {"seconds", size.seconds}});
  }
  fmt::print("\n");
  return rows;
}

} // namespace

ordered_json distributions(const BenchOptions&) {
  ordered_json figures;
  for (const Operation operation : {Operation::gemm, Operation::getrf})
    for (const auto& [p, q] : {std::pair{3, 3}, {0, 0}})
      figures["comparisons"].push_back(
          compare_all(boudet, {.operation = operation, .n = 2048, .block_size = 64}, p, q));
  for (const Machine* machine : {&nine, &twelve})
    figures["comparisons"].push_back(compare_all(*machine, {.n = 9216, .block_size = 32}, 0, 0));
  figures["heterogeneous_to_homogeneous"] = heterogeneous_to_homogeneous();
  figures["shapes_and_sizes"].push_back(shapes_and_sizes(16, {384, 768, 1536, 3072, 4608},
                                                         {{3, 4, {3890, 2370, 2350, 3417, 4128}},
                                                          {4, 3, {2344, 2368, 2306, 2301, 2769}},
                                                          {2, 6, {2586, 2337, 2237, 2200, 2870}},
                                                          {6, 2, {2591, 2388, 2381, 2360, 2910}}}));
  figures["shapes_and_sizes"].push_back(shapes_and_sizes(32, {384, 768, 1536, 3072, 4608},
                                                         {{3, 4, {2616, 2286, 2212, 2187, 3128}},
                                                          {4, 3, {2816, 2246, 2210, 2173, 2969}},
                                                          {2, 6, {2670, 2346, 2252, 2184, 3170}},
                                                          {6, 2, {2570, 2446, 2352, 2195, 3110}}}));
  figures["generalised_blocks"] = trade_off();
  return figures;
}

} // namespace hetgrid::bench
