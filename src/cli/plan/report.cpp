#include "cli/plan/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {

const char* precision(const PlanReport& report) {
  return report.problem.element_bytes == 4    ? "single precision"
         : report.problem.element_bytes == 16 ? "double complex"
         : report.single_complex              ? "single complex"
                                              : "double precision";
}

std::string why_idle(const plan::Plan& plan) {
  if (plan.shapes.empty())
    return "the grid has fewer places than there are processes";
  const auto used = [](const plan::ConsideredShape& shape) { return shape.p * shape.q; };
  const plan::ConsideredShape& larger = *std::ranges::max_element(plan.shapes, {}, used);
  if (used(larger) <= plan.arrangement.p * plan.arrangement.q)
    return "no grid of more processes was found faster";
  return fmt::format("a {} x {} grid of {} processes is predicted to take {}", larger.p, larger.q,
                     used(larger), duration(larger.seconds));
}

} // namespace hetgrid::cli
