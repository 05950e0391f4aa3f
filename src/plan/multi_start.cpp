// The paper decides by a threshold whether, and where, to separate slow processes; here every split is tried,
// which needs no threshold. From each start two moves alternate until neither helps:
//
//   reassign  Given the shares, the loads r_i c_j are sorted and the processes dealt out so that the largest
//   load meets
//             the smallest cycle-time. All constraints can only loosen, so W cannot fall once the shares are
//             redone.
//   swap      Exchange two processes and redo the shares; keep what gains.
//
// Shares are exact where the acceptable trees are few, otherwise a local optimum under edge exchange. The
// work spent on swaps is bounded, so that large grids cost little more than the reassignments.
#include "plan/exact_shares.hpp"
#include "plan/heuristic.hpp"
#include "plan/search.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace hetgrid::plan {
namespace {

class MultiStart {
public:
  MultiStart(std::span<const double> sorted, int p, int q)
      : sorted_(sorted), p_(p), q_(q), exact_(count_acceptable_trees(p, q) <= few_trees) {}

  void consider(Solution start) {
    reassign(start);
    if (starts_.size() < kept_starts || start.work > starts_.back().work) {
      starts_.push_back(std::move(start));
      std::ranges::stable_sort(starts_, std::greater{}, &Solution::work);
      if (starts_.size() > kept_starts)
        starts_.pop_back();
    }
  }

  Solution best() {
    Solution best;
    for (Solution& start : starts_) {
      swap(start);
      if (start.work > best.work)
        best = start;
    }
    return best;
  }

  Solution with_shares(Arrangement arrangement, const Shares& start) const {
    const TimeMatrix t(sorted_, arrangement);
    Shares shares = exact_ ? exact_shares(t) : improved_shares(t, start);
    const double reached = normalised_work(t, shares);
    return {std::move(arrangement), std::move(shares), reached};
  }

private:
  static constexpr double few_trees = 20;
  static constexpr std::size_t kept_starts = 4;

  void reassign(Solution& solution) const {
    for (;;) {
      std::vector<int> cells(sorted_.size());
      std::iota(cells.begin(), cells.end(), 0);
      const auto load = [&](int cell) {
        return solution.shares.r[static_cast<std::size_t>(cell / q_)] *
               solution.shares.c[static_cast<std::size_t>(cell % q_)];
      };
      std::ranges::stable_sort(cells, std::greater{}, load);
      Arrangement arrangement{p_, q_, std::vector<int>(cells.size())};
      for (std::size_t k = 0; k < cells.size(); ++k)
        arrangement.process[static_cast<std::size_t>(cells[k])] = static_cast<int>(k);
      Solution next = with_shares(std::move(arrangement), solution.shares);
      if (next.work <= solution.work * (1 + 1e-12))
        return;
      solution = std::move(next);
    }
  }

  /// Swaps until a whole sweep gains nothing or the budget is spent.
  void swap(Solution& solution) const {
    const std::size_t cells = sorted_.size();
    const double cost =
        static_cast<double>(cells) * (p_ + q_) * (exact_ ? count_acceptable_trees(p_, q_) : 8.0);
    double budget = 1e7 / cost; // trial swaps
    for (bool gained = true; gained && budget > 0;) {
      gained = false;
      for (std::size_t a = 0; a < cells && budget > 0; ++a)
        for (std::size_t b = a + 1; b < cells && budget > 0; ++b) {
          const auto& process = solution.arrangement.process;
          if (sorted_[static_cast<std::size_t>(process[a])] == sorted_[static_cast<std::size_t>(process[b])])
            continue;
          --budget;
          Arrangement arrangement = solution.arrangement;
          std::swap(arrangement.process[a], arrangement.process[b]);
          Solution next = with_shares(std::move(arrangement), solution.shares);
          if (next.work > solution.work * (1 + 1e-12)) {
            solution = std::move(next);
            reassign(solution);
            gained = true;
          }
        }
    }
  }

  std::span<const double> sorted_;
  int p_, q_;
  bool exact_;
  std::vector<Solution> starts_; ///< the best so far, best first
};

} // namespace

Solution search_multi_start(std::span<const double> sorted, int p, int q, std::uint64_t seed) {
  MultiStart search(sorted, p, q);
  search.consider(search_heuristically(sorted, p, q));
  std::set<std::pair<int, int>> corners;
  for (int fast = 1; fast <= p * q; ++fast) {
    const FastCorner corner = fast_corner(p, q, fast);
    if (!corners.emplace(corner.rows, corner.columns).second)
      continue;
    Arrangement arrangement = hook_arrangement(p, q, corner);
    const Shares shares = corner_shares(TimeMatrix(sorted, arrangement), corner);
    search.consider(search.with_shares(std::move(arrangement), shares));
  }
  std::mt19937_64 random(seed);
  for (int start = 0; start < 8; ++start) {
    Arrangement arrangement = hook_arrangement(p, q, {p, q});
    std::ranges::shuffle(arrangement.process, random);
    const Shares equal{std::vector<double>(static_cast<std::size_t>(p), 1.0),
                       std::vector<double>(static_cast<std::size_t>(q), 1.0)};
    search.consider(search.with_shares(std::move(arrangement), equal));
  }
  return search.best();
}

} // namespace hetgrid::plan
