// A panel and the arrangement of the processes that suits it.
#pragma once

#include "plan/panel/integer_panel.hpp"

#include <cstdint>

namespace hetgrid::plan {

struct ArrangedPanel {
  Arrangement arrangement; ///< non-decreasing, of the same processes
  PanelCounts counts;      ///< by decreasing blocks, of the same totals
};

/// Searches counts of the same totals and the arrangement together. Never worse than where it starts. Without
/// regard to limits of memory. \param cycle_times of all processes \param seed same seed, same result
/// \param effort part of the usual number of trials
ArrangedPanel arranged_panel(std::span<const double> cycle_times, const Arrangement& arrangement,
                             const PanelCounts& counts, std::uint64_t seed, double effort = 1);

/// Shares for the arrangement of a panel, with W not below that of the panel.
Shares shares_for_panel(const TimeMatrix& t, const PanelCounts& counts);

} // namespace hetgrid::plan
