#include "hetgrid/partition.hpp"

#include <algorithm>
#include <tuple>

namespace hetgrid::partition {
namespace {

/// Runs of one owner along a line, joined with those of the line before where they are the same.
/// \param owner  (line, position)
template <typename Owner>
std::vector<Rectangle> joined_runs(std::int64_t cells, Owner&& owner) {
  std::vector<Rectangle> all;
  std::vector<std::size_t> before, now; // runs of a line, by position
  for (std::int64_t line = 0; line < cells; ++line) {
    now.clear();
    auto candidate = before.begin();
    for (std::int64_t first = 0, last = 0; first < cells; first = last) {
      const int run_owner = owner(line, first);
      while (last < cells && owner(line, last) == run_owner)
        ++last;
      while (candidate != before.end() && all[*candidate].column < first)
        ++candidate;
      if (candidate != before.end() && all[*candidate].column == first &&
          all[*candidate].columns == last - first && all[*candidate].owner == run_owner) {
        ++all[*candidate].rows;
        now.push_back(*candidate);
      } else {
        now.push_back(all.size());
        all.push_back({line, first, 1, last - first, run_owner});
      }
    }
    before.swap(now);
  }
  return all;
}

} // namespace

std::vector<Rectangle> rectangles(const Partition& partition) {
  const std::int64_t cells = partition.cells();
  std::vector<Rectangle> by_rows =
      joined_runs(cells, [&](std::int64_t i, std::int64_t j) { return partition.owner(i, j); });
  std::vector<Rectangle> by_columns =
      joined_runs(cells, [&](std::int64_t j, std::int64_t i) { return partition.owner(i, j); });
  if (by_rows.size() <= by_columns.size())
    return by_rows;
  for (Rectangle& rectangle : by_columns) {
    std::swap(rectangle.row, rectangle.column);
    std::swap(rectangle.rows, rectangle.columns);
  }
  std::ranges::sort(by_columns, {}, [](const Rectangle& r) { return std::tuple(r.row, r.column); });
  return by_columns;
}

} // namespace hetgrid::partition
