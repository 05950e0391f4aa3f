// A part is an interval of columns in each of its rows. A vertical cut takes its cells column after column, a horizontal one
// row after row: both leave such parts, with a line that they share at most.
#include "partition/many/nesting_cells.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::partition {
namespace {

std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

struct Interval {
  std::int64_t first, end;

  std::int64_t size() const { return end - first; }
};

struct Part {
  std::int64_t row = 0;       ///< the first
  std::vector<Interval> rows; ///< their columns

  std::int64_t cells() const {
    return std::accumulate(rows.begin(), rows.end(), std::int64_t{0},
                           [](std::int64_t sum, const Interval& row) { return sum + row.size(); });
  }
  /// Cells in columns before `column`.
  std::int64_t cells_before(std::int64_t column) const {
    std::int64_t sum = 0;
    for (const Interval& row : rows)
      sum += std::clamp(column - row.first, std::int64_t{0}, row.size());
    return sum;
  }
};

/// Takes `count` cells off a part, column after column, and those of a column from the top.
Part take_columns(Part& part, std::int64_t count) {
  std::int64_t low = 0, high = Partition::most_cells; // columns: not too many cells are before low
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (part.cells_before(middle) <= count ? low : high) = middle;
  }
  std::int64_t left = count - part.cells_before(low);
  Part taken = part;
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    std::int64_t end = std::clamp(low, part.rows[i].first, part.rows[i].end);
    if (left > 0 && part.rows[i].first <= low && low < part.rows[i].end) {
      end = low + 1;
      --left;
    }
    taken.rows[i].end = part.rows[i].first = end;
  }
  return taken;
}

/// Takes `count` cells off a part, row after row, and those of a row from the left.
Part take_rows(Part& part, std::int64_t count) {
  Part taken{part.row, {}};
  auto row = part.rows.begin();
  for (; row != part.rows.end() && row->size() <= count; count -= row++->size())
    taken.rows.push_back(*row);
  part.row += row - part.rows.begin();
  part.rows.erase(part.rows.begin(), row);
  if (count > 0) {
    Interval& shared = part.rows.front();
    taken.rows.push_back({shared.first, shared.first + count});
    shared.first += count;
  }
  return taken;
}

/// A rectangle within a part: without its first and last row if they are not as long as those beside them.
Rectangle inner_rectangle(const Part& part) {
  std::size_t first = 0, end = part.rows.size();
  if (end - first > 1 && part.rows[0].size() < part.rows[1].size())
    ++first;
  if (end - first > 1 && part.rows[end - 1].size() < part.rows[end - 2].size())
    --end;
  Interval columns{0, Partition::most_cells};
  for (std::size_t i = first; i < end; ++i)
    columns = {std::max(columns.first, part.rows[i].first), std::min(columns.end, part.rows[i].end)};
  return {part.row + static_cast<std::int64_t>(first), columns.first, static_cast<std::int64_t>(end - first),
          std::max<std::int64_t>(columns.size(), 0)};
}

class NestedCells {
public:
  NestedCells(const Nesting& nesting, std::span<const int> processes, std::span<const std::int64_t> counts,
              std::int64_t cells, Borders borders)
      : nesting_(nesting), processes_(processes), counts_(counts), borders_(borders),
        partition_(cells, static_cast<int>(counts.size())) {
    fill(0, {0, std::vector<Interval>(at(cells), {0, cells})});
  }

  Partition partition() && { return std::move(partition_); }

private:
  int owner(int process) const { return processes_[at(process)]; }
  std::int64_t count(int process) const { return counts_[at(owner(process))]; }
  std::int64_t count_of_part(int node) const;

  void fill(int node, Part part);
  /// As many cells as are `wanted` of the `total` number that is asked for in this part.
  Part take(Part& part, Cut cut, std::int64_t wanted, std::int64_t total) const;
  void assign(const Part& part, int owner);
  /// Where the guests are; nothing if there is no room for all of them.
  std::vector<Rectangle> guests_of(const Nesting::Node& host, const Part& part) const;
  /// Nearly a square, at the corner of the matrix. With ragged borders its last row may have more cells than the guest.
  Rectangle guest_rectangle(int guest) const;
  void assign_guest(Rectangle rectangle);

