// Large grids: how much of sum 1/t is reached, in what time, and how far from the optimum it can be at most.
#include "testing/plan/bench/bench.hpp"
#include "testing/support/cycle_times.hpp"

#include "plan/objective.hpp"
#include "plan/search/search.hpp"

#include <fmt/core.h>

namespace hetgrid::bench {
namespace {

using namespace hetgrid::plan;

constexpr double work_target = 0.97; // for cycle-times uniform in [1, 10]

double seconds_target(int processes) {
  return processes <= 1024 ? 2 : 60;
}

nlohmann::ordered_json one_case(int p, int q, const hetgrid::testing::Family& family, bool has_target,
                                const BenchOptions& options) {
  std::mt19937_64 random(options.seed);
  const std::vector<double> times = hetgrid::testing::random_cycle_times(family, p * q, random);
  const double sum = upper_bound(times), start = cpu_seconds();
  const Solution solution = search_multi_start(times, p, q, {options.seed, {}});
  const double seconds = cpu_seconds() - start;
  const double heuristic = search_heuristically(times, p, q).work;
  const bool met = seconds < seconds_target(p * q) && (!has_target || solution.work >= work_target * sum);
  fmt::print("{:>5} {:>4} x {:<5}{:<22}{:>10.4f}{:>10.4f}{:>10.4f}{:>10.2f}  {}\n", p * q, p, q, family.name,
             heuristic / sum, solution.work / sum, solution.bound / sum, seconds, verdict(met));
  return {{"p", p},
          {"q", q},
          {"cycle_times", family.name},
          {"heuristic_over_sum", heuristic / sum},
          {"found_over_sum", solution.work / sum},
          {"bound_over_sum", solution.bound / sum},
          {"seconds", seconds},
          {"met", met}};
}

} // namespace

nlohmann::ordered_json search_scale(const BenchOptions& options) {
  fmt::print("Targets: at least {} of sum 1/t for cycle-times uniform in [1, 10]; 1 024 processes in {} s, "
             "16 384 in "
             "{} s.\n\n",
             work_target, seconds_target(1024), seconds_target(16384));
  fmt::print("{:>5} {:<12}{:<22}{:>10}{:>10}{:>10}{:>10}\n", "", "", "W / sum 1/t:", "heuristic", "found",
             "bound", "CPU s");
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const auto& [p, q] : {std::pair{5, 5},
                             {6, 6},
                             {8, 8},
                             {8, 16},
                             {16, 16},
                             {32, 32},
                             {16, 64},
                             {4, 256},
                             {64, 64},
                             {128, 128},
                             {64, 256},
                             {16, 1024}})
    for (std::size_t family = 0; family < std::size(hetgrid::testing::families); ++family)
      if (p * q <= 1024 || family == 1 || family == 4)
        cases.push_back(
            one_case(p, q, hetgrid::testing::families[family], family == 1 && p * q >= 1024, options));
  return {{"targets", {{"found_over_sum", work_target}, {"seconds_1024", 2}, {"seconds_16384", 60}}},
          {"cases", std::move(cases)}};
}

} // namespace hetgrid::bench
