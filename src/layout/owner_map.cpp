#include "hetgrid/owner_map.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace hetgrid::layout {
namespace {

std::string name_of(std::size_t rectangle) {
  return "rectangles[" + std::to_string(rectangle) + "]";
}

std::string text_of(const Rectangle& r) {
  return "rows " + std::to_string(r.row) + "+" + std::to_string(r.rows) + ", columns " +
         std::to_string(r.column) + "+" + std::to_string(r.columns);
}

/// Borders between bands, ascending, from 0 to the size of the panel.
std::vector<Index> borders_of(Index size, std::span<const Rectangle> rectangles, Index Rectangle::*first,
                              Index Rectangle::*count) {
  std::vector<Index> borders{0, size};
  for (const Rectangle& rectangle : rectangles) {
    borders.push_back(rectangle.*first);
    borders.push_back(rectangle.*first + rectangle.*count);
  }
  std::ranges::sort(borders);
  const auto repeated = std::ranges::unique(borders);
  borders.erase(repeated.begin(), repeated.end());
  return borders;
}

AxisMap bands_between(const std::vector<Index>& borders) {
  std::vector<int> order;
  for (std::size_t band = 0; band + 1 < borders.size(); ++band)
    order.insert(order.end(), static_cast<std::size_t>(borders[band + 1] - borders[band]),
                 static_cast<int>(band));
  return AxisMap(static_cast<int>(borders.size()) - 1, order);
}

/// Number of the band that begins at a border.
std::size_t band_at(const std::vector<Index>& borders, Index border) {
  return static_cast<std::size_t>(std::ranges::lower_bound(borders, border) - borders.begin());
}

void check_rectangle(const Rectangle& r, std::size_t number, int nprocs, Index rows, Index columns) {
  if (r.owner < 0 || r.owner >= nprocs)
    throw ArgumentError(name_of(number) + ".owner", std::to_string(r.owner),
                        "a process from 0 to " + std::to_string(nprocs - 1));
  const bool is_inside = r.rows >= 1 && r.columns >= 1 && r.row >= 0 && r.column >= 0 && r.row < rows &&
                         r.column < columns && r.rows <= rows - r.row && r.columns <= columns - r.column;
  if (!is_inside)
    throw ArgumentError(name_of(number), text_of(r),
                        "at least a cell, all within " + std::to_string(rows) + " x " +
                            std::to_string(columns));
}

} // namespace

struct OwnerMap::Tables {
  int nprocs;
  Index rows, columns;
  std::vector<Rectangle> rectangles;
  AxisMap row_bands, column_bands;
  std::vector<int> rectangle_at; ///< by row band, then column band
  std::vector<AxisMap> rows_of, columns_of;

  Tables(int nprocs, Index rows, Index columns, std::vector<Rectangle> rectangles);

private:
  static constexpr int nobody = -1;

  void place(const std::vector<Index>& row_borders, const std::vector<Index>& column_borders);
};

OwnerMap::Tables::Tables(int nprocs_, Index rows_, Index columns_, std::vector<Rectangle> rectangles_)
    : nprocs(nprocs_), rows(rows_), columns(columns_), rectangles(std::move(rectangles_)) {
  for (std::size_t k = 0; k < rectangles.size(); ++k)
    check_rectangle(rectangles[k], k, nprocs, rows, columns);
  const auto row_borders = borders_of(rows, rectangles, &Rectangle::row, &Rectangle::rows);
  const auto column_borders = borders_of(columns, rectangles, &Rectangle::column, &Rectangle::columns);
  row_bands = bands_between(row_borders);
  column_bands = bands_between(column_borders);
  place(row_borders, column_borders);
  for (const Rectangle& rectangle : rectangles) {
    rows_of.push_back(AxisMap::interval(rows, rectangle.row, rectangle.rows));
    columns_of.push_back(AxisMap::interval(columns, rectangle.column, rectangle.columns));
  }
}

void OwnerMap::Tables::place(const std::vector<Index>& row_borders,
                             const std::vector<Index>& column_borders) {
  const std::size_t width = column_borders.size() - 1, height = row_borders.size() - 1;
  rectangle_at.assign(height * width, nobody);
  for (std::size_t k = 0; k < rectangles.size(); ++k) {
    const Rectangle& r = rectangles[k];
    const std::size_t first = band_at(column_borders, r.column),
                      last = band_at(column_borders, r.column + r.columns);
    for (std::size_t i = band_at(row_borders, r.row); i < band_at(row_borders, r.row + r.rows); ++i)
      for (std::size_t j = first; j < last; ++j) {
        int& cell = rectangle_at[i * width + j];
        if (cell != nobody)
          throw ArgumentError(name_of(k), text_of(r),
                              "no cell of " + name_of(static_cast<std::size_t>(cell)));
        cell = static_cast<int>(k);
      }
  }
  const auto uncovered = std::ranges::find(rectangle_at, nobody) - rectangle_at.begin();
  if (uncovered < std::ssize(rectangle_at)) {
    const auto i = static_cast<std::size_t>(uncovered) / width,
               j = static_cast<std::size_t>(uncovered) % width;
    throw ArgumentError("rectangles", std::to_string(rectangles.size()) + " rectangles",
                        "an owner of cell (" + std::to_string(row_borders[i]) + ", " +
                            std::to_string(column_borders[j]) + ")");
  }
}

