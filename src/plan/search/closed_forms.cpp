// Arrangements whose shares need no search: 2 x 2 ([Boudet99] 4.3.2) and rank 1 (4.3.3).
#include "plan/search/exact_shares.hpp"

#include <cmath>

namespace hetgrid::plan {

// With r_1 = 1 and r_2 = r, W(r) increases up to the smaller and decreases from the larger of t11/t21 and
// t12/t22, and is convex between them: the maximum is at one of the two.
Shares shares_2x2(const TimeMatrix& t) {
  Shares best;
  for (const double r : {t(0, 0) / t(1, 0), t(0, 1) / t(1, 1)}) {
    Shares shares{{1, r}, {}};
    shares.c = best_columns(t, shares.r);
    if (best.r.empty() || work(shares) > work(best))
      best = shares;
  }
  return best;
}

bool rank_one_shares(const TimeMatrix& t, Shares& shares, double tolerance) {
  shares = {};
  for (int i = 0; i < t.p(); ++i)
    shares.r.push_back(t(0, 0) / t(i, 0));
  for (int j = 0; j < t.q(); ++j)
    shares.c.push_back(1 / t(0, j));
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      if (std::abs(shares.r[static_cast<std::size_t>(i)] * t(i, j) * shares.c[static_cast<std::size_t>(j)] -
                   1) > tolerance)
        return false;
  return true;
}

} // namespace hetgrid::plan
