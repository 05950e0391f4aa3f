// The best schedule of platforms of whole numbers: all delays are multiples of a unit, so the states can be listed.
#include "hetgrid/error.hpp"
#include "plan/limits.hpp"
#include "server/steady_state/state_graph.hpp"

#include <cmath>
#include <numeric>

namespace hetgrid::server {

std::optional<PeriodicSchedule> optimal_schedule(std::span<const Step> all, Reception reception,
                                                 Index most_states) {
  const auto [steps, numbers] = steady::workers_of(all);
  std::int64_t unit = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const double seconds : {steps[i].transfer, steps[i].update}) {
      if (seconds != std::floor(seconds) || seconds > 1e15)
        throw ArgumentError("steps[" + std::to_string(numbers[i]) + "]", plan::text_of(seconds),
                            "whole numbers, at most 10^15");
      unit = std::gcd(unit, static_cast<std::int64_t>(seconds));
    }
  const auto graph =
      steady::state_graph(steps, reception, static_cast<double>(unit),
                          static_cast<std::size_t>(std::clamp<Index>(most_states, 1, 1 << 30)));
  if (!graph)
    return {};
  const steady::Period period = best_cycle(*graph, steps);
  return steady::schedule_of(numbers, period, steady::RateMeter(steps, reception)(period));
}

} // namespace hetgrid::server
