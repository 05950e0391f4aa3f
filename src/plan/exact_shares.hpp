// Shares of a given arrangement: exact, and a local search where exact is out of reach.
#pragma once

#include "plan/objective.hpp"
#include "plan/spanning_tree.hpp"

#include <functional>

namespace hetgrid::plan {

/// Number of acceptable spanning trees of a p x q matrix of generic cycle-times, binom(p + q - 2, p - 1). A
/// double.
double count_acceptable_trees(int p, int q);

/// Calls visit for every acceptable tree of `t`, which must be generic().
void for_each_acceptable_tree(const TimeMatrix& t, const std::function<void(const SpanningTree&)>& visit);

/// The shares that maximise W for this arrangement ([Boudet99] 4.3.1), with r_i t_ij c_j <= 1. Cost: one edge
/// exchange of p + q - 1 for each acceptable tree.
Shares exact_shares(const TimeMatrix& t);

/// A local optimum under edge exchange, at least as good as `start`.
Shares improved_shares(const TimeMatrix& t, const Shares& start);

/// Closed form for a 2 x 2 grid ([Boudet99] 4.3.2).
Shares shares_2x2(const TimeMatrix& t);

/// Shares that keep every process busy all the time, if t has rank 1 up to `tolerance` ([Boudet99] 4.3.3).
/// \return false if it has not
bool rank_one_shares(const TimeMatrix& t, Shares& shares, double tolerance = 1e-12);

} // namespace hetgrid::plan
