// Integer panels from real shares.
#pragma once

#include "plan/objective.hpp"

namespace hetgrid::plan {

/// Blocks of a panel that each grid row (rows, p entries) and grid column (columns, q entries) owns.
struct PanelCounts {
  std::vector<int> rows;
  std::vector<int> columns;
};

/// Memory: process (i, j) may own at most the fraction(i, j) of the blocks of a panel, and so of the matrix:
/// n_i m_j <= fraction_ij B_p B_q.
struct PanelLimits {
  std::vector<double> fraction; ///< p q entries, row-major, as those of TimeMatrix; empty: no limits
};

/// W that the panel reaches: B_p B_q / max_ij n_i t_ij m_j.
double panel_work(const TimeMatrix& t, const PanelCounts& counts);

/// \throws ArgumentError if the limits together are below the whole panel
void check(const PanelLimits& limits);

/// Do the counts respect the limits?
bool respects(const PanelLimits& limits, const PanelCounts& counts);

/// The best counts for a panel of exactly panel_rows x panel_columns blocks; where the search for them would
/// be long, good ones. For a matrix of known size the panel may be the whole matrix. \param shares any that
/// respect the constraints: where the search starts
/// \throws ArgumentError if the limits together are below 1, or no counts are found that respect them
PanelCounts counts_for_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                             const PanelLimits& limits = {});

/// What is known of the panels wanted.
struct PanelRequest {
  int rows = 0;              ///< B_p in blocks; 0: free
  int columns = 0;           ///< B_q in blocks; 0: free
  int matrix_blocks = 0;     ///< blocks of the matrix along an axis: no larger panel has a use; 0: not known
  bool whole_matrix = false; ///< a panel of matrix_blocks x matrix_blocks, too, if that is at most 512
  PanelLimits limits = {};
  std::size_t most = 12; ///< panels
};

/// Panels worth a choice, at most `most` beside the whole matrix, by increasing area and increasing W: each has the best W found
/// among those that are not larger. Where sizes are free the uniform panel is among them (unless it breaks a
/// limit or a smaller one is better) and none is below it; sizes go up to 64 blocks, or 16 for each grid row
/// or column, whichever is more. Never empty. The whole matrix, where asked for, comes last, whatever its W:
/// it alone has no part of a panel at its end.
/// \param shares as for counts_for_panel()
/// \throws ArgumentError as counts_for_panel()
std::vector<PanelCounts> candidate_panels(const TimeMatrix& t, const Shares& shares,
                                          const PanelRequest& request = {});

} // namespace hetgrid::plan
