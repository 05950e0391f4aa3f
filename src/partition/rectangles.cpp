#include "partition/bands.hpp"

#include <algorithm>
#include <tuple>

namespace hetgrid::partition {
namespace {

/// Runs of one owner along a line, joined with those of the line before where they are the same. In lines and positions along
/// them.
/// \param owner  (line, position)
template <typename Owner>
std::vector<Rectangle> joined_runs(std::size_t lines, std::size_t length, Owner&& owner) {
  std::vector<Rectangle> all;
  std::vector<std::size_t> before, now; // runs of a line, by position
  for (std::size_t line = 0; line < lines; ++line) {
    now.clear();
    auto candidate = before.begin();
    for (std::size_t first = 0, last = 0; first < length; first = last) {
      const int run_owner = owner(line, first);
      while (last < length && owner(line, last) == run_owner)
        ++last;
      const Rectangle run{static_cast<std::int64_t>(line), static_cast<std::int64_t>(first), 1,
                          static_cast<std::int64_t>(last - first), run_owner};
      while (candidate != before.end() && all[*candidate].column < run.column)
        ++candidate;
      if (candidate != before.end() && all[*candidate].column == run.column &&
          all[*candidate].columns == run.columns && all[*candidate].owner == run.owner) {
        ++all[*candidate].rows;
        now.push_back(*candidate);
      } else {
        now.push_back(all.size());
        all.push_back(run);
      }
    }
    before.swap(now);
  }
  return all;
}

/// Where bands begin, and where the last one ends.
template <typename Size>
std::vector<std::int64_t> edges(std::size_t bands, Size&& size) {
  std::vector<std::int64_t> all{0};
  for (std::size_t k = 0; k < bands; ++k)
    all.push_back(all.back() + size(k));
  return all;
}

/// A range of bands as one of cells.
void to_cells(std::int64_t& first, std::int64_t& count, const std::vector<std::int64_t>& edges) {
  const std::int64_t end = edges[static_cast<std::size_t>(first + count)];
  first = edges[static_cast<std::size_t>(first)];
  count = end - first;
}

} // namespace

std::vector<Rectangle> rectangles(const Bands& bands) {
  std::vector<Rectangle> by_rows = joined_runs(
      bands.rows(), bands.columns(), [&](std::size_t a, std::size_t b) { return bands.owner(a, b); });
  std::vector<Rectangle> by_columns = joined_runs(
      bands.columns(), bands.rows(), [&](std::size_t b, std::size_t a) { return bands.owner(a, b); });
  for (Rectangle& rectangle : by_columns) {
    std::swap(rectangle.row, rectangle.column);
    std::swap(rectangle.rows, rectangle.columns);
  }
  std::vector<Rectangle>& fewer = by_rows.size() <= by_columns.size() ? by_rows : by_columns;
  const auto rows = edges(bands.rows(), [&](std::size_t a) { return bands.height(a); });
  const auto columns = edges(bands.columns(), [&](std::size_t b) { return bands.width(b); });
  for (Rectangle& rectangle : fewer) {
    to_cells(rectangle.row, rectangle.rows, rows);
    to_cells(rectangle.column, rectangle.columns, columns);
  }
  std::ranges::sort(fewer, {}, [](const Rectangle& r) { return std::tuple(r.row, r.column); });
  return fewer;
}

std::vector<Rectangle> rectangles(const Partition& partition) {
  return rectangles(Bands(partition));
}

} // namespace hetgrid::partition
