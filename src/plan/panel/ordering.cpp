// The cost of an allocation is max_i c_i t_i / sum c_i. From s to s + 1 chunks the denominator is the same
// for every choice, and the maximum becomes (c_k + 1) t_k for the process k that minimises it: the sequence
// of minima never decreases, so the dynamic program needs no look-back.
#include "plan/panel/ordering.hpp"

#include "plan/panel/first_to_finish.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {

std::vector<int> dynamic_programming_order(std::span<const double> cycle_times, std::span<const int> counts) {
  std::vector<int> order;
  FirstToFinish first(cycle_times, std::vector<int>(counts.size(), 0), counts);
  for (int process = first.next(); process >= 0; process = first.next())
    order.push_back(process);
  return order;
}

namespace {

/// Exchanges the first with the last of the processes that have the same cycle-time, the second with the last
/// but one.
std::vector<int> mirror_equals(std::span<const double> cycle_times) {
  const auto time = [&](int process) { return cycle_times[static_cast<std::size_t>(process)]; };
  std::vector<int> sorted(cycle_times.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::ranges::stable_sort(sorted, {}, time);
  std::vector<int> mirrored(cycle_times.size());
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first, sorted.end(), [&](int k) { return time(k) != time(*first); });
    auto opposite = last;
    for (auto k = first; k != last; ++k)
      mirrored[static_cast<std::size_t>(*k)] = *--opposite;
    first = last;
  }
  return mirrored;
}

} // namespace

std::vector<int> factorization_order(std::span<const double> cycle_times, std::span<const int> counts) {
  // Among equal processes the last comes first before the reversal: where all are equal the order is
  // ScaLAPACK's.
  const std::vector<int> mirrored = mirror_equals(cycle_times);
  std::vector<int> mirrored_counts;
  for (const int process : mirrored)
    mirrored_counts.push_back(counts[static_cast<std::size_t>(process)]);
  std::vector<int> order = dynamic_programming_order(cycle_times, mirrored_counts);
  std::ranges::reverse(order);
  for (int& process : order)
    process = mirrored[static_cast<std::size_t>(process)];
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
