#include "partition/many/lower_bound.hpp"

#include "hetgrid/best_partitions.hpp"
#include "partition/proportion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::partition {

std::int64_t least_volume(std::span<const std::int64_t> counts, std::int64_t cells) {
  std::int64_t lines = 0;
  for (const std::int64_t count : counts) {
    auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count)));
    side -= side * side > count;
    lines += 2 * side;
    for (std::int64_t room = side * side; room < count; room += side)
      ++lines;
  }
  return cells * std::max<std::int64_t>(0, lines - 2 * cells);
}

double least_volume(std::span<const double> speeds) {
  check_shares(speeds);
  const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  double sides = 0;
  for (const double speed : speeds)
    sides += std::sqrt(speed / total);
  return std::max(0.0, 2 * sides - 2);
}

} // namespace hetgrid::partition
