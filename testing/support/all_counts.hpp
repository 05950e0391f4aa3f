// Exhaustive enumeration, as the judge of searches.
#pragma once

#include <cstddef>
#include <vector>

namespace hetgrid::testing {

/// All ways to give `blocks` to `lines` rows or columns.
inline std::vector<std::vector<int>> all_counts(int lines, int blocks) {
  std::vector<std::vector<int>> all;
  std::vector<int> counts(static_cast<std::size_t>(lines));
  const auto fill = [&](const auto& self, std::size_t line, int left) -> void {
    counts[line] = left;
    if (line + 1 == counts.size())
      return all.push_back(counts);
    for (int count = 0; count <= left; ++count) {
      counts[line] = count;
      self(self, line + 1, left - count);
    }
  };
  fill(fill, 0, blocks);
  return all;
}

} // namespace hetgrid::testing
