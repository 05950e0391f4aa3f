// Random numbers of cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace hetgrid::testing {

/// 0 .. count - 1.
inline std::int64_t below(std::mt19937_64& random, std::int64_t count) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
}

/// Cells of each process that together are cells^2, in no order; some may be zero.
inline std::vector<std::int64_t> random_counts(std::mt19937_64& random, std::int64_t cells, int processes) {
  std::vector<std::int64_t> cuts{0, cells * cells};
  for (int k = 1; k < processes; ++k)
    cuts.push_back(below(random, cells * cells + 1));
  std::ranges::sort(cuts);
  std::vector<std::int64_t> counts;
  for (std::size_t k = 1; k < cuts.size(); ++k)
    counts.push_back(cuts[k] - cuts[k - 1]);
  return counts;
}

} // namespace hetgrid::testing
