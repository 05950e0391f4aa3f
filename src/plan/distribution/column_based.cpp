// A column of k rectangles and width w adds 1 + k w to the sum of half-perimeters: the heights sum to 1, and
// each rectangle is w wide. There is an optimum whose columns are contiguous in the order of the areas
// (Beaumont, Boudet, Rastello, Robert), found by dynamic programming over the number of processes already
// placed:
//   f(0) = 0,  f(k) = min_{i < k} f(i) + 1 + (k - i) (s_{i+1} + ... + s_k).
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "plan/distribution/columns.hpp"
#include "plan/objective.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::plan {

ColumnPartition column_based_partition(std::span<const double> cycle_times) {
  if (cycle_times.empty())
    throw ArgumentError("cycle_times", "none", "at least one process");
  const std::size_t n = cycle_times.size();
  const std::vector<int> sorted = arrangement_by_speed(cycle_times, 1, static_cast<int>(n)).process;
  const double speed = upper_bound(cycle_times);
  std::vector<double> area{0}; // of the first k
  for (const int process : sorted)
    area.push_back(area.back() + 1 / cycle_times[static_cast<std::size_t>(process)] / speed);

  std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> start(n + 1); // of the last column
  best[0] = 0;
  for (std::size_t k = 1; k <= n; ++k)
    for (std::size_t i = 0; i < k; ++i) {
      const double sum = best[i] + 1 + static_cast<double>(k - i) * (area[k] - area[i]);
      if (sum < best[k]) {
        best[k] = sum;
        start[k] = i;
      }
    }

  ColumnPartition partition;
  partition.half_perimeters = best[n];
  for (std::size_t k = n; k > 0; k = start[k])
    partition.columns.emplace_back(sorted.begin() + static_cast<std::ptrdiff_t>(start[k]),
                                   sorted.begin() + static_cast<std::ptrdiff_t>(k));
  std::ranges::reverse(partition.columns);
  return partition;
}

Distribution column_based_distribution(std::span<const double> cycle_times, int l) {
  if (l < 1)
    throw ArgumentError("l", std::to_string(l), "at least 1");
  Distribution panel = panel_of_columns(cycle_times, column_based_partition(cycle_times).columns, l);
  panel.name = "column-based";
  return panel;
}

} // namespace hetgrid::plan
