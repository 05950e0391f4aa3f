// The parts of the polynomial heuristic of [Boudet99] 4.4. Cycle-times are sorted, processes are indices into
// them.
#pragma once

#include "plan/objective.hpp"

#include <span>

namespace hetgrid::plan {

/// The number of fast processes when the others are much slower: where the graph of (k, sigma_k / k) turns
/// upwards most, if by more than `threshold_degrees`; otherwise the number of all. sigma_k is the standard
/// deviation of the k smallest cycle-times divided by the smallest.
int detect_split(std::span<const double> sorted, double threshold_degrees = 10);

/// Rows and columns of the corner that holds only processes counted as fast.
struct FastCorner {
  int rows, columns;
};

/// The corner with the most cells, at most `fast`; ties to more rows.
FastCorner fast_corner(int p, int q, int fast);

/// 4.4.1 and 4.4.2: the corner is filled in hooks (first row and column, then the next) with the fastest, the
/// rest goes down the slow columns, then along the slow rows.
Arrangement hook_arrangement(int p, int q, FastCorner corner);

/// 4.4.3: shares from the faster one of the first row and column of the corner, by harmonic mean; the slow
/// columns and rows get what the constraints leave.
Shares corner_shares(const TimeMatrix& t, FastCorner corner);

/// 4.4.4: best c for r, best r for c, until max r_i t_ij c_j of the normalised shares no longer falls.
Shares refined_shares(const TimeMatrix& t, Shares shares);

} // namespace hetgrid::plan
