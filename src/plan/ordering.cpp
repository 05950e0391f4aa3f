// The cost of an allocation is max_i c_i t_i / sum c_i. From s to s + 1 chunks the denominator is the same
// for every choice, and the maximum becomes (c_k + 1) t_k for the process k that minimises it: the sequence
// of minima never decreases, so the dynamic program needs no look-back.
#include "plan/ordering.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hetgrid::plan {

std::vector<int> dynamic_programming_order(std::span<const double> cycle_times, std::span<const int> counts) {
  std::vector<int> order, given(counts.size(), 0);
  const int chunks = std::accumulate(counts.begin(), counts.end(), 0);
  for (int s = 0; s < chunks; ++s) {
    int selected = -1;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const double cost = cycle_times[k] * (given[k] + 1);
      if (given[k] < counts[k] && (selected < 0 || cost < least * (1 - 1e-12))) {
        selected = static_cast<int>(k);
        least = cost;
      }
    }
    order.push_back(selected);
    ++given[static_cast<std::size_t>(selected)];
  }
  return order;
}

std::vector<int> factorization_order(std::span<const double> cycle_times, std::span<const int> counts) {
  // Of equal processes the last comes first before the reversal: where all are equal the order is ScaLAPACK's.
  const int last = static_cast<int>(counts.size()) - 1;
  std::vector<int> order =
      dynamic_programming_order(std::vector<double>(cycle_times.rbegin(), cycle_times.rend()),
                                std::vector<int>(counts.rbegin(), counts.rend()));
  std::ranges::reverse(order);
  std::ranges::transform(order, order.begin(), [last](int process) { return last - process; });
  return order;
}

std::vector<int> spread_order(std::span<const int> counts) {
  // Block k of a process with n blocks is due at (k + 1/2) / n of the panel.
  std::vector<std::pair<double, int>> due;
  for (std::size_t process = 0; process < counts.size(); ++process)
    for (int k = 0; k < counts[process]; ++k)
      due.emplace_back((k + 0.5) / counts[process], static_cast<int>(process));
  std::ranges::sort(due);
  std::vector<int> order;
  for (const auto& [when, process] : due)
    order.push_back(process);
  return order;
}

std::vector<double> equivalent_column_times(const TimeMatrix& t, std::span<const int> row_counts) {
  std::vector<double> times;
  for (int j = 0; j < t.q(); ++j) {
    double speed = 0;
    for (int i = 0; i < t.p(); ++i)
      speed += row_counts[static_cast<std::size_t>(i)] / t(i, j);
    times.push_back(1 / speed);
  }
  return times;
}

std::vector<double> equivalent_row_times(const TimeMatrix& t, std::span<const int> column_counts) {
  std::vector<double> times;
  for (int i = 0; i < t.p(); ++i) {
    double speed = 0;
    for (int j = 0; j < t.q(); ++j)
      speed += column_counts[static_cast<std::size_t>(j)] / t(i, j);
    times.push_back(1 / speed);
  }
  return times;
}

} // namespace hetgrid::plan
