#include "plan/model/steps.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {

std::vector<SimulatedStep> simulated_steps(std::int64_t steps, std::int64_t most) {
  constexpr std::int64_t first_steps = 4, last_steps = 10, least = 32;
  constexpr std::int64_t lead = 2, counted = 3; ///< of the run in each part
  most = std::max(most, least);
  std::vector<SimulatedStep> chosen;
  const auto all_of = [&](std::int64_t first, std::int64_t end, double weight) {
    for (std::int64_t step = first; step < end; ++step)
      chosen.push_back({step, weight});
  };
  if (steps <= 2 * most) {
    all_of(0, steps, 1);
    return chosen;
  }
  all_of(0, first_steps, 1);
  const std::int64_t parts = (most - first_steps - last_steps) / (lead + counted);
  const double length = static_cast<double>(steps - first_steps - last_steps) / static_cast<double>(parts);
  for (std::int64_t part = 0; part < parts; ++part) {
    const auto first = first_steps + std::llround(static_cast<double>(part) * length),
               end = first_steps + std::llround(static_cast<double>(part + 1) * length);
    // Not always in the middle: panels of blocks repeat, too.
    const double golden = 0.6180339887 * static_cast<double>(part + 1), turn = golden - std::floor(golden);
    const std::int64_t room = end - first - lead - counted,
                       begin = first +
                               static_cast<std::int64_t>((0.375 + 0.25 * turn) * static_cast<double>(room));
    all_of(begin, begin + lead, 0);
    all_of(begin + lead, begin + lead + counted, static_cast<double>(end - first) / counted);
  }
  all_of(steps - last_steps, steps, 1);
  return chosen;
}

} // namespace hetgrid::plan
