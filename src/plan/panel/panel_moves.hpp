// Local search for the counts of a panel.
#pragma once

#include "plan/panel/panel_capacity.hpp"

namespace hetgrid::plan {

/// Blocks that a panel may have along an axis.
struct SizeRange {
  int smallest, largest;

  bool contains(int size) const { return smallest <= size && size <= largest; }
};

/// Moves single blocks between grid rows, and from and to the outside of the panel as far as the range
/// allows, while (block rows) x (block columns that fit) gains by it.
/// \param range of the total of the rows, which is in it from the start; of one size: that is kept
/// \param most_columns more block columns do not count
std::vector<int> rows_after_moves(const PanelCapacity& capacity, std::vector<int> rows, SizeRange range,
                                  int most_columns);

} // namespace hetgrid::plan
