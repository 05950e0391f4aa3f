// [Lastovetsky04] section 4: the generalised block is cut in two steps, into slices for the grid columns and
// each slice by itself for the processes of its column. Its block rows do not line up over the columns, so
// that the balance is as good as the rounding, but a process meets more than one process of the columns
// beside it. The size l of the generalised block trades balance against the parallelism of successive steps.
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "plan/distribution/columns.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {

Arrangement arrangement_by_speed(std::span<const double> cycle_times, int p, int q) {
  if (p < 1 || q < 1 || static_cast<std::size_t>(p) * static_cast<std::size_t>(q) > cycle_times.size())
    throw ArgumentError("p, q", std::to_string(p) + ", " + std::to_string(q),
                        "at least 1 each and at most " + std::to_string(cycle_times.size()) + " processes");
  check_cycle_times(cycle_times);
  std::vector<int> processes(cycle_times.size());
  std::iota(processes.begin(), processes.end(), 0);
  std::ranges::stable_sort(processes, {}, [&](int k) { return cycle_times[static_cast<std::size_t>(k)]; });
  processes.resize(static_cast<std::size_t>(p) * static_cast<std::size_t>(q));
  return {p, q, std::move(processes)};
}

Distribution kalinov_lastovetsky_distribution(std::span<const double> cycle_times, const Arrangement& grid,
                                              int l) {
  check_cycle_times(cycle_times);
  if (l < std::max(grid.p, grid.q))
    throw ArgumentError("l", std::to_string(l),
                        "at least " + std::to_string(std::max(grid.p, grid.q)) +
                            ", the rows and the columns of the grid");
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(grid.q));
  for (int i = 0; i < grid.p; ++i)
    for (int j = 0; j < grid.q; ++j)
      columns[static_cast<std::size_t>(j)].push_back(grid.at(i, j));
  Distribution panel = panel_of_columns(cycle_times, columns, l);
  panel.name = "Kalinov-Lastovetsky";
  return panel;
}

Distribution two_step_distribution(std::span<const double> cycle_times, int p, int q, int l) {
  Distribution panel =
      kalinov_lastovetsky_distribution(cycle_times, arrangement_by_speed(cycle_times, p, q), l);
  panel.name = "two-step";
  return panel;
}

std::vector<int> generalised_block_sizes(int p, int q, std::int64_t blocks) {
  std::vector<int> sizes;
  constexpr std::int64_t most = 1024; // beyond it nothing is gained, but memory is lost
  const int largest = static_cast<int>(std::max<std::int64_t>({p, q, std::min(blocks, most)}));
  for (int l = std::max(p, q); l < largest; l += std::max(1, l / 4))
    sizes.push_back(l);
  sizes.push_back(largest);
  return sizes;
}

namespace {

int longest_run(const Distribution& panel) {
  const auto same_owners = [&](int j, int k) {
    for (int i = 0; i < panel.rows; ++i)
      if (panel.at(i, j) != panel.at(i, k))
        return false;
    return true;
  };
  int longest = 0;
  for (int j = 0, run = 0; j < panel.columns; ++j) {
    run = j > 0 && same_owners(j - 1, j) ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

} // namespace

std::vector<GeneralisedBlock> generalised_blocks(const Platform& platform, const Problem& problem, int p,
                                                 int q) {
  const std::vector<double> cycle_times = platform.cycle_times();
  std::vector<GeneralisedBlock> table;
  for (const int l : generalised_block_sizes(p, q, problem.blocks())) {
    const Distribution panel = two_step_distribution(cycle_times, p, q, l);
    table.push_back({l, balance(panel, cycle_times, problem.blocks()), longest_run(panel),
                     predict(panel, platform, problem).seconds});
  }
  return table;
}

} // namespace hetgrid::plan
