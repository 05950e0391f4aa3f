#include "partition/many/methods.hpp"
#include "partition/many/nesting_cells.hpp"
#include "partition/proportion.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace hetgrid::partition {
namespace {

/// Shares of the matrix, by non-increasing speed.
struct SortedShares {
  std::vector<int> processes;
  std::vector<double> areas;
};

SortedShares sorted_shares(std::span<const double> speeds) {
  const double total = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  SortedShares shares{std::vector<int>(speeds.size()), {}};
  std::iota(shares.processes.begin(), shares.processes.end(), 0);
  std::ranges::stable_sort(shares.processes, std::greater(),
                           [&](int k) { return speeds[static_cast<std::size_t>(k)]; });
  for (const int process : shares.processes)
    shares.areas.push_back(speeds[static_cast<std::size_t>(process)] / total);
  return shares;
}

/// Guests are rounded up to a line, and a part may share its last lines.
double margin_of(std::int64_t cells) {
  return 1 / static_cast<double>(cells);
}

Nesting best_nesting(std::span<const double> areas, double margin, Guests guests, std::uint64_t seed) {
  if (areas.size() <= most_for_exact_nesting)
    return nest_exactly(areas, margin, guests);
  return anneal(nest_by_dynamic_programming(areas, margin, guests), areas, margin, guests, seed);
}

} // namespace

FoundNesting find_nesting(std::span<const double> speeds, std::int64_t cells, Guests guests,
                          std::uint64_t seed) {
  auto [processes, areas] = sorted_shares(speeds);
  return {std::move(processes), best_nesting(areas, margin_of(cells), guests, seed)};
}

Partition nested(const FoundNesting& found, std::span<const double> speeds, std::int64_t cells,
                 Borders borders) {
  return partition_of(found.nesting, found.processes, cells_in_proportion(speeds, cells), cells, borders);
}

Partition nested(std::span<const double> speeds, std::int64_t cells, Guests guests, Borders borders,
                 std::uint64_t seed) {
  const std::vector<std::int64_t> counts = cells_in_proportion(speeds, cells); // checks both
  const auto [processes, nesting] = find_nesting(speeds, cells, guests, seed);
  return partition_of(nesting, processes, counts, cells, borders);
}

std::optional<Partition> separate_squares(std::span<const double> speeds, std::int64_t cells,
                                          Borders borders) {
  const std::vector<std::int64_t> counts = cells_in_proportion(speeds, cells);
  const auto [processes, areas] = sorted_shares(speeds);
  Nesting nesting(static_cast<int>(areas.size()), 0);
  NestingVolume volume(areas, margin_of(cells));
  volume.open(1, 1);
  for (int guest = 1; guest < static_cast<int>(areas.size()); ++guest) {
    if (!volume.admit(guest))
      return std::nullopt;
    nesting.add_guest(0, guest, areas);
  }
  return partition_of(nesting, processes, counts, cells, borders);
}

} // namespace hetgrid::partition
