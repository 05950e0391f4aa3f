// Partitions as text.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace hetgrid::testing {

using Rows = std::vector<std::string>;

/// Owners as digits.
inline partition::Partition drawn(int processes, const Rows& rows) {
  const auto n = static_cast<std::int64_t>(rows.size());
  partition::Partition partition(n, processes);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      partition.assign(i, j, rows[i][j] - '0');
  return partition;
}

inline Rows drawing(const partition::Partition& partition) {
  Rows rows(partition.cells(), std::string(partition.cells(), ' '));
  for (std::int64_t i = 0; i < partition.cells(); ++i)
    for (std::int64_t j = 0; j < partition.cells(); ++j)
      rows[i][j] = static_cast<char>('0' + partition.owner(i, j));
  return rows;
}

inline std::string text(const partition::Partition& partition) {
  std::string lines;
  for (const std::string& row : drawing(partition))
    lines += row + '\n';
  return lines;
}

} // namespace hetgrid::testing
