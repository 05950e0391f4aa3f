#include "partition/push/push.hpp"

#include <optional>
#include <vector>

namespace hetgrid::partition {
namespace {

struct Cell {
  std::int64_t i, j;

  bool operator<(const Cell& other) const { return i != other.i ? i < other.i : j < other.j; }
};

bool contains(Words words, std::int64_t j) {
  return words[static_cast<std::size_t>(j / 64)] >> (j % 64) & 1;
}

void insert(std::vector<std::uint64_t>& words, std::int64_t j) {
  words[static_cast<std::size_t>(j / 64)] |= std::uint64_t{1} << (j % 64);
}

/// Pushes Down of process X that empty the top row k of the rectangle that encloses what may move of X: all of its cells, but in LU.
class PushDown {
public:
  PushDown(View view, int process);

  /// \returns whether there is a Push of this type; otherwise nothing has changed
  bool run(const PushType& type);

private:
  struct Places {
    bool in_kept_lines;     ///< only those in rows and columns in which X has cells that may not move
    std::vector<Cell> next; ///< of each owner: X may get none of its cells before this one
  };
  struct Move {
    std::int64_t j; ///< of the cell (k, j), which X loses
    Cell place;     ///< which it gets
  };

  bool place_all(const PushType& type);
  std::optional<Cell> find(std::int64_t j, const PushType& type);
  std::optional<Cell> first_place(Places& places, std::int64_t j, const PushType& type);
  std::optional<Cell> next_place(Places& places, int owner, const PushType& type);
  bool may_get(int process, std::int64_t j, const PushType& type) const;
  Words columns_in(std::int64_t i, const PushType& type) const;
  void move(std::int64_t j, const Cell& place);

  View view_;
  const int x_;
  // Before the Push:
  std::vector<Rectangle> enclosing_; ///< the cells of each process that may move
  const Rectangle within_;           ///< that of X
  const std::int64_t k_;
  std::vector<bool> had_k_;                             ///< whether each process had cells in row k,
  std::vector<bool> had_row_;                           ///< X had cells in row i
  std::vector<std::vector<std::uint64_t>> had_columns_; ///< by process: the columns in which it had cells
  std::vector<bool> keeps_row_;                         ///< X has cells in row i that may not move
  std::vector<std::uint64_t> kept_columns_;             ///< in which it has such cells
  bool keeps_lines_ = false;                            ///< whether there are any
  const std::vector<std::uint64_t> all_columns_;

