#include "partition/push/push.hpp"

#include <optional>
#include <vector>

namespace hetgrid::partition {
namespace {

struct Cell {
  std::int64_t i, j;

  bool operator<(const Cell& other) const { return i != other.i ? i < other.i : j < other.j; }
};

/// Pushes Down of process X that empty the top row k of its enclosing rectangle.
class PushDown {
public:
  PushDown(View view, int process);

  /// \returns whether there is a Push of this type; otherwise nothing has changed
  bool run(const PushType& type);

private:
  bool place_all(const PushType& type);
  std::optional<Cell> find(std::int64_t j, const PushType& type);
  std::optional<Cell> next_place(int owner, const PushType& type);
  bool may_get(int process, std::int64_t j, const PushType& type) const;
  bool may_hold(const Cell& place, const PushType& type) const;
  void move(std::int64_t j, const Cell& place);

  bool had_column(int process, std::int64_t j) const {
    return had_column_[static_cast<std::size_t>(process * view_.cells() + j)];
  }

  View view_;
  const int x_;
  // Before the Push:
  std::vector<Rectangle> enclosing_; ///< of each process
  const Rectangle within_;           ///< of X
  const std::int64_t k_;
  std::vector<bool> had_k_;      ///< whether each process had cells in row k,
  std::vector<bool> had_row_;    ///< X had cells in row i,
  std::vector<bool> had_column_; ///< a process had cells in column j: by process and column

  struct Move {
    std::int64_t j; ///< of the cell (k, j), which X loses
    Cell place;     ///< which it gets
  };
  std::vector<Move> moves_;
  std::vector<Cell> next_; ///< of each owner: X may hold none of its cells before this one
  std::optional<std::int64_t> dirtied_row_, dirtied_column_; ///< with X
};

PushDown::PushDown(View view, int process)
    : view_(view), x_(process), within_(view.enclosing_rectangle(process)), k_(within_.row) {
  for (int y = 0; y < view_.processes(); ++y) {
    enclosing_.push_back(view_.enclosing_rectangle(y));
    had_k_.push_back(within_.rows > 0 && view_.in_row(y, k_) > 0);
    for (std::int64_t j = 0; j < view_.cells(); ++j)
      had_column_.push_back(view_.in_column(y, j) > 0);
  }
  for (std::int64_t i = 0; i < view_.cells(); ++i)
    had_row_.push_back(view_.in_row(x_, i) > 0);
}

bool PushDown::run(const PushType& type) {
  if (within_.rows < 2)
    return false;
  const std::int64_t volume = view_.volume_of_communication();
  moves_.clear();
  next_.assign(static_cast<std::size_t>(view_.processes()), {k_ + 1, within_.column});
  dirtied_row_.reset();
  dirtied_column_.reset();
  if (place_all(type) && view_.volume_of_communication() <= (type.lowers ? volume - 1 : volume))
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

/// The first place whose owner may get cell (k, j) in exchange.
std::optional<Cell> PushDown::find(std::int64_t j, const PushType& type) {
  std::optional<Cell> first;
  for (int y = 0; y < view_.processes(); ++y)
    if (y != x_ && may_get(y, j, type))
      if (const std::optional<Cell> place = next_place(y, type); place && (!first || *place < *first))
        first = place;
  return first;
}

std::optional<Cell> PushDown::next_place(int owner, const PushType& type) {
  Cell& place = next_[static_cast<std::size_t>(owner)];
  for (; place.i < within_.row + within_.rows; ++place.i, place.j = within_.column)
    if (view_.in_row(owner, place.i) > 0)
      for (; place.j < within_.column + within_.columns; ++place.j)
        if (view_.owner(place.i, place.j) == owner && may_hold(place, type))
          return place;
  return std::nullopt;
}

/// Whether process y may get cell (k, j).
bool PushDown::may_get(int y, std::int64_t j, const PushType& type) const {
  if (!type.others)
    return had_k_[static_cast<std::size_t>(y)] && had_column(y, j);
  const Rectangle& own = enclosing_[static_cast<std::size_t>(y)];
  return k_ >= own.row && k_ < own.row + own.rows && j >= own.column && j < own.column + own.columns;
}

/// Whether X may get this cell. What was refused once stays so: the lines that X may enter become fewer.
bool PushDown::may_hold(const Cell& place, const PushType& type) const {
  const bool new_row = !had_row_[static_cast<std::size_t>(place.i)] && dirtied_row_ != place.i;
  const bool new_column = !had_column(x_, place.j) && dirtied_column_ != place.j;
  switch (type.pushed) {
  case PushType::Dirtied::nothing:
    return !new_row && !new_column;
  case PushType::Dirtied::one_row:
    return !new_column && (!new_row || !dirtied_row_);
  case PushType::Dirtied::one_line:
    return new_row + new_column + dirtied_row_.has_value() + dirtied_column_.has_value() <= 1;
  case PushType::Dirtied::anything:
    return true;
  }
  return false;
}

void PushDown::move(std::int64_t j, const Cell& place) {
  view_.exchange(k_, j, place.i, place.j);
  moves_.push_back({j, place});
  if (!had_row_[static_cast<std::size_t>(place.i)])
    dirtied_row_ = place.i;
  if (!had_column(x_, place.j))
    dirtied_column_ = place.j;
}

} // namespace

bool push(LineCounts& counts, int process, Direction direction, const PushType& type) {
  return PushDown(View(counts, direction), process).run(type);
}

const PushType* push(LineCounts& counts, int process, Direction direction) {
  PushDown down(View(counts, direction), process);
  if (counts.processes() == 2)
    return down.run(push_of_two) ? &push_of_two : nullptr;
  for (const PushType& type : push_types)
    if (down.run(type))
      return &type;
  return nullptr;
}

} // namespace hetgrid::partition
