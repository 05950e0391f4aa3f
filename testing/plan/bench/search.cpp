// Arrangements and shares against the optimum. The exact search judges the heuristic of [Boudet99] 4.4 and
// the local search alone: search_multi_start() adds branch and bound to it, which on grids as small as these
// would often make it exact as well.
#include "testing/plan/bench/bench.hpp"
#include "testing/support/cycle_times.hpp"

#include "plan/objective.hpp"
#include "plan/search/local_search.hpp"
#include "plan/search/search.hpp"

#include <fmt/core.h>

#include <utility>

namespace hetgrid::bench {
namespace {

using namespace hetgrid::plan;
using hetgrid::testing::Family;

constexpr double mean_target = 0.9995, worst_target = 0.995, seconds_target = 2;

/// Of ratios of W.
struct Ratio {
  double mean = 0, worst = 1;
  int optimal = 0, count = 0;

  void add(double ratio) {
    mean += (ratio - mean) / ++count;
    worst = std::min(worst, ratio);
    optimal += ratio > 1 - 1e-9;
  }
};

struct Seconds {
  double sum = 0, largest = 0;
  int count = 0;

  void add(double seconds) {
    sum += seconds;
    largest = std::max(largest, seconds);
    ++count;
  }
  double mean() const { return sum / count; }
};

nlohmann::ordered_json one_case(int p, int q, const Family& family, const BenchOptions& options) {
  std::mt19937_64 random(options.seed);
  Ratio heuristic, local, efficiency;
  Seconds exact_time, local_time;
  bool below_heuristic = false;
  // Beyond 4 x 4 the exact search takes longer; a tenth of the instances shows as much.
  const int instances = p * q <= 16 ? options.instances : (options.instances + 9) / 10;
  for (int instance = 0; instance < instances; ++instance) {
    const std::vector<double> times = hetgrid::testing::random_cycle_times(family, p * q, random);
    const double start = cpu_seconds();
    const double best = search_exactly(times, p, q).work;
    const double between = cpu_seconds();
    ProgressMeter meter({}, p, q);
    const double found = iterated_local_search(times, p, q, 1, upper_bound(times), meter).work;
    local_time.add(cpu_seconds() - between);
    exact_time.add(between - start);
    const double printed = search_heuristically(times, p, q).work;
    heuristic.add(printed / best);
    local.add(found / best);
    efficiency.add(best / upper_bound(times));
    below_heuristic |= found < printed * (1 - 1e-12);
  }
  const bool met = local.mean >= mean_target && local.worst >= worst_target && !below_heuristic &&
                   (p > 4 || q > 4 || exact_time.largest < seconds_target);
  fmt::print(
      "{:>2} x {:<3}{:<22}{:>8.4f}{:>9.4f}{:>9.4f}{:>11.6f}{:>10.6f}{:>9.1f}{:>10.1f}{:>9.1f}{:>9.1f}  {}\n",
      p, q, family.name, efficiency.mean, heuristic.mean, heuristic.worst, local.mean, local.worst,
      100.0 * local.optimal / local.count, 1e3 * local_time.mean(), 1e3 * exact_time.mean(),
      1e3 * exact_time.largest, verdict(met));
  return {{"p", p},
          {"q", q},
          {"cycle_times", family.name},
          {"instances", instances},
          {"exact_over_sum", efficiency.mean},
          {"heuristic_mean", heuristic.mean},
          {"heuristic_worst", heuristic.worst},
          {"local_search_mean", local.mean},
          {"local_search_worst", local.worst},
          {"local_search_optimal_fraction", static_cast<double>(local.optimal) / local.count},
          {"local_search_seconds", local_time.mean()},
          {"exact_seconds_mean", exact_time.mean()},
          {"exact_seconds_largest", exact_time.largest},
          {"met", met}};
}

} // namespace

nlohmann::ordered_json search_quality(const BenchOptions& options) {
  fmt::print("Targets: local search at least {} of the optimum on average and {} at worst, never below the "
             "heuristic;\nexact search below {} s on grids up to 4 x 4. {} instances each, a tenth of them "
             "beyond 16 processes.\n\n",
             mean_target, worst_target, seconds_target, options.instances);
  fmt::print("{:<29}{:>8}{:>18}{:>30}{:>10}{:>18}\n", "", "exact /", "heuristic / exact",
             "local search / exact", "CPU ms", "exact, CPU ms");
  fmt::print("{:<7}{:<22}{:>8}{:>9}{:>9}{:>11}{:>10}{:>9}{:>10}{:>9}{:>9}\n", "grid", "cycle-times",
             "sum 1/t", "mean", "worst", "mean", "worst", "% opt.", "mean", "mean", "largest");
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const auto& [p, q] : {std::pair{2, 3}, {3, 3}, {2, 6}, {3, 4}, {4, 4}, {2, 8}, {3, 6}, {4, 5}})
    for (const Family& family : hetgrid::testing::families)
      cases.push_back(one_case(p, q, family, options));
  return {{"targets", {{"mean", mean_target}, {"worst", worst_target}, {"exact_seconds", seconds_target}}},
          {"cases", std::move(cases)}};
}

} // namespace hetgrid::bench
