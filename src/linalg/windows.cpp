#include "linalg/windows.hpp"

#include <algorithm>

namespace hetgrid::linalg {
namespace {

/// Ranks of the processes that are fast enough to factor panels.
std::vector<int> fast_processes(const comm::Grid& grid) {
  constexpr double tolerance = 1.25;
  double fastest = grid.cycle_time(0, 0);
  for (int rank = 0; rank < grid.p() * grid.q(); ++rank)
    fastest = std::min(fastest, grid.cycle_time(rank / grid.q(), rank % grid.q()));
  std::vector<int> fast;
  for (int rank = 0; rank < grid.p() * grid.q(); ++rank)
    if (grid.cycle_time(rank / grid.q(), rank % grid.q()) <= tolerance * fastest)
      fast.push_back(rank);
  return fast;
}

/// End of the window that begins at global index `g` of an axis with blocks of nb.
Index window_end(Index g, Index nb, Index width) {
  // Several blocks make a window, or several windows a block.
  const Index step = nb <= width ? width / nb * nb : (nb + (nb - 1) / width) / ((nb + width - 1) / width);
  const Index period = nb <= width ? step : nb;
  const Index offset = g % period;
  return g - offset + std::min((offset / step + 1) * step, period);
}

/// Ranks that own diagonal elements first .. end-1.
std::vector<int> diagonal_owners(const comm::Grid& grid, const Extent& rows, const Extent& columns,
                                 Index first, Index end) {
  std::vector<int> owners;
  while (first < end) {
    owners.push_back(rows.axis.owner(rows.begin + first) * grid.q() +
                     columns.axis.owner(columns.begin + first));
    first = std::min(rows.axis.run_end(rows.begin + first, rows.begin + end) - rows.begin,
                     columns.axis.run_end(columns.begin + first, columns.begin + end) - columns.begin);
  }
  return owners;
}

} // namespace

std::vector<Window> make_windows(const comm::Grid& grid, const Extent& rows, const Extent& columns,
                                 const Extent& across, Index count, Index length, Index width, Index tail) {
  const std::vector<int> fast = fast_processes(grid);
  std::vector<int> turns(static_cast<std::size_t>(grid.p() * grid.q()));
  const auto turns_of = [&](int rank) { return turns[static_cast<std::size_t>(rank)]; };
  std::vector<Window> windows;
  for (Index first = 0; first < count;) {
    const Index end =
        length - first <= tail
            ? count
            : std::min(count, window_end(across.begin + first, across.axis.nb, width) - across.begin);
    const std::vector<int> owners = diagonal_owners(grid, rows, columns, first, end);
    const auto owns = [&](int rank) { return std::ranges::find(owners, rank) != owners.end(); };
    const auto is_near = [&](int rank) { return rank % grid.q() == owners[0] % grid.q(); };
    std::vector<int> candidates = fast;
    if (std::ranges::any_of(fast, owns))
      std::erase_if(candidates, [&](int rank) { return !owns(rank); });
    else if (std::ranges::any_of(fast, is_near))
      std::erase_if(candidates, [&](int rank) { return !is_near(rank); });
    const int process = *std::ranges::min_element(candidates, {}, turns_of);
    ++turns[static_cast<std::size_t>(process)];
    windows.push_back({first, end - first, process});
    first = end;
  }
  return windows;
}

} // namespace hetgrid::linalg
