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

/// The best counts for a panel of exactly panel_rows x panel_columns blocks; where the search for them would
/// be long, good ones. For a matrix of known size the panel may be the whole matrix. \param shares any that
/// respect the constraints: where the search starts
PanelCounts counts_for_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns);

/// Counts for a panel whose size is chosen along each axis where it is 0: of the panels considered (up to 64
/// blocks, or 8 for each grid row or column, whichever is more) the smallest that loses at most `tolerance`
/// (relative) of the best W and is not below the uniform panel.
PanelCounts choose_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                         double tolerance = 0.002);

} // namespace hetgrid::plan
