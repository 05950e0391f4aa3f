#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "plan/grid_shape.hpp"
#include "plan/integer_panel.hpp"
#include "plan/objective.hpp"
#include "plan/ordering.hpp"
#include "plan/search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::plan {
namespace {

/// Beyond this a panel would not fit any matrix.
constexpr int largest_panel = 1'000'000;

void check(std::span<const double> cycle_times, const Options& options) {
  if (cycle_times.empty())
    throw ArgumentError("cycle_times", "(none)", "at least one");
  for (std::size_t k = 0; k < cycle_times.size(); ++k)
    if (!std::isfinite(cycle_times[k]) || cycle_times[k] <= 0)
      throw ArgumentError("cycle_times[" + std::to_string(k) + "]", std::to_string(cycle_times[k]),
                          "positive and finite");
  const std::string shape = std::to_string(options.p) + " x " + std::to_string(options.q);
  const bool choose = options.p == 0 && options.q == 0;
  if (!choose && (options.p < 1 || options.q < 1))
    throw ArgumentError("grid", shape, "p and q positive, or both 0 to let the planner choose");
  if (!choose && static_cast<double>(options.p) * options.q > static_cast<double>(cycle_times.size()))
    throw ArgumentError("grid", shape,
                        "at most " + std::to_string(cycle_times.size()) + " cells, one for each process");
  for (const auto& [name, size] :
       {std::pair{"panel_rows", options.panel_rows}, {"panel_columns", options.panel_columns}})
    if (size < 0 || size > largest_panel)
      throw ArgumentError(name, std::to_string(size), "0 to " + std::to_string(largest_panel) + " blocks");
  if (options.matrix_blocks < 1)
    throw ArgumentError("matrix_blocks", std::to_string(options.matrix_blocks), "at least 1");
  if (!std::isfinite(options.block_transfer_time) || options.block_transfer_time < 0)
    throw ArgumentError("block_transfer_time", std::to_string(options.block_transfer_time),
                        "non-negative and finite");
}

/// The p q fastest processes, sorted by cycle-time; ties in their own order.
std::vector<int> fastest_processes(std::span<const double> cycle_times, int count) {
  std::vector<int> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](int process) { return cycle_times[static_cast<std::size_t>(process)]; });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

Solution search(std::span<const double> sorted, const Options& options) {
  const auto [p, q] = std::pair{options.p, options.q};
  switch (options.search) {
  case Search::exact:
    return search_exactly(sorted, p, q);
  case Search::heuristic:
    return search_heuristically(sorted, p, q);
  case Search::multi_start:
    return search_multi_start(sorted, p, q, options.seed);
  case Search::as_given:
    return arrange_as_given(sorted, p, q);
  case Search::automatic:
    break;
  }
  return exact_is_feasible(p, q) ? search_exactly(sorted, p, q)
                                 : search_multi_start(sorted, p, q, options.seed);
}

AxisPanel axis_panel(Operation operation, std::vector<int> counts,
                     const std::vector<double>& equivalent_times) {
  AxisPanel panel{std::move(counts), {}};
  panel.order = operation == Operation::gemm ? spread_order(panel.count)
                                             : factorization_order(equivalent_times, panel.count);
  return panel;
}

} // namespace

Plan make_plan(std::span<const double> cycle_times, const Options& options) {
  check(cycle_times, options);
  if (options.p == 0)
    return plan_with_chosen_shape(cycle_times, options);

  const int cells = options.p * options.q;
  std::vector<int> used(static_cast<std::size_t>(cells));
  std::iota(used.begin(), used.end(), 0);
  if (options.search != Search::as_given)
    used = fastest_processes(cycle_times, cells);
  std::vector<double> times;
  for (const int process : used)
    times.push_back(cycle_times[static_cast<std::size_t>(process)]);
  Solution solution = search(times, options);
  for (int& process : solution.arrangement.process)
    process = used[static_cast<std::size_t>(process)];

  const TimeMatrix t(cycle_times, solution.arrangement);
  const PanelCounts counts = choose_panel(t, solution.shares, options.panel_rows, options.panel_columns);
  Plan plan;
  plan.cycle_times.assign(cycle_times.begin(), cycle_times.end());
  plan.operation = options.operation;
  plan.rows = axis_panel(options.operation, counts.rows, equivalent_row_times(t, counts.columns));
  plan.columns = axis_panel(options.operation, counts.columns, equivalent_column_times(t, counts.rows));
  plan.work = solution.work;
  plan.bound = upper_bound(cycle_times);
  plan.panel_work = panel_work(t, counts);
  plan.cyclic_work = cyclic_work(t);
  std::ranges::sort(used);
  for (int process = 0; process < static_cast<int>(cycle_times.size()); ++process)
    if (!std::ranges::binary_search(used, process))
      plan.idle.push_back(process);
  plan.arrangement = std::move(solution.arrangement);
  plan.shares = std::move(solution.shares);
  return plan;
}

Plan uniform_plan(int p, int q) {
  for (const auto& [name, size] : {std::pair{"p", p}, {"q", q}})
    if (size < 1)
      throw ArgumentError(name, std::to_string(size), "at least 1");
  Options options;
  options.p = options.panel_rows = p;
  options.q = options.panel_columns = q;
  options.search = Search::as_given;
  return make_plan(std::vector<double>(static_cast<std::size_t>(p) * static_cast<std::size_t>(q), 1.0),
                   options);
}

} // namespace hetgrid::plan
