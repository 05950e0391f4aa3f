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

/// Two W that differ relatively by less are the same: generic() moves them that much.
inline constexpr double resolution = 1e-10;

struct SearchControl {
  std::uint64_t seed = 1; ///< same seed, same solution
  Progress progress;      ///< may be empty; if it returns false, the best so far is the answer
  double effort = 1;      ///< of search_multi_start: part of the usual numbers of disturbances and operations
};

/// Is the number of arrangements times acceptable trees at most 10^7? Branch and bound sees few of them: for
/// up to 4 x 4 some hundredths of a second.
bool exact_is_feasible(int p, int q);

/// Optimum over all non-decreasing arrangements and acceptable trees ([Boudet99] 4.2, 4.3), to a relative
/// 1e-10. If ended early, the best so far with the bound proven by then.
/// \throws ArgumentError on a grid with more than 10^8 acceptable trees
Solution search_exactly(std::span<const double> sorted, int p, int q, const SearchControl& control = {});

/// The polynomial heuristic of [Boudet99] 4.4 with its refinement. Its bound is sum 1/t.
Solution search_heuristically(std::span<const double> sorted, int p, int q);

/// Beyond the paper, for any number of processes, in memory linear in it: local search from many starts, then
/// branch and bound for some hundredths of a second. Never below search_heuristically().
Solution search_multi_start(std::span<const double> sorted, int p, int q, const SearchControl& control = {});

/// The processes in the order given, row-major, with the best shares that can be found. The bound holds for
/// all arrangements.
Solution arrange_as_given(std::span<const double> cycle_times, int p, int q,
                          const SearchControl& control = {});

} // namespace hetgrid::plan
