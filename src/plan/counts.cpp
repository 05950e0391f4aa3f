// Start from the proportional shares rounded down, which no optimum undercuts, and give the remaining chunks
// one by one to the process that would finish its extended share first. The printed loop does one increment
// too many; here it stops when all chunks are given.
#include "plan/counts.hpp"

#include "plan/objective.hpp"

#include <cmath>
#include <numeric>

namespace hetgrid::plan {

std::vector<int> optimal_counts(std::span<const double> cycle_times, int chunks) {
  const double speed = upper_bound(cycle_times);
  std::vector<int> counts;
  for (const double t : cycle_times)
    counts.push_back(static_cast<int>(std::floor(chunks / (t * speed) * (1 - 1e-12))));
  for (int given = std::accumulate(counts.begin(), counts.end(), 0); given < chunks; ++given) {
    std::size_t first = 0;
    for (std::size_t k = 1; k < counts.size(); ++k)
      if (cycle_times[k] * (counts[k] + 1) < cycle_times[first] * (counts[first] + 1) * (1 - 1e-12))
        first = k;
    ++counts[first];
  }
  return counts;
}

} // namespace hetgrid::plan
