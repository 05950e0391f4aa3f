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

} // namespace

std::vector<Window> make_windows(const comm::Grid& grid, const Extent& rows, const Extent& columns,
                                 const Extent& across, Index count, Index length, Index width, Index tail) {
  const std::vector<int> fast = fast_processes(grid);
  std::vector<Window> windows;
  for (Index first = 0; first < count;) {
    const Index end =
        length - first <= tail
            ? count
            : std::min(count, window_end(across.begin + first, across.axis.nb, width) - across.begin);
    const int column = columns.axis.owner(columns.begin + first);
    const int owner = rows.axis.owner(rows.begin + first) * grid.q() + column;
    int process = fast[windows.size() % fast.size()];
    if (std::ranges::find(fast, owner) != fast.end())
      process = owner;
    else if (const auto near =
                 std::ranges::find_if(fast, [&](int rank) { return rank % grid.q() == column; });
             near != fast.end())
      process = *near;
    windows.push_back({first, end - first, process});
    first = end;
  }
  return windows;
}

} // namespace hetgrid::linalg
