// Exact where it is feasible: the local search finds the optimum almost always, branch and bound proves it.
#include "hetgrid/error.hpp"
#include "plan/limits.hpp"
#include "plan/search/arrangements.hpp"
#include "plan/search/branch_and_bound.hpp"
#include "plan/search/exact_shares.hpp"
#include "plan/search/local_search.hpp"

namespace hetgrid::plan {

bool exact_is_feasible(int p, int q) {
  return count_nondecreasing_arrangements(p, q) * count_acceptable_trees(p, q) <= 1e7;
}

Solution search_exactly(std::span<const double> sorted, int p, int q, const SearchControl& control) {
  if (count_acceptable_trees(p, q) > most_trees_of_walk)
    throw ArgumentError("search", "exact",
                        "another one for a grid " + std::to_string(p) + " x " + std::to_string(q) +
                            ", as it has more than " + text_of(most_trees_of_walk) +
                            " acceptable spanning trees");
  constexpr double effort = 0.1; // what this may miss the branches will find
  ProgressMeter meter(control, p, q);
  Solution found = iterated_local_search(sorted, p, q, control.seed, upper_bound(sorted), meter, effort);
  return meter.ended() ? found : branch_and_bound(sorted, std::move(found), meter);
}

} // namespace hetgrid::plan
