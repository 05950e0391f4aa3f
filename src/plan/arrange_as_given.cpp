// The arrangement is given: exact shares where the acceptable trees can be walked, otherwise a local optimum.
#include "plan/exact_shares.hpp"
#include "plan/progress_meter.hpp"

#include <numeric>

namespace hetgrid::plan {

Solution arrange_as_given(std::span<const double> cycle_times, int p, int q, const SearchControl& control) {
  Solution solution{{p, q, std::vector<int>(cycle_times.size())}, {}, 0, upper_bound(cycle_times)};
  std::iota(solution.arrangement.process.begin(), solution.arrangement.process.end(), 0);
  const TimeMatrix t(cycle_times, solution.arrangement);
  solution.shares = improved_shares(t, equal_shares(p, q));
  solution.work = work(solution.shares);

  constexpr double trees_worth_walking = 2e4;
  if (count_acceptable_trees(p, q) > trees_worth_walking)
    return solution;
  ProgressMeter meter(control, p, q);
  const TimeMatrix moved = generic(t);
  double trees = 0;
  Shares best = solution.shares;
  TreeWalk walk(p, q);
  walk(moved, solution.shares, [&](const SpanningTree& tree) {
    if (tree.work() > solution.work) {
      best = tree.shares_for(t);
      solution.work = work(best);
    }
    return meter.advance(static_cast<double>(p) * q * (p + q), ++trees / count_acceptable_trees(p, q),
                         solution.work, solution.bound);
  });
  solution.shares = best;
  return solution;
}

} // namespace hetgrid::plan