  const Nesting& nesting_;
  std::span<const int> processes_;
  std::span<const std::int64_t> counts_;
  Borders borders_;
  Partition partition_;
};

std::int64_t NestedCells::count_of_part(int node) const {
  const Nesting::Node& here = nesting_.nodes[at(node)];
  if (here.cut != Cut::none)
    return count_of_part(here.child[0]) + count_of_part(here.child[1]);
  std::int64_t sum = count(here.host);
  for (int guest = here.guest; guest >= 0; guest = nesting_.next_guest[at(guest)])
    sum += count(guest);
  return sum;
}

void NestedCells::fill(int node, Part part) {
  const Nesting::Node& here = nesting_.nodes[at(node)];
  std::int64_t total = count_of_part(node);
  if (here.cut != Cut::none) {
    fill(here.child[0], take(part, here.cut, count_of_part(here.child[0]), total));
    fill(here.child[1], std::move(part));
    return;
  }
  const std::vector<Rectangle> guests = guests_of(here, part);
  if (guests.empty())
    for (int guest = here.guest; guest >= 0; guest = nesting_.next_guest[at(guest)]) {
      assign(take(part, Cut::horizontal, count(guest), total), owner(guest));
      total -= count(guest);
    }
  assign(part, owner(here.host));
  for (const Rectangle& guest : guests)
    assign_guest(guest);
}

Part NestedCells::take(Part& part, Cut cut, std::int64_t wanted, std::int64_t total) const {
  std::int64_t cells = wanted;
  if (borders_ == Borders::straight) {
    const std::int64_t all = part.cells(), rows = std::ssize(part.rows), columns = rows == 0 ? 0 : all / rows;
    const double share = total == 0 ? 0 : static_cast<double>(wanted) / static_cast<double>(total);
    cells = cut == Cut::vertical ? std::llround(share * static_cast<double>(columns)) * rows
                                 : std::llround(share * static_cast<double>(rows)) * columns;
  }
  return cut == Cut::vertical ? take_columns(part, cells) : take_rows(part, cells);
}

void NestedCells::assign(const Part& part, int owner) {
  for (std::size_t i = 0; i < part.rows.size(); ++i)
    partition_.assign(
        {part.row + static_cast<std::int64_t>(i), part.rows[i].first, 1, part.rows[i].size(), owner});
}

Rectangle NestedCells::guest_rectangle(int guest) const {
  const std::int64_t cells = count(guest);
  const double root = std::sqrt(static_cast<double>(cells));
  const std::int64_t columns = std::max<std::int64_t>(
      1, borders_ == Borders::ragged ? std::llround(std::ceil(root)) : std::llround(root));
  const std::int64_t rows =
      borders_ == Borders::ragged ? (cells + columns - 1) / columns : (cells + columns / 2) / columns;
  return {0, 0, rows, columns, owner(guest)};
}

std::vector<Rectangle> NestedCells::guests_of(const Nesting::Node& host, const Part& part) const {
  const Rectangle room = inner_rectangle(part);
  SquarePacking packing;
  packing.reset(static_cast<double>(room.columns), static_cast<double>(room.rows));
  std::vector<Rectangle> guests;
  for (int guest = host.guest; guest >= 0; guest = nesting_.next_guest[at(guest)]) {
    Rectangle rectangle = guest_rectangle(guest);
    SquarePacking::Corner corner;
    if (!packing.add(static_cast<double>(std::max(rectangle.rows, rectangle.columns)), &corner))
      return {};
    rectangle.row = room.row + std::llround(corner.y);
    rectangle.column = room.column + std::llround(corner.x);
    guests.push_back(rectangle);
  }
  return guests;
}

void NestedCells::assign_guest(Rectangle rectangle) {
  const std::int64_t cells = counts_[at(rectangle.owner)];
  if (borders_ == Borders::ragged && cells < rectangle.rows * rectangle.columns) {
    --rectangle.rows;
    partition_.assign(
        {rectangle.row + rectangle.rows, rectangle.column, 1, cells % rectangle.columns, rectangle.owner});
  }
  partition_.assign(rectangle);
}

} // namespace

Partition partition_of(const Nesting& nesting, std::span<const int> processes,
                       std::span<const std::int64_t> counts, std::int64_t cells, Borders borders) {
  return NestedCells(nesting, processes, counts, cells, borders).partition();
}

} // namespace hetgrid::partition
