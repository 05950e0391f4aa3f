// Exhaustive search for the counts of a panel.
#pragma once

#include "plan/panel/panel_capacity.hpp"

#include <optional>

namespace hetgrid::plan {

/// Rows with the given total to which at least panel_columns block columns fit; none if there are none or if
/// they are not found within `most_nodes` nodes of the search.
std::optional<std::vector<int>> rows_by_enumeration(const PanelCapacity& capacity, int panel_rows,
                                                    int panel_columns, int most_nodes);

} // namespace hetgrid::plan
