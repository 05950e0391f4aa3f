// One grid: search arrangement and shares, choose the panel. Where speeds depend on the local sizes, short searches find the
// time of an update in which the processes own just the whole matrix (local_speeds.cpp); the speeds at that time are
// planned for.
#include "hetgrid/error.hpp"
#include "layout/subscript.hpp"
#include "plan/choose_parameters.hpp"
#include "plan/grid_shape.hpp"
#include "plan/levelled_orders.hpp"
#include "plan/limits.hpp"
#include "plan/local_speeds.hpp"
#include "plan/machine.hpp"
#include "plan/model/model.hpp"
#include "plan/objective.hpp"
#include "plan/panel/integer_panel.hpp"
#include "plan/panel/ordering.hpp"
#include "plan/panel/panel_arrangement.hpp"
#include "plan/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace hetgrid::plan {
namespace {

/// Beyond this a panel would not fit any matrix.
constexpr int largest_panel = 1'000'000;

/// A larger panel has to be faster by this, relatively.
constexpr double panel_gain = 1e-3;

void check_request(const Platform& platform, const Options& options) {
  validate(platform);
  validate(options.problem);
  const std::string shape = std::to_string(options.p) + " x " + std::to_string(options.q);
  const bool choose = options.p == 0 && options.q == 0;
  if (!choose && (options.p < 1 || options.q < 1))
    throw ArgumentError("grid", shape, "p and q positive, or both 0 to let the planner choose");
  const std::size_t processes = platform.processes.size();
  if (!choose && static_cast<double>(options.p) * options.q > static_cast<double>(processes))
    throw ArgumentError("grid", shape,
                        "at most " + std::to_string(processes) + " cells, one for each process");
  for (const auto& [name, size] :
       {std::pair{"panel_rows", options.panel_rows}, {"panel_columns", options.panel_columns}})
    if (size < 0 || size > largest_panel)
      throw ArgumentError(name, std::to_string(size), "0 to " + std::to_string(largest_panel) + " blocks");
}

/// `count` of the processes with the smallest cycle-times, sorted by them; ties in their own order.
std::vector<int> fastest_processes(std::span<const double> cycle_times, int count) {
  std::vector<int> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int process) { return cycle_times[at(process)]; });
  order.resize(at(count));
  return order;
}

Solution search(std::span<const double> sorted, const Options& options, double effort) {
  const auto [p, q] = std::pair{options.p, options.q};
  const SearchControl control{options.seed, options.progress, effort};
  switch (options.search) {
  case Search::exact:
    return search_exactly(sorted, p, q, control);
  case Search::heuristic:
    return search_heuristically(sorted, p, q);
  case Search::multi_start:
    return search_multi_start(sorted, p, q, control);
  case Search::as_given:
    return arrange_as_given(sorted, p, q, control);
  case Search::automatic:
    break;
  }
  return exact_is_feasible(p, q) ? search_exactly(sorted, p, q, control)
                                 : search_multi_start(sorted, p, q, control);
}

/// Arrangement and shares for cycle-times of all processes.
Solution solve(std::span<const double> cycle_times, const Options& options, double effort) {
  std::vector<int> used(at(options.p * options.q));
  std::iota(used.begin(), used.end(), 0);
  if (options.search != Search::as_given)
    used = fastest_processes(cycle_times, options.p * options.q);
  std::vector<double> times;
  for (const int process : used)
    times.push_back(cycle_times[at(process)]);
  Solution solution = search(times, options, effort);
  for (int& process : solution.arrangement.process)
    process = used[at(process)];
  return solution;
}

AxisPanel axis_panel(Operation operation, std::vector<int> counts,
                     const std::vector<double>& equivalent_times) {
  AxisPanel panel{std::move(counts), {}};
  panel.order = is_factorization(operation) ? factorization_order(equivalent_times, panel.count)
                                            : spread_order(panel.count);
  return panel;
}

/// Orders and figures for counts of a panel.
void complete(Plan& plan, const TimeMatrix& t, const PanelCounts& counts) {
  plan.rows = axis_panel(plan.operation, counts.rows, equivalent_row_times(t, counts.columns));
  plan.columns = axis_panel(plan.operation, counts.columns, equivalent_column_times(t, counts.rows));
  plan.panel_work = panel_work(t, counts);
}

/// Makes plans for one platform on one grid.
class GridPlanner {
public:
  GridPlanner(const Platform& platform, const Options& options, double effort)
      : platform_(platform), options_(options), effort_(effort) {
    check_memory();
  }

  PlannedGrid best() const {
    const std::vector<double> times = depends_on_sizes(platform_, options_.problem)
                                          ? cycle_times_at(platform_, options_.problem, expected_time())
                                          : platform_.cycle_times();
    return with_panel(times, solve(times, options_, effort_));
  }

private:
  /// Time of an update of the whole matrix, from short searches for the part of the speeds together that a grid reaches.
  double expected_time() const {
    constexpr double little = 0.1, close = 0.002;
    constexpr int most_searches = 3;
    double time = time_of_whole_matrix(platform_, options_.problem, 1);
    for (int search = 0; search < most_searches; ++search) {
      const std::vector<double> times = cycle_times_at(platform_, options_.problem, time);
      const double efficiency = solve(times, options_, little * effort_).work / upper_bound(times);
      const double last = std::exchange(time, time_of_whole_matrix(platform_, options_.problem, efficiency));
      if (std::abs(time / last - 1) < close)
        break;
    }
    return time;
  }

