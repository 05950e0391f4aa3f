// Where a Push moves the elements of a process, and the turn of the partition that makes each direction look like Down.
#pragma once

#include "partition/push/state.hpp"

#include <cstdint>

namespace hetgrid::partition {

/// Of a Push, [DeFlumere14] 4.1, with the edge of the enclosing rectangle that it empties.
enum class Direction {
  down, ///< the top row
  up,   ///< the bottom row
  over, ///< the leftmost column: elements move to the right
  back  ///< the rightmost column: elements move to the left
};

inline constexpr Direction all_directions[] = {Direction::down, Direction::up, Direction::over,
                                               Direction::back};

/// A partition turned such that a Push in a direction of the partition is a Push Down of the view: Up reflects the rows, Over
/// transposes, Back reflects the columns and transposes.
class View {
public:
  View(PushState& state, Direction direction)
      : state_(state), counts_(state.counts()),
        transposed_(direction == Direction::over || direction == Direction::back),
        reflected_(direction == Direction::up || direction == Direction::back) {}

  int processes() const { return counts_.processes(); }
  std::int64_t cells() const { return counts_.cells(); }
  /// PushState::volume()
  std::int64_t volume() const { return state_.volume(); }

  int owner(std::int64_t i, std::int64_t j) const {
    return transposed_ ? counts_.owner(j, row(i)) : counts_.owner(row(i), j);
  }
  std::int64_t in_row(int process, std::int64_t i) const {
    return transposed_ ? counts_.in_column(process, row(i)) : counts_.in_row(process, row(i));
  }
  std::int64_t in_column(int process, std::int64_t j) const {
    return transposed_ ? counts_.in_row(process, j) : counts_.in_column(process, j);
  }
  /// Whether all cells that the process has in row i may move.
  bool movable_row(int process, std::int64_t i) const {
    const LineTable& movable = state_.movable();
    return in_row(process, i) ==
           (transposed_ ? movable.in_column(process, row(i)) : movable.in_row(process, row(i)));
  }
  bool movable_column(int process, std::int64_t j) const {
    const LineTable& movable = state_.movable();
    return in_column(process, j) ==
           (transposed_ ? movable.in_row(process, j) : movable.in_column(process, j));
  }
  /// The process's cells in row i that may move.
  Words cells_in_row(int process, std::int64_t i) const {
    return transposed_ ? state_.column(process, row(i)) : state_.row(process, row(i));
  }
  Rectangle enclosing_rectangle(int process) const { return turned(counts_.enclosing_rectangle(process)); }
  /// Of the cells that may move.
  Rectangle movable_rectangle(int process) const {
    return turned(state_.movable().enclosing_rectangle(process));
  }
  void exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h);

private:
  Rectangle turned(Rectangle rectangle) const;
  /// Row i of the view in the partition, where it may be a column.
  std::int64_t row(std::int64_t i) const { return reflected_ ? cells() - 1 - i : i; }

  PushState& state_;
  const LineCounts& counts_;
  bool transposed_, reflected_;
};

} // namespace hetgrid::partition
