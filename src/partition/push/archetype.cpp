#include "partition/push/archetype.hpp"

#include "partition/line_counts.hpp"
#include "partition/push/dfa.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace hetgrid::partition {
namespace {

/// Of the boundary of a process's cells, in points (i, j): the upper left ends of cells.
class Boundary {
public:
  Boundary(const Partition& partition, int process) : partition_(partition), process_(process) {}

  /// Corners in the point: one where one or three of the four cells around it are of the process, two where two are that touch
  /// nowhere else.
  int corners(std::int64_t i, std::int64_t j) const {
    const bool northwest = owns(i - 1, j - 1), southeast = owns(i, j);
    const int count = northwest + owns(i - 1, j) + owns(i, j - 1) + southeast;
    return count == 1 || count == 3 ? 1 : count == 2 && northwest == southeast ? 2 : 0;
  }
  /// Whether it goes from the point to the next below, or to the next to the right.
  bool goes_down(std::int64_t i, std::int64_t j) const { return owns(i, j - 1) != owns(i, j); }
  bool goes_right(std::int64_t i, std::int64_t j) const { return owns(i - 1, j) != owns(i, j); }

private:
  bool owns(std::int64_t i, std::int64_t j) const {
    const std::int64_t n = partition_.cells();
    return i >= 0 && i < n && j >= 0 && j < n && partition_.owner(i, j) == process_;
  }

  const Partition& partition_;
  int process_;
};

bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns &&
         b.column < a.column + a.columns;
}

} // namespace

std::int64_t corners(const Partition& partition, int process) {
  const std::int64_t side = partition.cells() + 1; // of the square of points
  const Boundary boundary(partition, process);
  std::vector<bool> seen(static_cast<std::size_t>(side * side));
  // Corners that sides of one cell connect, still to be looked at. Without such a side the two corners at its ends vanish.
  std::vector<std::pair<std::int64_t, std::int64_t>> chain;
  const auto visit = [&](std::int64_t i, std::int64_t j) {
    if (boundary.corners(i, j) == 0 || seen[static_cast<std::size_t>(i * side + j)])
      return;
    seen[static_cast<std::size_t>(i * side + j)] = true;
    chain.emplace_back(i, j);
  };
  std::int64_t count = 0;
  for (std::int64_t first_i = 0; first_i < side; ++first_i)
    for (std::int64_t first_j = 0; first_j < side; ++first_j) {
      std::int64_t in_chain = 0, points = 0;
      for (visit(first_i, first_j); !chain.empty(); ++points) {
        const auto [i, j] = chain.back();
        chain.pop_back();
        in_chain += boundary.corners(i, j);
        if (boundary.goes_down(i, j))
          visit(i + 1, j);
        if (i > 0 && boundary.goes_down(i - 1, j))
          visit(i - 1, j);
        if (boundary.goes_right(i, j))
          visit(i, j + 1);
        if (j > 0 && boundary.goes_right(i, j - 1))
          visit(i, j - 1);
      }
      count += points > 1 ? in_chain % 2 : in_chain;
    }
  return count;
}

std::optional<Archetype> archetype(const Partition& partition) {
  const std::vector<std::int64_t> cells = cells_of_processes(partition);
  const LineCounts counts(partition);
  std::vector<Rectangle> enclosing;
  std::vector<std::int64_t> corners_of;
  for (int process = 0; process < 3; ++process)
    if (process != largest_process(cells)) {
      enclosing.push_back(counts.enclosing_rectangle(process));
      corners_of.push_back(corners(partition, process));
    }
  std::ranges::sort(corners_of);
  if (corners_of[1] <= 4)
    return Archetype::a;
  if (!overlap(enclosing[0], enclosing[1]))
    return std::nullopt;
  if (corners_of[0] > 4)
    return Archetype::c;
  return corners_of[1] == 6   ? std::optional(Archetype::b)
         : corners_of[1] == 8 ? std::optional(Archetype::d)
                              : std::nullopt;
}

} // namespace hetgrid::partition
