// Local search for the counts of a panel.
#pragma once

#include "plan/panel_capacity.hpp"

namespace hetgrid::plan {

/// Blocks that a panel may have along an axis.
struct SizeRange {
  int smallest, largest;

  bool contains(int size) const { return smallest <= size && size <= largest; }
};

/// Moves single blocks between grid rows while the columns that fit gain by it.
/// \return rows with the same total; the search ends as soon as `enough` block columns fit
std::vector<int> rows_after_exchanges(const PanelCapacity& capacity, std::vector<int> rows, int enough);

/// The same where blocks may also come from and go to outside the panel, while (block rows) x (block columns that
/// fit) gains by it.
/// \param range of the total of the rows \param most_columns more block columns do not count
std::vector<int> rows_after_resizing(const PanelCapacity& capacity, std::vector<int> rows, SizeRange range,
                                     int most_columns);

} // namespace hetgrid::plan
