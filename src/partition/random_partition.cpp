#include "partition/random_partition.hpp"

#include "hetgrid/error.hpp"

#include <string>
#include <vector>

namespace hetgrid::partition {

int draw_owner(std::span<std::int64_t> left, std::int64_t all, std::mt19937_64& random) {
  auto drawn = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all));
  std::size_t owner = 0;
  while (drawn >= left[owner])
    drawn -= left[owner++];
  --left[owner];
  return static_cast<int>(owner);
}

Partition random_partition(std::int64_t cells, std::span<const std::int64_t> counts,
                           std::mt19937_64& random) {
  Partition partition(cells, static_cast<int>(counts.size()));
  std::int64_t left = cells * cells;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] < 0 || counts[k] > left)
      throw ArgumentError("counts[" + std::to_string(k) + "]", std::to_string(counts[k]),
                          "0 to " + std::to_string(left) + ", the cells that are left");
    left -= counts[k];
  }
  if (left > 0)
    throw ArgumentError("counts", std::to_string(cells * cells - left),
                        std::to_string(cells * cells) + " cells together");

  std::vector<std::int64_t> owners(counts.begin(), counts.end());
  left = cells * cells;
  for (std::int64_t i = 0; i < cells; ++i)
    for (std::int64_t j = 0; j < cells; ++j)
      partition.assign(i, j, draw_owner(owners, left--, random));
  return partition;
}

} // namespace hetgrid::partition
