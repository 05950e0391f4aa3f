// Shares of a given arrangement: exact, and a local search where exact is out of reach.
#pragma once

#include "plan/objective.hpp"
#include "plan/search/spanning_tree.hpp"

#include <functional>
#include <vector>

namespace hetgrid::plan {

/// Number of acceptable spanning trees of a p x q matrix of generic cycle-times, binom(p + q - 2, p - 1). A
/// double.
double count_acceptable_trees(int p, int q);

/// A walk takes a byte for each of them.
inline constexpr double most_trees_of_walk = 1e8;

/// Walks all acceptable trees of p x q matrices, by edge exchanges from any one. Keeps its storage between
/// walks.
class TreeWalk {
public:
  /// \pre count_acceptable_trees(p, q) <= most_trees_of_walk
  TreeWalk(int p, int q);

  /// Visits every acceptable tree of `t`, which must be generic(), until visit returns false.
  /// \param start  where the walk begins: the first tree is at least as good as these shares
  /// \return whether visit returned true for all
  bool operator()(const TimeMatrix& t, const Shares& start,
                  const std::function<bool(const SpanningTree&)>& visit);

private:
  /// Number of a tree by its row degrees, dense from 0.
  std::size_t index(const std::vector<int>& row_degrees, int less, int more) const;

  int p_, q_;
  std::vector<std::size_t> binomial_; ///< binom(b, k) for b < p + q - 1, k < p, b-major
  std::vector<char> known_;           ///< trees that were visited or are on the stack, by index()
  SpanningTree current_;
  std::vector<SpanningTree> stack_; ///< the first of them are to be visited, the others are spare storage
};

/// The shares that maximise W for this arrangement ([Boudet99] 4.3.1), with r_i t_ij c_j <= 1. Cost: one
/// edge exchange of p + q - 1 for each acceptable tree.
Shares exact_shares(const TimeMatrix& t);

/// Shares 1 for all rows and columns: where a search begins that knows nothing better.
Shares equal_shares(int p, int q);

/// Exchanges edges while that raises W: to a local optimum. O(p q) an exchange, and O(p q (p + q)) to see
/// that none is left.
void climb(SpanningTree& tree);

/// A local optimum under edge exchange, at least as good as `start`. Scales to thousands of processes.
Shares improved_shares(const TimeMatrix& t, const Shares& start);

/// Closed form for a 2 x 2 grid ([Boudet99] 4.3.2).
Shares shares_2x2(const TimeMatrix& t);

/// Shares that keep every process busy all the time, if t has rank 1 up to `tolerance` ([Boudet99] 4.3.3).
/// \return false if it has not
bool rank_one_shares(const TimeMatrix& t, Shares& shares, double tolerance = 1e-12);

} // namespace hetgrid::plan
