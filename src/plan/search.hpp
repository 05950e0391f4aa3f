// Searches for an arrangement with its shares. One signature: from sorted cycle-times (non-decreasing, p q of
// them) and a grid shape to a Solution whose processes are indices into the sorted cycle-times.
#pragma once

#include "hetgrid/plan.hpp"

#include <cstdint>
#include <span>

namespace hetgrid::plan {

struct Solution {
  Arrangement arrangement;
  Shares shares; ///< r_i t_ij c_j <= 1
  double work = 0;
  double bound = 0; ///< proven: no arrangement of these processes on this grid has a larger W
};

struct SearchControl {
  std::uint64_t seed = 1; ///< same seed, same solution
  Progress progress;      ///< may be empty; if it returns false, the best so far is the answer
};

/// Can search_exactly() answer within about a second?
bool exact_is_feasible(int p, int q);

/// Optimum over all non-decreasing arrangements and acceptable trees ([Boudet99] 4.2, 4.3).
Solution search_exactly(std::span<const double> sorted, int p, int q, const SearchControl& control = {});

/// The polynomial heuristic of [Boudet99] 4.4 with its refinement.
Solution search_heuristically(std::span<const double> sorted, int p, int q);

/// Beyond the paper: every split, then reassignment and swaps. Never below search_heuristically().
Solution search_multi_start(std::span<const double> sorted, int p, int q, const SearchControl& control = {});

/// The processes in the order given, row-major, with the best shares that can be found.
Solution arrange_as_given(std::span<const double> cycle_times, int p, int q,
                          const SearchControl& control = {});

} // namespace hetgrid::plan
