// Partitions among any number of processes: the volume of communication that each method leaves, over the lower bound.
#include "hetgrid/best_partitions.hpp"
#include "testing/plan/bench/bench.hpp"
#include "testing/support/cycle_times.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>

namespace hetgrid::bench {
namespace {

using namespace hetgrid::partition;
using hetgrid::testing::Family;

constexpr std::int64_t cells = 200;

/// "grid 4 x 4" is a grid.
std::string kind(const std::string& method) {
  return method.starts_with("grid") ? "grid" : method;
}

constexpr const char* kinds[] = {
    "one-dimensional",  "grid",   "column-based", "nested rectangles", "nested with squares",
    "separate squares", "pushed", "annealed"};

double seconds_target(int processes) {
  return processes <= 16 ? 1 : 20;
}

int instances_of(int processes, const BenchOptions& options) {
  return std::max(1, options.instances / (processes <= 16 ? 50 : 5 * processes));
}

/// Of one method, over all instances in which it found a partition.
struct Tally {
  double over_bound = 0, worst = 0; ///< sums of half-perimeters over their lower bound: mean, largest
  int found = 0, wins = 0;          ///< wins: no method has less

  void add(double ratio, bool wins_here) {
    over_bound += (ratio - over_bound) / ++found;
    worst = std::max(worst, ratio);
    wins += wins_here;
  }
};

nlohmann::ordered_json one_case(int processes, const Family& family, const BenchOptions& options) {
  std::mt19937_64 random(options.seed);
  std::map<std::string, Tally> tallies;
  double seconds = 0;
  const int instances = instances_of(processes, options);
  for (int instance = 0; instance < instances; ++instance) {
    std::vector<double> speeds = hetgrid::testing::random_cycle_times(family, processes, random);
    for (double& speed : speeds)
      speed = 1 / speed;
    const double start = cpu_seconds();
    const std::vector<RatedPartition> rows = best_partitions(speeds, cells);
    seconds = std::max(seconds, cpu_seconds() - start);
    for (const RatedPartition& row : rows)
      tallies[kind(row.method)].add((row.volume + 2) / (least_volume(speeds) + 2),
                                    row.volume == rows.front().volume);
  }
  const bool met = seconds < seconds_target(processes);
  fmt::print("{:>4}  {:<22}", processes, family.name);
  nlohmann::ordered_json methods;
  for (const char* name : kinds) {
    const Tally& tally = tallies[name];
    if (tally.found == 0)
      fmt::print("{:>9}{:>6}", "", "");
    else
      fmt::print("{:>9.4f}{:>5.0f}%", tally.over_bound, 100.0 * tally.wins / instances);
    methods[name] = {{"over_bound_mean", tally.over_bound},
                     {"over_bound_worst", tally.worst},
                     {"found", tally.found},
                     {"wins", tally.wins}};
  }
  fmt::print("{:>8.2f}  {}\n", seconds, verdict(met));
  return {{"processes", processes},        {"cycle_times", family.name}, {"instances", instances},
          {"methods", std::move(methods)}, {"seconds_largest", seconds}, {"met", met}};
}

} // namespace

nlohmann::ordered_json partitions(const BenchOptions& options) {
  fmt::print("Sum of the half-perimeters of all processes (VoC / N^2 + 2) over its lower bound 2 sum "
             "sqrt(area), mean, and in "
             "how many instances no method has less; {0} x {0} cells.\nTarget: all methods within {1} s for "
             "up to 16 "
             "processes, {2} s for 256.\n\n",
             cells, seconds_target(16), seconds_target(256));
  fmt::print("{:>4}  {:<22}", "p", "cycle-times");
  for (const char* heading :
       {"1D", "grid", "columns", "nested", "n.+squares", "squares", "pushed", "annealed"})
    fmt::print("{:>15}", heading);
  fmt::print("{:>8}\n", "CPU s");
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  for (const int processes : {2, 3, 4, 6, 9, 16, 64, 256})
    for (const Family& family : hetgrid::testing::families)
      cases.push_back(one_case(processes, family, options));
  return {{"cells", cells}, {"cases", std::move(cases)}};
}

} // namespace hetgrid::bench
