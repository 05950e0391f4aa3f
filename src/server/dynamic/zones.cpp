// The steps of a matrix product are cut into layers, each for a group of workers, and each layer into columns of rectangles
// (column_based_partition). One layer sends most of A and B, many layers most of C; with g groups of p equal workers, of
// n^3 tasks:
//   (2 sqrt(p / g) + g) n^2 blocks, least for g = p^(1/3), where it is the lower bound.
#include "server/dynamic/zones.hpp"

#include "hetgrid/distribution.hpp"
#include "server/dynamic/undone.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::dynamic {
namespace {

using Group = std::vector<int>; ///< workers

double speed_of(const Group& group, std::span<const double> speeds) {
  return std::transform_reduce(group.begin(), group.end(), 0.0, std::plus<>(),
                               [&](int worker) { return speeds[at(worker)]; });
}

/// The fastest that is left to the group that is slowest so far.
std::vector<Group> groups_of(std::span<const double> speeds, Index count) {
  Group workers(speeds.size());
  std::iota(workers.begin(), workers.end(), 0);
  std::ranges::stable_sort(workers, std::greater<>(), [&](int worker) { return speeds[at(worker)]; });
  std::vector<Group> groups(at(count));
  std::vector<double> sums(at(count), 0);
  for (const int worker : workers) {
    const auto slowest = std::ranges::min_element(sums);
    groups[static_cast<std::size_t>(slowest - sums.begin())].push_back(worker);
    *slowest += speeds[at(worker)];
  }
  return groups;
}

std::vector<Group> columns_of(const Group& group, std::span<const double> speeds) {
  std::vector<double> cycle_times;
  for (const int worker : group)
    cycle_times.push_back(1 / speeds[at(worker)]);
  std::vector<Group> columns = plan::column_based_partition(cycle_times).columns;
  for (Group& column : columns)
    for (int& process : column)
      process = group[at(process)];
  return columns;
}

/// An axis cut in proportion to weights, each border at the nearest index.
std::vector<server::Blocks> cut(server::Blocks range, const std::vector<double>& weights) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<server::Blocks> parts;
  double sum = 0;
  Index begin = range.begin;
  for (const double weight : weights) {
    sum += weight;
    const Index end =
        range.begin + std::llround(static_cast<double>(range.size()) * std::min(1.0, sum / all));
    parts.push_back({begin, end});
    begin = end;
  }
  parts.back().end = range.end;
  return parts;
}

std::vector<double> speeds_of(const std::vector<Group>& groups, std::span<const double> speeds) {
  std::vector<double> sums;
  for (const Group& group : groups)
    sums.push_back(speed_of(group, speeds));
  return sums;
}

void cut_layer(const Tasks& tasks, server::Blocks steps, const Group& group, std::span<const double> speeds,
               std::vector<Zone>& zones) {
  const std::vector<Group> columns = columns_of(group, speeds);
  const std::vector<server::Blocks> widths = cut({0, tasks.columns}, speeds_of(columns, speeds));
  for (std::size_t column = 0; column < columns.size(); ++column) {
    std::vector<double> weights;
    for (const int worker : columns[column])
      weights.push_back(speeds[at(worker)]);
    const std::vector<server::Blocks> heights = cut({0, tasks.rows}, weights);
    for (std::size_t k = 0; k < heights.size(); ++k)
      zones[at(columns[column][k])] = {heights[k], widths[column], steps};
  }
}

std::vector<Zone> layered(const Tasks& tasks, std::span<const double> speeds, Index layers) {
  const std::vector<Group> groups = groups_of(speeds, layers);
  const std::vector<server::Blocks> depths = cut({0, tasks.steps}, speeds_of(groups, speeds));
  std::vector<Zone> zones(speeds.size());
  for (std::size_t layer = 0; layer < groups.size(); ++layer)
    cut_layer(tasks, depths[layer], groups[layer], speeds, zones);
  return zones;
}

Index blocks(const Tasks& tasks, const std::vector<Zone>& zones) {
  Index sum = 0;
  for (const auto& [rows, columns, steps] : zones)
    sum += steps.size() * (rows.size() + columns.size()) +
           (tasks.kernel == Kernel::matrix_product ? rows.size() * columns.size() : 0);
  return sum;
}

} // namespace

std::vector<Zone> zones(const Tasks& tasks, std::span<const double> speeds) {
  const auto workers = static_cast<Index>(speeds.size());
  const Index most_layers =
      std::min({workers, tasks.steps, static_cast<Index>(2 * std::cbrt(static_cast<double>(workers))) + 1});
  std::vector<Zone> best = layered(tasks, speeds, 1);
  for (Index layers = 2; layers <= most_layers; ++layers)
    if (std::vector<Zone> zones = layered(tasks, speeds, layers); blocks(tasks, zones) < blocks(tasks, best))
      best = std::move(zones);
  return best;
}

} // namespace hetgrid::dynamic