  static constexpr int many_cells = 256;

  /// Panels of a grid that are looked at, beside that of the whole matrix; of these arranged; of all those simulated in full.
  struct PanelNumbers {
    std::size_t candidates, arranged, finalists;
  };
  /// A few tell what a shape is worth, and of many processes all take long.
  PanelNumbers panel_numbers(std::size_t cells) const {
    if (effort_ < 1)
      return cells > at(many_cells) ? PanelNumbers{4, 1, 1} : PanelNumbers{6, 3, 1};
    return cells > at(many_cells) ? PanelNumbers{8, 4, 2} : PanelNumbers{12, 13, 3};
  }

  void check_memory() const {
    double sum = 0;
    for (const ProcessSpeed& process : platform_.processes)
      sum += process.memory > 0 ? process.memory : std::numeric_limits<double>::infinity();
    if (sum < options_.problem.matrix_bytes())
      throw ArgumentError("memory of the processes together", text_of(sum) + " bytes",
                          "at least " + text_of(options_.problem.matrix_bytes()) +
                              " bytes, for matrices of order " + std::to_string(options_.problem.n));
  }
  PanelLimits limits(const Arrangement& arrangement) const;
  PlannedGrid with_panel(std::span<const double> times, const Solution& solution) const;
  PlannedGrid timed(Plan plan, Detail detail) const {
    const double seconds = predicted_seconds(plan, platform_, options_.problem, detail);
    return {std::move(plan), seconds};
  }
  static void keep_fastest(std::vector<PlannedGrid>& candidates, std::size_t most);
  PlannedGrid fastest(std::vector<PlannedGrid> candidates) const;
  Detail detail_of_finalists() const;
  bool orders_whole_matrix() const;
  PlannedGrid with_matrix_orders(PlannedGrid repeated) const;

  const Platform& platform_;
  const Options& options_;
  double effort_;
};

/// Memory limits of the processes of an arrangement, cell by cell; empty if none matters.
PanelLimits GridPlanner::limits(const Arrangement& arrangement) const {
  PanelLimits limits;
  for (const int process : arrangement.process) {
    const double memory = platform_.processes[at(process)].memory;
    limits.fraction.push_back(memory > 0 ? std::min(1.0, memory / options_.problem.matrix_bytes()) : 1.0);
  }
  if (std::ranges::all_of(limits.fraction, [](double fraction) { return fraction >= 1; }))
    limits.fraction.clear();
  return limits;
}

PlannedGrid GridPlanner::with_panel(std::span<const double> times, const Solution& solution) const {
  const TimeMatrix t(times, solution.arrangement);
  Plan frame;
  frame.cycle_times.assign(times.begin(), times.end());
  frame.operation = options_.problem.operation;
  frame.parameters.machine = machine_of(platform_);
  frame.arrangement = solution.arrangement;
  frame.shares = solution.shares;
  frame.work = frame.searched_work = solution.work;
  frame.bound = upper_bound(times);
  frame.grid_bound = solution.bound;
  frame.cyclic_work = cyclic_work(t);
  const PanelNumbers numbers = panel_numbers(solution.arrangement.process.size());
  const PanelRequest request{
      .rows = options_.panel_rows,
      .columns = options_.panel_columns,
      .matrix_blocks = static_cast<int>(std::min<std::int64_t>(options_.problem.blocks(), largest_panel)),
      .whole_matrix = !is_factorization(options_.problem.operation) && !options_.any_order,
      .limits = limits(solution.arrangement),
      .most = numbers.candidates};
  std::vector<PlannedGrid> candidates; // of the panels as they are, then arranged
  const auto consider = [&](const PanelCounts& counts, const TimeMatrix& arranged) {
    complete(frame, arranged, counts);
    candidates.push_back(timed(frame, Detail::quick));
  };
  for (const PanelCounts& counts : candidate_panels(t, solution.shares, request))
    consider(counts, t);
  keep_fastest(candidates, numbers.arranged);
  const bool free_arrangement =
      options_.search == Search::automatic || options_.search == Search::multi_start;
  const bool free_counts = free_arrangement && request.limits.fraction.empty();
  if (free_counts)
    for (std::size_t k = 0, panels = candidates.size(); k < panels; ++k) {
      const PanelCounts counts{candidates[k].plan.rows.count, candidates[k].plan.columns.count};
      const ArrangedPanel panel = arranged_panel(times, solution.arrangement, counts, options_.seed, effort_);
      const TimeMatrix arranged(times, panel.arrangement);
      frame.arrangement = panel.arrangement;
      frame.shares = shares_for_panel(arranged, panel.counts);
      frame.work = work(frame.shares);
      consider(panel.counts, arranged);
    }
  PlannedGrid best = fastest(std::move(candidates));
  return free_counts && orders_whole_matrix() ? with_matrix_orders(std::move(best)) : best;
}

