// The optimum lies on an acceptable spanning tree. For generic cycle-times there are exactly binom(p+q-2,
// p-1) of them, and edge exchanges connect them all: they are walked from any one, instead of testing all
// p^(q-1) q^(p-1) spanning trees. For a grid of two rows (or columns) the trees are r_1 / r_2 = t_2j / t_1j,
// one for each column j.
#include "plan/exact_shares.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace hetgrid::plan {
namespace {

std::vector<double> ones(int n) {
  return std::vector<double>(static_cast<std::size_t>(n), 1.0);
}

Shares best_of_two_rows(const TimeMatrix& t) {
  Shares best;
  double best_work = 0;
  for (int j = 0; j < t.q(); ++j) {
    Shares shares{{1 / t(0, j), 1 / t(1, j)}, {}};
    shares.c = best_columns(t, shares.r);
    if (work(shares) > best_work) {
      best_work = work(shares);
      best = shares;
    }
  }
  return best;
}

} // namespace

double count_acceptable_trees(int p, int q) {
  return std::round(std::exp(std::lgamma(p + q - 1.0) - std::lgamma(p * 1.0) - std::lgamma(q * 1.0)));
}

void for_each_acceptable_tree(const TimeMatrix& t, const std::function<void(const SpanningTree&)>& visit) {
  std::vector<SpanningTree> found{SpanningTree(t, {ones(t.p()), ones(t.q())})};
  std::set<std::vector<int>> known{found[0].cells()};
  for (std::size_t next = 0; next < found.size(); ++next) {
    visit(found[next]);
    for (int edge = 0; edge < found[next].edges(); ++edge) {
      SpanningTree neighbour = found[next];
      if (neighbour.exchange(t, edge) && known.insert(neighbour.cells()).second)
        found.push_back(std::move(neighbour));
    }
  }
}

Shares exact_shares(const TimeMatrix& t) {
  if (t.p() == 1 || t.q() == 1) {
    const std::vector<double> r = t.q() == 1 ? best_rows(t, ones(1)) : ones(1);
    return {r, best_columns(t, r)};
  }
  if (t.p() == 2)
    return best_of_two_rows(t);
  if (t.q() == 2) {
    const Shares shares = best_of_two_rows(transposed(t));
    return {shares.c, shares.r};
  }
  std::vector<int> best;
  double best_work = 0;
  for_each_acceptable_tree(generic(t), [&](const SpanningTree& tree) {
    if (tree.work() > best_work) {
      best_work = tree.work();
      best = tree.cells();
    }
  });
  return tree_shares(t, best);
}

Shares improved_shares(const TimeMatrix& t, const Shares& start) {
  const TimeMatrix moved = generic(t);
  SpanningTree tree(moved, start);
  for (double reached = tree.work();;) {
    int best_edge = -1;
    double best_work = reached * (1 + 1e-13);
    for (int edge = 0; edge < tree.edges(); ++edge)
      if (const double after = tree.work_after(moved, edge); after > best_work) {
        best_work = after;
        best_edge = edge;
      }
    if (best_edge < 0 || !tree.exchange(moved, best_edge))
      break;
    reached = tree.work();
  }
  const Shares improved = tree_shares(t, tree.cells());
  return normalised_work(t, improved) >= normalised_work(t, start) ? improved : start;
}

} // namespace hetgrid::plan
