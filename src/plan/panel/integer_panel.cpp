#include "plan/panel/integer_panel.hpp"

#include "hetgrid/error.hpp"
#include "plan/panel/panel_capacity.hpp"

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

} // namespace hetgrid::plan
