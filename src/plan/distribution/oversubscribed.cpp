// HeteroScaLAPACK leaves the block-cyclic distribution as it is and starts more ranks where processes are
// fast. The shares are then in whole multiples of the slowest one's, and what the ranks of a process exchange
// among themselves need not leave it.
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "plan/distribution/columns.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {

std::vector<int> ranks_by_speed(std::span<const double> cycle_times, int cap) {
  if (cap < 1)
    throw ArgumentError("cap", std::to_string(cap), "at least 1");
  check_cycle_times(cycle_times);
  if (cycle_times.empty())
    return {};
  const double slowest = std::ranges::max(cycle_times);
  std::vector<int> ranks;
  for (const double t : cycle_times)
    ranks.push_back(static_cast<int>(std::min<double>(cap, std::round(slowest / t))));
  return ranks;
}

Distribution oversubscribed_distribution(std::span<const int> ranks, int p, int q) {
  Distribution panel{"oversubscribed", p, q, {}};
  for (std::size_t k = 0; k < ranks.size(); ++k)
    panel.owner.insert(panel.owner.end(), static_cast<std::size_t>(ranks[k]), static_cast<int>(k));
  if (p < 1 || q < 1 || panel.owner.size() != static_cast<std::size_t>(p) * static_cast<std::size_t>(q))
    throw ArgumentError("p, q", std::to_string(p) + ", " + std::to_string(q),
                        "a grid of " + std::to_string(panel.owner.size()) + " ranks");
  return panel;
}

} // namespace hetgrid::plan
