#include "partition/push/lu_push.hpp"

#include "hetgrid/error.hpp"
#include "partition/proportion.hpp"
#include "partition/random_partition.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace hetgrid::partition {
namespace {

void check_width(std::int64_t width) {
  if (width < 1)
    throw ArgumentError("width", std::to_string(width), "at least 1");
}

/// visit(i, j) for the cells of the step that begins with row and column `origin`.
template <typename Visit>
void for_each_cell_of_step(std::int64_t cells, std::int64_t origin, std::int64_t width, Visit&& visit) {
  for (std::int64_t i = origin; i < cells; ++i)
    for (std::int64_t j = origin; j < (i < origin + width ? cells : origin + width); ++j)
      visit(i, j);
}

std::int64_t steps(std::int64_t cells, std::int64_t width) {
  return (cells + width - 1) / width;
}

/// Of step k; the last may be narrower.
std::int64_t width_of(std::int64_t cells, std::int64_t width, std::int64_t k) {
  return std::min(width, cells - k * width);
}

/// By step: who owns what in its sub-matrix.
std::vector<LuStep::Around> tables_of_steps(const Partition& partition, std::int64_t width) {
  const std::int64_t n = partition.cells();
  std::vector<LuStep::Around> tables;
  for (std::int64_t k = 0; k < steps(n, width); ++k) {
    tables.push_back({LineTable(n, partition.processes()), width_of(n, width, k)});
    for (std::int64_t i = k * width; i < n; ++i)
      for (std::int64_t j = k * width; j < n; ++j)
        tables.back().table.add(partition.owner(i, j), i, j);
  }
  return tables;
}

Partition sub_matrix(const Partition& partition, std::int64_t origin) {
  Partition result(partition.cells() - origin, partition.processes());
  for (std::int64_t i = 0; i < result.cells(); ++i)
    for (std::int64_t j = 0; j < result.cells(); ++j)
      result.assign(i, j, partition.owner(origin + i, origin + j));
  return result;
}

Partition random_lu_partition(std::int64_t cells, std::int64_t width,
                              const std::vector<std::vector<std::int64_t>>& counts, std::mt19937_64& random) {
  Partition partition(cells, static_cast<int>(counts.front().size()));
  for (std::size_t k = 0; k < counts.size(); ++k) {
    std::vector<std::int64_t> left = counts[k];
    std::int64_t all = std::accumulate(left.begin(), left.end(), std::int64_t{0});
    for_each_cell_of_step(
        cells, static_cast<std::int64_t>(k) * width, width,
        [&](std::int64_t i, std::int64_t j) { partition.assign(i, j, draw_owner(left, all--, random)); });
  }
  return partition;
}

} // namespace

std::int64_t lu_volume(const Partition& partition, std::int64_t width) {
  check_width(width);
  const std::int64_t n = partition.cells();
  width = std::min(width, n);
  std::int64_t volume = 0, origin = 0;
  for (const LuStep::Around& step : tables_of_steps(partition, width)) {
    volume += step.weight * (step.table.pairs() - 2 * (n - origin));
    origin += width;
  }
  return volume;
}

std::vector<std::vector<std::int64_t>> lu_step_counts(std::int64_t cells, std::int64_t width,
                                                      std::span<const double> speeds) {
  check_width(width);
  check_speeds(speeds);
  cells_in_proportion(speeds, cells); // refuses illegal cells
  width = std::min(width, cells);
  const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  std::vector<std::vector<std::int64_t>> counts(static_cast<std::size_t>(steps(cells, width)),
                                                std::vector<std::int64_t>(speeds.size()));
  std::vector<std::int64_t> given(speeds.size()); // in the trailing sub-matrix, the smallest first
  for (std::int64_t k = steps(cells, width) - 1; k >= 0; --k) {
    const std::int64_t side = cells - k * width;
    const auto all = static_cast<double>(side * side);
    for_each_cell_of_step(cells, k * width, width, [&](std::int64_t, std::int64_t) {
      std::size_t neediest = 0;
      const auto need = [&](std::size_t x) {
        return speeds[x] / total * all - static_cast<double>(given[x]);
      };
      for (std::size_t x = 1; x < speeds.size(); ++x)
        if (need(x) > need(neediest))
          neediest = x;
      ++given[neediest];
      ++counts[static_cast<std::size_t>(k)][neediest];
    });
  }
  return counts;
}

LuPushRun run_lu_push(std::int64_t cells, std::int64_t width, std::span<const double> speeds,
                      std::uint64_t seed) {
  const std::vector<std::vector<std::int64_t>> counts = lu_step_counts(cells, width, speeds);
  width = std::min(width, cells);
  std::mt19937_64 random(seed);
  const Partition start = random_lu_partition(cells, width, counts, random);
  LuPushRun run{start, start, {}, lu_volume(start, width), 0};
  const std::vector<std::int64_t> all_counts = cells_of_processes(start);
  std::vector<LuStep::Around> tables = tables_of_steps(start, width);
  for (std::int64_t k = steps(cells, width) - 1; k >= 0; --k) {
    const std::int64_t origin = k * width;
    tables.pop_back(); // those of the earlier steps remain
    PushState state(sub_matrix(run.end, origin), {width_of(cells, width, k), origin, std::move(tables)});
    for (const PushPlan& plan : {random_push_plan(all_counts, random), all_inputs(all_counts)}) {
      const PushCounts pushes = condense(state, plan);
      for (std::size_t type = 0; type < pushes.size(); ++type)
        run.pushes[type] += pushes[type];
    }
    for_each_cell_of_step(cells, origin, width, [&](std::int64_t i, std::int64_t j) {
      run.end.assign(i, j, state.partition().owner(i - origin, j - origin));
    });
    tables = state.step().around;
  }
  run.end_volume = lu_volume(run.end, width);
  return run;
}

} // namespace hetgrid::partition
