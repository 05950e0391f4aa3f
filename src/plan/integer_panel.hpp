// Integer panels from real shares.
#pragma once

#include "plan/objective.hpp"

namespace hetgrid::plan {

/// Blocks of a panel that each grid row (rows, p entries) and grid column (columns, q entries) owns.
struct PanelCounts {
  std::vector<int> rows;
  std::vector<int> columns;
};

/// W that the panel reaches: B_p B_q / max_ij n_i t_ij m_j.
double panel_work(const TimeMatrix& t, const PanelCounts& counts);

/// Good counts for a panel of exactly panel_rows x panel_columns blocks.
PanelCounts counts_for_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns);

/// Counts for a panel whose size is chosen where it is 0: the smallest that reaches the best W of all sizes
/// considered up to `tolerance` (relative).
PanelCounts choose_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                         double tolerance = 0.002);

} // namespace hetgrid::plan
