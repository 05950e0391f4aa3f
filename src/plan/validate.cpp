#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"

#include "plan/limits.hpp"

#include <algorithm>
#include <set>

namespace hetgrid::plan {
namespace {

/// Shares and work are products and quotients of a few cycle-times.
constexpr Range share{1e-100, 1e100};

void check_shares(const std::string& name, const std::vector<double>& values) {
  for (std::size_t k = 0; k < values.size(); ++k)
    check(name + "[" + std::to_string(k) + "]", values[k], share);
}

void check_size(const std::string& name, std::size_t size, int expected) {
  if (size != static_cast<std::size_t>(expected))
    throw ArgumentError("size of " + name, std::to_string(size), std::to_string(expected));
}

void check_panel(const std::string& name, const AxisPanel& panel, int coordinates) {
  check_size(name + ".count", panel.count.size(), coordinates);
  std::vector<int> found(static_cast<std::size_t>(coordinates), 0);
  for (std::size_t b = 0; b < panel.order.size(); ++b) {
    const int owner = panel.order[b];
    if (owner < 0 || owner >= coordinates)
      throw ArgumentError(name + ".order[" + std::to_string(b) + "]", std::to_string(owner),
                          "grid coordinates from 0 to " + std::to_string(coordinates - 1));
    ++found[static_cast<std::size_t>(owner)];
  }
  if (panel.order.empty())
    throw ArgumentError(name + ".order", "(empty)", "at least one block");
  for (int i = 0; i < coordinates; ++i)
    if (found[static_cast<std::size_t>(i)] != panel.count[static_cast<std::size_t>(i)])
      throw ArgumentError(name + ".count[" + std::to_string(i) + "]",
                          std::to_string(panel.count[static_cast<std::size_t>(i)]),
                          std::to_string(found[static_cast<std::size_t>(i)]) +
                              ", as often as it occurs in the order");
}

/// \param known  those that may not come once more
void check_processes(const std::string& name, const std::vector<int>& list, int processes,
                     std::set<int>& known) {
  for (std::size_t k = 0; k < list.size(); ++k)
    if (list[k] < 0 || list[k] >= processes || !known.insert(list[k]).second)
      throw ArgumentError(name + "[" + std::to_string(k) + "]", std::to_string(list[k]),
                          "every process from 0 to " + std::to_string(processes - 1) + " once");
}

} // namespace

void validate(const Plan& plan) {
  const auto& [p, q, process] = plan.arrangement;
  const int processes = static_cast<int>(plan.cycle_times.size());
  check_cycle_times("cycle_times", plan.cycle_times);
  if (p < 1 || q < 1 || static_cast<double>(p) * q > processes)
    throw ArgumentError("grid", std::to_string(p) + " x " + std::to_string(q),
                        "p and q positive and at most " + std::to_string(processes) +
                            " cells, one for each cycle-time");
  check_size("arrangement", process.size(), p * q);
  std::set<int> placed;
  check_processes("arrangement", process, processes, placed);
  check_size("shares.r", plan.shares.r.size(), p);
  check_size("shares.c", plan.shares.c.size(), q);
  check_shares("shares.r", plan.shares.r);
  check_shares("shares.c", plan.shares.c);
  check_panel("rows", plan.rows, p);
  check_panel("columns", plan.columns, q);
  check_processes("idle", plan.idle, processes, placed);
  for (const auto& [name, work] : {std::pair{"work", plan.work},
                                   {"bound", plan.bound},
                                   {"grid_bound", plan.grid_bound},
                                   {"panel_work", plan.panel_work},
                                   {"cyclic_work", plan.cyclic_work}})
    check(name, work, {share.low, share.high, true}); // 0: not known
}

} // namespace hetgrid::plan
