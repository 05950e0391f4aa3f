#include "plan/panel/panel_capacity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hetgrid::plan {

PanelCapacity::PanelCapacity(const TimeMatrix& t, double time, const PanelLimits& limits, double area)
    : p_(t.p()), q_(t.q()) {
  for (const double cycle_time : t.all())
    blocks_.push_back(time / cycle_time);
  for (std::size_t k = 0; k < limits.fraction.size(); ++k)
    blocks_[k] = std::min(blocks_[k], std::floor(limits.fraction[k] * area * (1 + 1e-12)));
}

std::vector<int> PanelCapacity::most_columns(std::span<const int> rows) const {
  std::vector<double> most(static_cast<std::size_t>(q_), std::numeric_limits<int>::max());
  for (int i = 0; i < p_; ++i)
    if (const int n = rows[static_cast<std::size_t>(i)]; n > 0)
      for (std::size_t j = 0; j < most.size(); ++j)
        most[j] = std::min(most[j], row(i)[j] / n);
  return {most.begin(), most.end()};
}

PanelLimits transposed(const PanelLimits& limits, int p, int q) {
  PanelLimits result;
  if (!limits.fraction.empty())
    for (int j = 0; j < q; ++j)
      for (int i = 0; i < p; ++i)
        result.fraction.push_back(limits.fraction[static_cast<std::size_t>(i) * q + j]);
  return result;
}

int total(std::span<const int> counts) {
  return std::accumulate(counts.begin(), counts.end(), 0);
}

std::vector<double> line_times(std::span<const double> shares) {
  std::vector<double> times;
  for (const double share : shares)
    times.push_back(1 / share);
  return times;
}

std::vector<double> column_times(const TimeMatrix& t, std::span<const int> rows) {
  std::vector<double> times(static_cast<std::size_t>(t.q()), 0);
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      times[static_cast<std::size_t>(j)] =
          std::max(times[static_cast<std::size_t>(j)], rows[static_cast<std::size_t>(i)] * t(i, j));
  return times;
}

double longest_time(const TimeMatrix& t, const PanelCounts& counts) {
  double result = 0;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      result = std::max(result, counts.rows[static_cast<std::size_t>(i)] * t(i, j) *
                                    counts.columns[static_cast<std::size_t>(j)]);
  return result;
}

} // namespace hetgrid::plan
