// Integer panels: counts against exhaustive search over all counts of small panels, and what rounding costs
// on large grids.
#include "testing/plan/bench/bench.hpp"

#include "plan/panel/integer_panel.hpp"
#include "plan/panel/panel_arrangement.hpp"
#include "plan/search/search.hpp"
#include "testing/support/all_counts.hpp"
#include "testing/support/cycle_times.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace hetgrid::bench {
namespace {

using namespace hetgrid::plan;
using hetgrid::testing::all_counts;
using hetgrid::testing::families;
using hetgrid::testing::Family;
using hetgrid::testing::random_cycle_times;

constexpr int most_blocks = 10; ///< of the small panels, along an axis
constexpr double mean_target = 1.03, worst_target = 1.15;

int total(std::span<const int> counts) {
  return std::accumulate(counts.begin(), counts.end(), 0);
}

/// The best W of all counts of a panel, judged without any of the planner's algorithms.
double exhaustive(const TimeMatrix& t, const std::vector<std::vector<int>>& all_rows,
                  const std::vector<std::vector<int>>& all_columns) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<double> column_times(static_cast<std::size_t>(t.q()));
  for (const std::vector<int>& rows : all_rows) {
    std::ranges::fill(column_times, 0);
    for (int i = 0; i < t.p(); ++i)
      for (std::size_t j = 0; j < column_times.size(); ++j)
        column_times[j] =
            std::max(column_times[j], rows[static_cast<std::size_t>(i)] * t(i, static_cast<int>(j)));
    for (const std::vector<int>& columns : all_columns) {
      double longest = 0;
      for (std::size_t j = 0; j < column_times.size(); ++j)
        longest = std::max(longest, column_times[j] * columns[j]);
      least = std::min(least, longest);
    }
  }
  return static_cast<double>(total(all_rows[0])) * total(all_columns[0]) / least;
}

struct Ratios {
  double sum = 0, worst = 1;
  int count = 0;

  void add(double ratio) {
    sum += ratio;
    worst = std::max(worst, ratio);
    ++count;
  }
  double mean() const { return sum / count; }
  bool met() const { return mean() <= mean_target && worst <= worst_target; }
  nlohmann::ordered_json json() const {
    return {{"mean", mean()},
            {"worst", worst},
            {"panels", count},
            {"target_mean", mean_target},
            {"target_worst", worst_target},
            {"met", met()}};
  }
};

nlohmann::ordered_json small_grid(int p, int q, const Family& family, const BenchOptions& options) {
  std::mt19937_64 random(options.seed);
  std::vector<std::vector<std::vector<int>>> row_counts, column_counts;
  for (int size = 1; size <= most_blocks; ++size) {
    row_counts.push_back(all_counts(p, size));
    column_counts.push_back(all_counts(q, size));
  }
  Ratios given, free;
  for (int instance = 0; instance < options.instances; ++instance) {
    const std::vector<double> times = random_cycle_times(family, p * q, random);
    const Solution solution = search_exactly(times, p, q);
    const TimeMatrix t(times, solution.arrangement);
    double best = 0;
    for (int panel_rows = p; panel_rows <= most_blocks; ++panel_rows)
      for (int panel_columns = q; panel_columns <= most_blocks; ++panel_columns) {
        const double of_size = exhaustive(t, row_counts[static_cast<std::size_t>(panel_rows - 1)],
                                          column_counts[static_cast<std::size_t>(panel_columns - 1)]);
        best = std::max(best, of_size);
        given.add(of_size / panel_work(t, counts_for_panel(t, solution.shares, panel_rows, panel_columns)));
      }
    free.add(best /
             panel_work(t, candidate_panels(t, solution.shares, {.matrix_blocks = most_blocks}).back()));
  }
  fmt::print("{} x {}  {:22}  {:9.5f} {:9.5f} {:8}   {:9.5f} {:9.5f} {:7}  {}\n", p, q, family.name,
             given.mean(), given.worst, given.count, free.mean(), free.worst, free.count,
             verdict(given.met() && free.met()));
  return {
      {"p", p}, {"q", q}, {"family", family.name}, {"given_size", given.json()}, {"free_size", free.json()}};
}

nlohmann::ordered_json large_grid(int n, const BenchOptions& options) {
  std::mt19937_64 random(options.seed);
  const std::vector<double> times = random_cycle_times(families[1], n * n, random);
  const Solution solution = search_multi_start(times, n, n);
  const TimeMatrix t(times, solution.arrangement);
  double start = cpu_seconds();
  const std::vector<PanelCounts> panels = candidate_panels(t, solution.shares);
  const double seconds = cpu_seconds() - start;
  nlohmann::ordered_json result{{"p", n}, {"q", n}, {"cpu_seconds", seconds}};
  fmt::print("{:3} x {:<3} {:8.3f}", n, n, seconds);
  for (const double per_line : {4.0, 8.0, 16.0}) {
    const PanelCounts* best = nullptr; // by increasing W
    for (const PanelCounts& panel : panels)
      if (static_cast<double>(total(panel.rows)) * total(panel.columns) <= std::pow(per_line * n, 2))
        best = &panel;
    if (!best)
      continue;
    start = cpu_seconds();
    const ArrangedPanel arranged = arranged_panel(times, solution.arrangement, *best, options.seed);
    const double arranging = cpu_seconds() - start;
    const double loss = 1 - panel_work(t, *best) / solution.work;
    const double loss_arranged =
        1 - panel_work(TimeMatrix(times, arranged.arrangement), arranged.counts) / solution.work;
    fmt::print("  {:>11} {:5.2f} {:5.2f} {:6.3f}",
               fmt::format("{} x {}", total(best->rows), total(best->columns)), 100 * loss,
               100 * loss_arranged, arranging);
    result["panels"].push_back({{"rows", total(best->rows)},
                                {"columns", total(best->columns)},
                                {"loss", loss},
                                {"loss_arranged", loss_arranged},
                                {"arranging_cpu_seconds", arranging}});
  }
  fmt::print("\n");
  return result;
}

} // namespace

nlohmann::ordered_json panel_quality(const BenchOptions& options) {
  nlohmann::ordered_json figures;
  fmt::print(
      "Best W of all counts over W of the planner's, panels of up to {0} x {0} blocks (targets: mean {1}, "
      "worst {2})\n",
      most_blocks, mean_target, worst_target);
  fmt::print("{:29}  {:^28}   {:^27}\n", "", "given size", "free size");
  fmt::print("{:5}  {:22}  {:>9} {:>9} {:>8}   {:>9} {:>9} {:>7}\n", "grid", "cycle-times", "mean", "worst",
             "panels", "mean", "worst", "panels");
  for (const auto& [p, q] : {std::pair{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}})
    for (const Family& family : families)
      figures["small"].push_back(small_grid(p, q, family, options));
  fmt::print("\nLoss of W to rounding in %, in the arrangement for the real shares and arranged for the "
             "panel; the best "
             "candidate of at most 4, 8 and 16 blocks for each grid row and column; cycle-times {}\n",
             families[1].name);
  fmt::print("grid      CPU s");
  for (int k = 0; k < 3; ++k)
    fmt::print("  {:>11} {:>5} {:>5} {:>6}", "panel", "loss", "arr.", "CPU s");
  fmt::print("\n");
  for (const int n : {8, 16, 32, 64, 128})
    figures["large"].push_back(large_grid(n, options));
  return figures;
}

} // namespace hetgrid::bench
