#include "partition/proportion.hpp"

#include "hetgrid/error.hpp"
#include "hetgrid/partition.hpp"
#include "plan/limits.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::partition {

void check_speeds(std::span<const double> speeds) {
  if (speeds.empty())
    throw ArgumentError("speeds", "none", "at least one");
  // Limits of speeds are those of cycle-times, their inverses: powers of 10 that are symmetric about 1.
  plan::check_cycle_times("speeds", speeds);
}

void check_shares(std::span<const double> shares) {
  if (shares.empty())
    throw ArgumentError("shares", "none", "at least one");
  constexpr plan::Range share{1e-300, 1e300}; // so that neither sums nor inverses overflow
  for (std::size_t k = 0; k < shares.size(); ++k)
    plan::check("shares[" + std::to_string(k) + "]", shares[k], share);
}

std::vector<std::int64_t> cells_in_proportion(std::span<const double> shares, std::int64_t cells) {
  check_shares(shares);
  if (cells < 1 || cells > Partition::most_cells)
    throw ArgumentError("cells", std::to_string(cells), "1 to " + std::to_string(Partition::most_cells));
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<std::int64_t> counts;
  std::vector<double> remainders;
  for (const double share : shares) {
    const double exact = share / total * static_cast<double>(cells * cells);
    counts.push_back(static_cast<std::int64_t>(exact));
    remainders.push_back(exact - std::floor(exact));
  }
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t k) { return remainders[k]; });
  const std::int64_t left = cells * cells - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (std::int64_t k = 0; k < left; ++k)
    ++counts[order[static_cast<std::size_t>(k)]];
  return counts;
}

} // namespace hetgrid::partition
