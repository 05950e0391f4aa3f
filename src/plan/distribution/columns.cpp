// Both cuts are one-dimensional distributions of equal chunks, which Algorithm 2.3.1 of [Boudet99] solves: of
// block columns over columns of processes, which together are as fast as the sum of their speeds, then of
// block rows over the processes of a column.
#include "plan/distribution/columns.hpp"

#include "hetgrid/error.hpp"
#include "plan/panel/counts.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {
namespace {

/// \param first column of the panel, count columns wide
void fill_column(Distribution& panel, std::span<const double> cycle_times, const std::vector<int>& processes,
                 int first, int count) {
  std::vector<double> times;
  for (const int process : processes)
    times.push_back(cycle_times[static_cast<std::size_t>(process)]);
  const std::vector<int> heights = optimal_counts(times, panel.rows);
  auto block = panel.owner.begin() + first;
  for (std::size_t i = 0; i < processes.size(); ++i)
    for (int row = 0; row < heights[i]; ++row, block += panel.columns)
      std::fill_n(block, count, processes[i]);
}

} // namespace

void check_cycle_times(std::span<const double> cycle_times) {
  for (std::size_t k = 0; k < cycle_times.size(); ++k)
    if (!(cycle_times[k] > 0) || !std::isfinite(cycle_times[k]))
      throw ArgumentError("cycle_times[" + std::to_string(k) + "]", std::to_string(cycle_times[k]),
                          "positive and finite");
}

Distribution panel_of_columns(std::span<const double> cycle_times,
                              const std::vector<std::vector<int>>& columns, int l) {
  std::vector<double> column_times;
  for (const std::vector<int>& processes : columns) {
    double speed = 0;
    for (const int process : processes)
      speed += 1 / cycle_times[static_cast<std::size_t>(process)];
    column_times.push_back(1 / speed);
  }
  const std::vector<int> widths = optimal_counts(column_times, l);
  Distribution panel{"", l, l, std::vector<int>(static_cast<std::size_t>(l) * static_cast<std::size_t>(l))};
  int first = 0;
  for (std::size_t j = 0; j < columns.size(); first += widths[j++])
    fill_column(panel, cycle_times, columns[j], first, widths[j]);
  return panel;
}

} // namespace hetgrid::plan
