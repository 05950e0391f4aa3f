// The arrangement is given: a local optimum of the shares, then all acceptable trees where they can be walked.
#include "plan/search/exact_shares.hpp"
#include "plan/search/progress_meter.hpp"

#include <numeric>

namespace hetgrid::plan {

Solution arrange_as_given(std::span<const double> cycle_times, int p, int q, const SearchControl& control) {
  Solution solution{{p, q, std::vector<int>(cycle_times.size())}, {}, 0, upper_bound(cycle_times)};
  std::iota(solution.arrangement.process.begin(), solution.arrangement.process.end(), 0);
  const TimeMatrix t(cycle_times, solution.arrangement);
  solution.shares = improved_shares(t, {best_rows(t, equal_shares(p, q).c), equal_shares(p, q).c});
  solution.work = work(solution.shares);

  constexpr double trees_worth_walking = 2e4;
  const double trees = count_acceptable_trees(p, q);
  if (trees > trees_worth_walking)
    return solution;
  ProgressMeter meter(control, p, q);
  double walked = 0;
  TreeWalk walk(p, q);
  walk(generic(t), Shares(solution.shares), [&](const SpanningTree& tree) {
    if (tree.work() > solution.work)
      if (Shares shares = tree.shares_for(t); work(shares) > solution.work) {
        solution.work = work(shares);
        solution.shares = std::move(shares);
      }
    const double operations = static_cast<double>(p) * q * (p + q);
    return meter.advance(operations, ++walked / trees, solution.work, solution.bound);
  });
  return solution;
}

} // namespace hetgrid::plan
