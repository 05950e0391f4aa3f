// Local search from many starts; then branch and bound for a short while, which may still find a better
// arrangement and proves how far from the optimum the answer can be at most.
#include "plan/search/branch_and_bound.hpp"
#include "plan/search/exact_shares.hpp"
#include "plan/search/local_search.hpp"

namespace hetgrid::plan {

Solution search_multi_start(std::span<const double> sorted, int p, int q, const SearchControl& control) {
  constexpr double operations = 2e7, most_trees = 5000;
  ProgressMeter meter(control, p, q);
  Solution found =
      iterated_local_search(sorted, p, q, control.seed, upper_bound(sorted), meter, control.effort);
  if (meter.ended() || count_acceptable_trees(p, q) > most_trees)
    return found;
  return branch_and_bound(sorted, std::move(found), meter, control.effort * operations);
}

} // namespace hetgrid::plan
