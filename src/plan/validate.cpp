#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace hetgrid::plan {
namespace {

void check_positive(const std::string& name, const std::vector<double>& values) {
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!std::isfinite(values[k]) || values[k] <= 0)
      throw ArgumentError(name + "[" + std::to_string(k) + "]", std::to_string(values[k]),
                          "positive and finite");
}

void check_size(const std::string& name, std::size_t size, int expected) {
  if (size != static_cast<std::size_t>(expected))
    throw ArgumentError("size of " + name, std::to_string(size), std::to_string(expected));
}

void check_panel(const std::string& name, const AxisPanel& panel, int coordinates) {
  check_size(name + ".count", panel.count.size(), coordinates);
  std::vector<int> found(static_cast<std::size_t>(coordinates), 0);
  for (const int owner : panel.order) {
    if (owner < 0 || owner >= coordinates)
      throw ArgumentError(name + ".order", std::to_string(owner),
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

} // namespace

void validate(const Plan& plan) {
  const auto& [p, q, process] = plan.arrangement;
  const int processes = static_cast<int>(plan.cycle_times.size());
  check_positive("cycle_times", plan.cycle_times);
  if (p < 1 || q < 1 || static_cast<double>(p) * q > processes)
    throw ArgumentError("grid", std::to_string(p) + " x " + std::to_string(q),
                        "p and q positive and at most " + std::to_string(processes) +
                            " cells, one for each cycle-time");
  check_size("arrangement", process.size(), p * q);
  std::set<int> placed;
  for (const int who : process)
    if (who < 0 || who >= processes || !placed.insert(who).second)
      throw ArgumentError("arrangement", std::to_string(who),
                          "every process from 0 to " + std::to_string(processes - 1) + " at most once");
  check_size("shares.r", plan.shares.r.size(), p);
  check_size("shares.c", plan.shares.c.size(), q);
  check_positive("shares.r", plan.shares.r);
  check_positive("shares.c", plan.shares.c);
  check_panel("rows", plan.rows, p);
  check_panel("columns", plan.columns, q);
}

} // namespace hetgrid::plan
