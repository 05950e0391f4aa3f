// Columns of processes, each cut into a rectangle for every process. Straight borders are those of src/plan/distribution,
// which rounds by Algorithm 2.3.1 of [Boudet99].
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "partition/many/methods.hpp"
#include "partition/many/nesting_cells.hpp"
#include "partition/proportion.hpp"
#include "plan/distribution/columns.hpp"

#include <numeric>

namespace hetgrid::partition {
namespace {

using Columns = std::vector<std::vector<int>>; ///< processes, from the top

std::vector<double> cycle_times(std::span<const double> speeds) {
  check_shares(speeds);
  std::vector<double> times;
  for (const double speed : speeds)
    times.push_back(1 / speed);
  return times;
}

/// Cuts a part into one for each item. \param fill (part, item)
template <typename Item, typename Fill>
void cut_into(Nesting& nesting, int node, Cut cut, const std::vector<Item>& items, Fill&& fill) {
  for (std::size_t k = 0; k + 1 < items.size(); ++k) {
    const auto [first, rest] = nesting.divide(node, cut);
    fill(first, items[k]);
    node = rest;
  }
  fill(node, items.back());
}

Nesting nesting_of(const Columns& columns, int processes) {
  Nesting nesting(processes, 0);
  cut_into(nesting, 0, Cut::vertical, columns, [&](int column, const std::vector<int>& of_column) {
    cut_into(nesting, column, Cut::horizontal, of_column,
             [&](int part, int process) { nesting.nodes[static_cast<std::size_t>(part)].host = process; });
  });
  return nesting;
}

Partition straight_columns(std::span<const double> times, std::int64_t cells, const Columns& columns) {
  const plan::Distribution panel = plan::panel_of_columns(times, columns, static_cast<int>(cells));
  Partition partition(cells, static_cast<int>(times.size()));
  for (int i = 0; i < panel.rows; ++i)
    for (int j = 0, end = 0; j < panel.columns; j = end) {
      while (end < panel.columns && panel.at(i, end) == panel.at(i, j))
        ++end;
      partition.assign({i, j, 1, end - j, panel.at(i, j)});
    }
  return partition;
}

Partition partition_of(const Columns& columns, std::span<const double> speeds, std::int64_t cells,
                       Borders borders) {
  const std::vector<std::int64_t> counts = cells_in_proportion(speeds, cells);
  if (borders == Borders::straight)
    return straight_columns(cycle_times(speeds), cells, columns);
  std::vector<int> processes(speeds.size());
  std::iota(processes.begin(), processes.end(), 0);
  return partition_of(nesting_of(columns, static_cast<int>(speeds.size())), processes, counts, cells,
                      borders);
}

} // namespace

Partition one_dimensional(std::span<const double> speeds, std::int64_t cells, Borders borders) {
  return grid_based(speeds, cells, 1, static_cast<int>(speeds.size()), borders);
}

Partition column_based(std::span<const double> speeds, std::int64_t cells, Borders borders) {
  return partition_of(plan::column_based_partition(cycle_times(speeds)).columns, speeds, cells, borders);
}

Partition grid_based(std::span<const double> speeds, std::int64_t cells, int p, int q, Borders borders) {
  const plan::Arrangement grid = plan::arrangement_by_speed(cycle_times(speeds), p, q);
  if (grid.process.size() != speeds.size())
    throw ArgumentError("p, q", std::to_string(p) + ", " + std::to_string(q),
                        "a grid of all " + std::to_string(speeds.size()) + " processes");
  Columns columns(static_cast<std::size_t>(q));
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < q; ++j)
      columns[static_cast<std::size_t>(j)].push_back(grid.at(i, j));
  return partition_of(columns, speeds, cells, borders);
}

} // namespace hetgrid::partition
