// All non-decreasing arrangements (Theorem 1: one of them is optimal), all acceptable trees of each.
#include "plan/arrangements.hpp"
#include "plan/exact_shares.hpp"
#include "plan/search.hpp"

namespace hetgrid::plan {

bool exact_is_feasible(int p, int q) {
  constexpr double trees_per_second = 3e5;
  return count_nondecreasing_arrangements(p, q) * count_acceptable_trees(p, q) / (p == q ? 2 : 1) <=
         trees_per_second;
}

Solution search_exactly(std::span<const double> sorted, int p, int q) {
  Solution best;
  for_each_nondecreasing_arrangement(
      p, q,
      [&](const Arrangement& arrangement) {
        Shares shares = exact_shares(TimeMatrix(sorted, arrangement));
        if (const double reached = work(shares); reached > best.work)
          best = {arrangement, std::move(shares), reached};
      },
      true);
  return best;
}

Solution arrange_as_given(std::span<const double> cycle_times, int p, int q) {
  Solution solution{{p, q, {}}, {}, 0};
  for (int process = 0; process < p * q; ++process)
    solution.arrangement.process.push_back(process);
  const TimeMatrix t(cycle_times, solution.arrangement);
  constexpr double trees_worth_walking = 1e5;
  if (count_acceptable_trees(p, q) <= trees_worth_walking)
    solution.shares = exact_shares(t);
  else
    solution.shares = improved_shares(t, {best_rows(t, std::vector<double>(static_cast<std::size_t>(q), 1.0)),
                                          std::vector<double>(static_cast<std::size_t>(q), 1.0)});
  solution.work = work(solution.shares);
  return solution;
}

} // namespace hetgrid::plan