OwnerMap::OwnerMap(int nprocs, Index rows, Index columns, std::vector<Rectangle> rectangles) {
  if (nprocs < 1)
    throw ArgumentError("nprocs", std::to_string(nprocs), "at least 1");
  if (rows < 1 || columns < 1)
    throw ArgumentError(rows < 1 ? "rows" : "columns", std::to_string(rows < 1 ? rows : columns),
                        "at least 1");
  tables_ = std::make_shared<const Tables>(nprocs, rows, columns, std::move(rectangles));
}

int OwnerMap::nprocs() const noexcept {
  return tables_->nprocs;
}
Index OwnerMap::rows() const noexcept {
  return tables_->rows;
}
Index OwnerMap::columns() const noexcept {
  return tables_->columns;
}
std::span<const Rectangle> OwnerMap::rectangles() const noexcept {
  return tables_->rectangles;
}
const AxisMap& OwnerMap::row_bands() const noexcept {
  return tables_->row_bands;
}
const AxisMap& OwnerMap::column_bands() const noexcept {
  return tables_->column_bands;
}

int OwnerMap::rectangle_at(int row_band, int column_band) const noexcept {
  return tables_->rectangle_at[static_cast<std::size_t>(row_band) *
                                   static_cast<std::size_t>(tables_->column_bands.nprocs()) +
                               static_cast<std::size_t>(column_band)];
}

const AxisMap& OwnerMap::rows_of(int k) const noexcept {
  return tables_->rows_of[static_cast<std::size_t>(k)];
}
const AxisMap& OwnerMap::columns_of(int k) const noexcept {
  return tables_->columns_of[static_cast<std::size_t>(k)];
}

namespace {

/// The array of a rectangle; m or n may be 0.
RectangleArray array_of(const PartitionedMatrix& matrix, int rectangle, Index offset) {
  RectangleArray array{rectangle,
                       {matrix.map.rows_of(rectangle), matrix.m, matrix.mb, 0},
                       {matrix.map.columns_of(rectangle), matrix.n, matrix.nb, 0},
                       offset};
  array.m = array.rows.local_count(0, matrix.m, RectangleArray::inside);
  array.n = array.columns.local_count(0, matrix.n, RectangleArray::inside);
  array.ld = std::max<Index>(1, array.m);
  return array;
}

/// Runs of consecutive indices of an axis that are inside: calls visit(first, count).
template <typename Visit>
void each_run(const Axis& axis, Visit&& visit) {
  for (Index g = 0; g < axis.n;) {
    const Index end = axis.run_end(g, axis.n);
    if (axis.owner(g) == RectangleArray::inside)
      visit(g, end - g);
    g = end;
  }
}

} // namespace

std::vector<RectangleArray> arrays_of(const PartitionedMatrix& matrix, int process) {
  std::vector<RectangleArray> arrays;
  Index offset = 0;
  const auto rectangles = matrix.map.rectangles();
  for (int k = 0; k < static_cast<int>(rectangles.size()); ++k) {
    if (rectangles[static_cast<std::size_t>(k)].owner != process)
      continue;
    RectangleArray array = array_of(matrix, k, offset);
    offset += array.m * array.n;
    if (array.m > 0 && array.n > 0)
      arrays.push_back(std::move(array));
  }
  return arrays;
}

ElementPlace place_of(const PartitionedMatrix& matrix, Index i, Index j) noexcept {
  const OwnerMap& map = matrix.map;
  const auto rectangles = map.rectangles();
  const int holder =
      map.rectangle_at(map.row_bands().owner(i / matrix.mb), map.column_bands().owner(j / matrix.nb));
  ElementPlace place{rectangles[static_cast<std::size_t>(holder)].owner, 0};
  for (int k = 0; k <= holder; ++k)
    if (rectangles[static_cast<std::size_t>(k)].owner == place.owner) {
      const RectangleArray array = array_of(matrix, k, place.index);
      place.index += k < holder ? array.m * array.n
                                : array.rows.local(i, RectangleArray::inside) +
                                      array.columns.local(j, RectangleArray::inside) * array.ld;
    }
  return place;
}

Index local_elements(const PartitionedMatrix& matrix, int process) {
  const auto arrays = arrays_of(matrix, process);
  return arrays.empty() ? 0 : arrays.back().offset + arrays.back().m * arrays.back().n;
}

std::vector<LocalBlock> local_blocks(const PartitionedMatrix& matrix, int process) {
  std::vector<LocalBlock> blocks;
  for (const RectangleArray& array : arrays_of(matrix, process))
    each_run(array.columns, [&](Index column, Index columns) {
      each_run(array.rows, [&](Index row, Index rows) {
        blocks.push_back({row, column, rows, columns,
                          array.offset + array.rows.local(row, RectangleArray::inside) +
                              array.columns.local(column, RectangleArray::inside) * array.ld,
                          array.ld});
      });
    });
  return blocks;
}

} // namespace hetgrid::layout