  std::vector<Move> moves_;
  Places kept_places_{true, {}}, places_{false, {}};
  std::optional<std::int64_t> dirtied_row_, dirtied_column_; ///< with X
  std::vector<std::uint64_t> own_columns_;                   ///< those that X had, and the dirtied one
};

PushDown::PushDown(View view, int process)
    : view_(view), x_(process), within_(view.movable_rectangle(process)), k_(within_.row),
      all_columns_(static_cast<std::size_t>((view.cells() + 63) / 64), ~std::uint64_t{0}) {
  for (int y = 0; y < view_.processes(); ++y) {
    enclosing_.push_back(view_.movable_rectangle(y));
    had_k_.push_back(within_.rows > 0 && view_.in_row(y, k_) > 0);
    had_columns_.emplace_back(all_columns_.size());
    for (std::int64_t j = 0; j < view_.cells(); ++j)
      if (view_.in_column(y, j) > 0)
        insert(had_columns_.back(), j);
  }
  kept_columns_.resize(all_columns_.size());
  for (std::int64_t i = 0; i < view_.cells(); ++i) {
    had_row_.push_back(view_.in_row(x_, i) > 0);
    keeps_row_.push_back(!view_.movable_row(x_, i));
    if (!view_.movable_column(x_, i))
      insert(kept_columns_, i);
    keeps_lines_ = keeps_lines_ || keeps_row_.back();
  }
}

bool PushDown::run(const PushType& type) {
  if (within_.rows < 2 || !view_.movable_row(x_, k_))
    return false;
  const std::int64_t volume = view_.volume();
  moves_.clear();
  for (Places* places : {&kept_places_, &places_})
    places->next.assign(static_cast<std::size_t>(view_.processes()), {k_ + 1, within_.column});
  dirtied_row_.reset();
  dirtied_column_.reset();
  own_columns_ = had_columns_[static_cast<std::size_t>(x_)];
  if (place_all(type) && view_.volume() <= (type.lowers ? volume - 1 : volume))
    return true;
  for (; !moves_.empty(); moves_.pop_back())
    view_.exchange(k_, moves_.back().j, moves_.back().place.i, moves_.back().place.j);
  return false;
}

bool PushDown::place_all(const PushType& type) {
  for (std::int64_t j = within_.column; j < within_.column + within_.columns; ++j)
    if (view_.owner(k_, j) == x_) {
      const std::optional<Cell> place = find(j, type);
      if (!place)
        return false;
      move(j, *place);
    }
  return true;
}

std::optional<Cell> PushDown::find(std::int64_t j, const PushType& type) {
  if (keeps_lines_)
    if (const std::optional<Cell> place = first_place(kept_places_, j, type))
      return place;
  return first_place(places_, j, type);
}

/// The first place whose owner may get cell (k, j) in exchange.
std::optional<Cell> PushDown::first_place(Places& places, std::int64_t j, const PushType& type) {
  std::optional<Cell> first;
  for (int y = 0; y < view_.processes(); ++y)
    if (y != x_ && may_get(y, j, type))
      if (const std::optional<Cell> place = next_place(places, y, type); place && (!first || *place < *first))
        first = place;
  return first;
}

/// The next cell of this owner that X may get. What X may not get once it never may: the columns become fewer.
std::optional<Cell> PushDown::next_place(Places& places, int owner, const PushType& type) {
  Cell& place = places.next[static_cast<std::size_t>(owner)];
  const std::int64_t bottom = within_.row + within_.rows, right = within_.column + within_.columns;
  for (; place.i < bottom; ++place.i, place.j = within_.column) {
    Words columns = columns_in(place.i, type);
    if (columns.empty() || view_.in_row(owner, place.i) == 0)
      continue;
    if (places.in_kept_lines && !keeps_row_[static_cast<std::size_t>(place.i)])
      columns = kept_columns_;
    place.j = first_common(view_.cells_in_row(owner, place.i), columns, place.j, right);
    if (place.j < right)
      return place;
  }
  return std::nullopt;
}

/// Whether process y may get cell (k, j).
bool PushDown::may_get(int y, std::int64_t j, const PushType& type) const {
  const Rectangle& own = enclosing_[static_cast<std::size_t>(y)];
  if (k_ < own.row || k_ >= own.row + own.rows || j < own.column || j >= own.column + own.columns)
    return false;
  return type.others ||
         (had_k_[static_cast<std::size_t>(y)] && contains(had_columns_[static_cast<std::size_t>(y)], j));
}

/// Columns of row i in which X may get cells.
Words PushDown::columns_in(std::int64_t i, const PushType& type) const {
  const bool new_row = !had_row_[static_cast<std::size_t>(i)] && dirtied_row_ != i;
  const bool dirtied = dirtied_row_ || dirtied_column_;
  switch (type.pushed) {
  case PushType::Dirtied::nothing:
    return new_row ? Words() : Words(own_columns_);
  case PushType::Dirtied::one_row:
    return new_row && dirtied ? Words() : Words(own_columns_);
  case PushType::Dirtied::one_line:
    return new_row && dirtied ? Words() : new_row || dirtied ? Words(own_columns_) : Words(all_columns_);
  case PushType::Dirtied::anything:
    return all_columns_;
  }
  return {};
}

void PushDown::move(std::int64_t j, const Cell& place) {
  view_.exchange(k_, j, place.i, place.j);
  moves_.push_back({j, place});
  if (!had_row_[static_cast<std::size_t>(place.i)])
    dirtied_row_ = place.i;
  if (!contains(own_columns_, place.j)) {
    dirtied_column_ = place.j;
    insert(own_columns_, place.j);
  }
}

} // namespace

bool push(PushState& state, int process, Direction direction, const PushType& type) {
  return PushDown(View(state, direction), process).run(type);
}

const PushType* push(PushState& state, int process, Direction direction) {
  PushDown down(View(state, direction), process);
  if (state.counts().processes() == 2)
    return down.run(push_of_two) ? &push_of_two : nullptr;
  for (const PushType& type : push_types)
    if (down.run(type))
      return &type;
  return nullptr;
}

} // namespace hetgrid::partition
