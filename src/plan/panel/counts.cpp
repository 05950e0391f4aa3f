// Start from the proportional shares rounded down, which no optimum undercuts, and give the remaining chunks
// one by one to the process that would finish its extended share first: at most one for each process, found
// by a heap. The printed loop does one increment too many; here it stops when all chunks are given.
#include "plan/panel/counts.hpp"

#include "plan/objective.hpp"
#include "plan/panel/first_to_finish.hpp"

#include <cmath>
#include <numeric>

namespace hetgrid::plan {

std::vector<int> optimal_counts(std::span<const double> cycle_times, int chunks) {
  const double speed = upper_bound(cycle_times);
  std::vector<int> counts;
  for (const double t : cycle_times)
    counts.push_back(static_cast<int>(std::floor(chunks / (t * speed) * (1 - 1e-12))));
  FirstToFinish first(cycle_times, counts);
  for (int given = std::accumulate(counts.begin(), counts.end(), 0); given < chunks; ++given)
    ++counts[static_cast<std::size_t>(first.next())];
  return counts;
}

} // namespace hetgrid::plan
