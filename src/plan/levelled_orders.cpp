// matrix_orders balances the update. But a process also factors panels, solves, moves rows and waits for what it sends: of a
// factorization of finite order that is a tenth and more, most of it on the fast processes, and all wait for these. So the orders
// are made for the times that a predicted run of the last ones tells,
//
//     t'_k = t_k (update + panel + communication)_k / update_k,
//
// which is done a few times. How counts are rounded is tried, too: with a look-ahead a process that is late in one step may catch
// up in the next, but none that owns the next panel. The plan with the smallest predicted time is taken.
#include "plan/levelled_orders.hpp"

#include "plan/objective.hpp"
#include "plan/panel/integer_panel.hpp"
#include "plan/panel/matrix_orders.hpp"

#include <limits>
#include <utility>

namespace hetgrid::plan {
namespace {

/// The panel whose blocks have these owners; of a single grid line one block says all.
AxisPanel panel_in_order(std::vector<int> order, int coordinates) {
  if (coordinates == 1)
    order.resize(1);
  AxisPanel panel{std::vector<int>(static_cast<std::size_t>(coordinates)), std::move(order)};
  for (const int owner : panel.order)
    ++panel.count[static_cast<std::size_t>(owner)];
  return panel;
}

/// Looks for the fastest orders.
class Levelling {
public:
  Levelling(Plan plan, const Platform& platform, const Problem& problem)
      : platform_(platform), problem_(problem), times_(plan.cycle_times), best_{std::move(plan), infinity} {}

  PlannedGrid best() {
    try_rounding(rounding_, 3);
    for (double Rounding::*axis : {&Rounding::columns, &Rounding::rows})
      for (const double finer : {0.8, 0.6}) {
        Rounding rounding = rounding_;
        rounding.*axis = finer;
        if (lines(axis) > 1)
          try_rounding(rounding, 2);
      }
    const TimeMatrix t(best_.plan.cycle_times, best_.plan.arrangement);
    best_.plan.panel_work = panel_work(t, {best_.plan.rows.count, best_.plan.columns.count});
    return std::move(best_);
  }

private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  int lines(double Rounding::*axis) const {
    return axis == &Rounding::rows ? best_.plan.arrangement.p : best_.plan.arrangement.q;
  }

  /// From the times of the best run so far on, those of each run for the next one.
  void try_rounding(const Rounding& rounding, int rounds) {
    std::vector<double> times = times_;
    for (int round = 0; round < rounds; ++round) {
      Plan plan = ordered(times, rounding);
      const Prediction prediction = predict(plan, platform_, problem_);
      times = levelled(prediction, std::move(times));
      if (prediction.seconds < best_.seconds) {
        best_ = {std::move(plan), prediction.seconds};
        times_ = times;
        rounding_ = rounding;
      }
    }
  }

  Plan ordered(const std::vector<double>& times, const Rounding& rounding) const {
    Plan plan = best_.plan;
    const TimeMatrix t(times, plan.arrangement);
    MatrixOrders orders = matrix_orders(t, static_cast<int>(problem_.blocks()), rounding);
    plan.rows = panel_in_order(std::move(orders.rows), t.p());
    plan.columns = panel_in_order(std::move(orders.columns), t.q());
    return plan;
  }

  /// What t' is after a run. \param times  before it: kept by who has updated nothing
  std::vector<double> levelled(const Prediction& prediction, std::vector<double> times) const {
    for (std::size_t process = 0; process < times.size(); ++process)
      if (const ProcessPrediction& run = prediction.processes[process]; run.update > 0)
        times[process] =
            best_.plan.cycle_times[process] * (run.update + run.panel + run.communication) / run.update;
    return times;
  }

  const Platform& platform_;
  const Problem& problem_;
  std::vector<double> times_; ///< t' after the best run
  Rounding rounding_;         ///< of the best run
  PlannedGrid best_;
};

} // namespace

PlannedGrid with_levelled_orders(Plan plan, const Platform& platform, const Problem& problem) {
  return Levelling(std::move(plan), platform, problem).best();
}

} // namespace hetgrid::plan
