// Optimal 1D distribution of equal chunks over processes of unequal speed.
#pragma once

#include <span>
#include <vector>

namespace hetgrid::plan {

/// Algorithm 2.3.1 of [Boudet99]: how many of `chunks` each process gets so that max_i c_i t_i is smallest.
/// Ties go to the lowest index. \param cycle_times positive, one per process \param chunks >= 0
std::vector<int> optimal_counts(std::span<const double> cycle_times, int chunks);

} // namespace hetgrid::plan
