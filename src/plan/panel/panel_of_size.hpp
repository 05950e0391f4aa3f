// Counts for a panel of given size.
#pragma once

#include "plan/panel/integer_panel.hpp"

#include <optional>

namespace hetgrid::plan {

/// Counts of the same totals as those given, at least as good and within the limits; the best ones where the
/// search for them is short. None if no counts within the limits are found.
std::optional<PanelCounts> improved_counts(const TimeMatrix& t, PanelCounts counts,
                                           const PanelLimits& limits);

} // namespace hetgrid::plan