/// Keeps `most` of the candidates, in their order.
void GridPlanner::keep_fastest(std::vector<PlannedGrid>& candidates, std::size_t most) {
  if (candidates.size() <= most)
    return;
  std::vector<double> sorted;
  for (const PlannedGrid& candidate : candidates)
    sorted.push_back(candidate.seconds);
  std::ranges::sort(sorted);
  std::vector<PlannedGrid> kept;
  for (PlannedGrid& candidate : candidates)
    if (candidate.seconds <= sorted[most - 1] && kept.size() < most)
      kept.push_back(std::move(candidate));
  candidates = std::move(kept);
}

/// By predicted time; of two that are about as fast the first.
PlannedGrid GridPlanner::fastest(std::vector<PlannedGrid> candidates) const {
  if (detail_of_finalists() == Detail::full) {
    keep_fastest(candidates, panel_numbers(at(options_.p * options_.q)).finalists);
    for (PlannedGrid& candidate : candidates)
      candidate = timed(std::move(candidate.plan), Detail::full);
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < candidates.size(); ++k)
    if (candidates[k].seconds < candidates[best].seconds * (1 - panel_gain))
      best = k;
  return std::move(candidates[best]);
}

/// Of the simulation that decides: where the quick one leaves no step out, no other is needed.
Detail GridPlanner::detail_of_finalists() const {
  return simulates_all(options_.problem, at(options_.p * options_.q), Detail::quick) ? Detail::quick
                                                                                     : Detail::full;
}

/// Are they worth a look? Shapes are compared without them. Of very many blocks it matters little what a panel rounds, and
/// on many processes panels are about as large as the matrix.
bool GridPlanner::orders_whole_matrix() const {
  constexpr std::int64_t most_blocks = 1024;
  const int cells = options_.p * options_.q;
  return is_factorization(options_.problem.operation) && !options_.any_order && effort_ == 1 &&
         options_.panel_rows == 0 && options_.panel_columns == 0 && cells > 2 && cells <= many_cells &&
         options_.problem.blocks() <= most_blocks;
}

/// The blocks of the whole matrix in an order of their own, if that is predicted to be faster than the panel repeated.
PlannedGrid GridPlanner::with_matrix_orders(PlannedGrid repeated) const {
  const TimeMatrix t(repeated.plan.cycle_times, repeated.plan.arrangement);
  if (const auto [least, largest] = std::ranges::minmax(t.all()); least == largest)
    return repeated;
  PlannedGrid whole = with_levelled_orders(repeated.plan, platform_, options_.problem);
  return whole.seconds < repeated.seconds * (1 - panel_gain) ? whole : repeated;
}

std::vector<int> left_out(const Plan& plan) {
  std::vector<int> used = plan.arrangement.process, idle;
  std::ranges::sort(used);
  for (int process = 0; process < static_cast<int>(plan.cycle_times.size()); ++process)
    if (!std::ranges::binary_search(used, process))
      idle.push_back(process);
  return idle;
}

} // namespace

PlannedGrid planned_grid(const Platform& platform, const Options& options, double effort) {
  PlannedGrid planned = GridPlanner(platform, options, effort).best();
  planned.plan.idle = left_out(planned.plan);
  return planned;
}

Plan plan_on_grid(const Platform& platform, const Options& options) {
  return planned_grid(platform, options, 1).plan;
}

Plan make_plan(const Platform& platform, const Options& options) {
  check_request(platform, options);
  Plan plan = options.p == 0 ? plan_with_chosen_shape(platform, options) : plan_on_grid(platform, options);
  choose_parameters(plan, platform, options.problem);
  return plan;
}

Plan make_plan(std::span<const double> cycle_times, const Options& options) {
  if (cycle_times.empty())
    throw ArgumentError("cycle_times", "(none)", "at least one");
  check_cycle_times("cycle_times", cycle_times);
  return make_plan(platform_from_cycle_times(cycle_times), options);
}

Plan uniform_plan(int p, int q) {
  for (const auto& [name, size] : {std::pair{"p", p}, {"q", q}})
    if (size < 1)
      throw ArgumentError(name, std::to_string(size), "at least 1");
  const auto line = [](int n) {
    AxisPanel panel{std::vector<int>(at(n), 1), std::vector<int>(at(n))};
    std::iota(panel.order.begin(), panel.order.end(), 0);
    return panel;
  };
  Plan plan;
  plan.cycle_times.assign(at(p) * at(q), 1.0);
  plan.arrangement = {p, q, std::vector<int>(at(p) * at(q))};
  std::iota(plan.arrangement.process.begin(), plan.arrangement.process.end(), 0);
  plan.shares = {std::vector<double>(at(p), 1.0), std::vector<double>(at(q), 1.0)};
  plan.rows = line(p);
  plan.columns = line(q);
  plan.work = plan.searched_work = plan.bound = plan.grid_bound = plan.panel_work = plan.cyclic_work =
      static_cast<double>(p) * q;
  return plan;
}

} // namespace hetgrid::plan
