#include "plan/integer_panel.hpp"

#include "hetgrid/error.hpp"
#include "plan/panel_capacity.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {

double panel_work(const TimeMatrix& t, const PanelCounts& counts) {
  return static_cast<double>(total(counts.rows)) * total(counts.columns) / longest_time(t, counts);
}

bool respects(const PanelLimits& limits, const PanelCounts& counts) {
  const double area = static_cast<double>(total(counts.rows)) * total(counts.columns);
  std::size_t cell = 0;
  if (!limits.fraction.empty())
    for (const double n : counts.rows)
      for (const double m : counts.columns)
        if (n * m > limits.fraction[cell++] * area * (1 + 1e-12))
          return false;
  return true;
}

void check(const PanelLimits& limits) {
  const double sum = std::accumulate(limits.fraction.begin(), limits.fraction.end(), 0.0);
  if (!limits.fraction.empty() && sum < 1 - 1e-12)
    throw ArgumentError("memory of all processes", std::to_string(sum) + " of the matrix",
                        "at least the whole matrix");
}

PanelCounts choose_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                         double tolerance) {
  const std::vector<PanelCounts> candidates =
      candidate_panels(t, shares, {.rows = panel_rows, .columns = panel_columns});
  const double enough = panel_work(t, candidates.back()) * (1 - tolerance);
  return *std::ranges::find_if(candidates, [&](const auto& panel) { return panel_work(t, panel) >= enough; });
}

} // namespace hetgrid::plan
