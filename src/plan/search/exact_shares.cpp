// The optimum lies on an acceptable spanning tree. For generic cycle-times there are exactly binom(p+q-2,
// p-1) of them, and edge exchanges connect them all: they are walked from any one, instead of testing all
// p^(q-1) q^(p-1) spanning trees. Their row degrees, less 1, are all the ways to write q - 1 as a sum of p
// numbers: each tree has a number, and which ones are known is an array of marks.
#include "plan/search/exact_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::plan {

double count_acceptable_trees(int p, int q) {
  return std::round(std::exp(std::lgamma(p + q - 1.0) - std::lgamma(p * 1.0) - std::lgamma(q * 1.0)));
}

Shares equal_shares(int p, int q) {
  return {std::vector<double>(static_cast<std::size_t>(p), 1.0),
          std::vector<double>(static_cast<std::size_t>(q), 1.0)};
}

TreeWalk::TreeWalk(int p, int q)
    : p_(p), q_(q), binomial_(static_cast<std::size_t>(p + q - 1) * static_cast<std::size_t>(p)),
      known_(static_cast<std::size_t>(count_acceptable_trees(p, q))) {
  const std::size_t width = static_cast<std::size_t>(p);
  for (std::size_t b = 0; b + 1 < static_cast<std::size_t>(p + q); ++b)
    for (std::size_t k = 0; k < width; ++k)
      binomial_[b * width + k] = k == 0 ? 1
                                 : b == 0
                                     ? 0
                                     : binomial_[(b - 1) * width + k - 1] + binomial_[(b - 1) * width + k];
}

// Stars and bars: the bars after the stars of rows 0 .. p-2 stand at positions b_0 < ... < b_(p-2) below
// p + q - 2, and sum_i binom(b_i, i + 1) numbers these sets.
std::size_t TreeWalk::index(const std::vector<int>& row_degrees, int less, int more) const {
  std::size_t number = 0;
  int bar = -1;
  for (int i = 0; i + 1 < p_; ++i) {
    bar += row_degrees[static_cast<std::size_t>(i)] - (i == less) + (i == more);
    number += binomial_[static_cast<std::size_t>(bar) * static_cast<std::size_t>(p_) +
                        static_cast<std::size_t>(i + 1)];
  }
  return number;
}

bool TreeWalk::operator()(const TimeMatrix& t, const Shares& start,
                          const std::function<bool(const SpanningTree&)>& visit) {
  std::ranges::fill(known_, 0);
  if (stack_.empty())
    stack_.emplace_back();
  stack_[0].grow(t, start);
  known_[index(stack_[0].row_degrees(), -1, -1)] = 1;
  for (std::size_t depth = 1; depth > 0;) {
    std::swap(current_, stack_[--depth]);
    if (!visit(current_))
      return false;
    for (int edge = 1; edge < current_.nodes(); ++edge) {
      const SpanningTree::Step step = current_.step(edge);
      if (step.row < 0)
        continue;
      char& known = known_[index(current_.row_degrees(), current_.row_of(edge), step.row)];
      if (known)
        continue;
      known = 1;
      if (depth == stack_.size())
        stack_.emplace_back();
      stack_[depth] = current_;
      stack_[depth++].exchange(step);
    }
  }
  return true;
}

Shares exact_shares(const TimeMatrix& t) {
  const TimeMatrix moved = generic(t);
  Shares best;
  double best_work = 0;
  TreeWalk walk(t.p(), t.q());
  walk(moved, equal_shares(t.p(), t.q()), [&](const SpanningTree& tree) {
    if (const double reached = tree.work(); reached > best_work) {
      best_work = reached;
      best = tree.shares_for(t);
    }
    return true;
  });
  return best;
}

// The slopes tell which exchanges begin uphill; as W is convex along each, these end higher too. Only where
// no exchange begins uphill are the others tried, since one may lead through a valley.
void climb(SpanningTree& tree) {
  std::vector<double> slope;
  std::vector<int> edges(static_cast<std::size_t>(tree.nodes() - 1));
  std::iota(edges.begin(), edges.end(), 1);
  for (bool gained = true; gained;) {
    gained = false;
    tree.slopes(slope);
    std::ranges::sort(edges, std::greater{}, [&](int edge) { return slope[static_cast<std::size_t>(edge)]; });
    const double before = tree.work(), enough = before * (1 + 1e-13);
    for (const int edge : edges)
      if (const SpanningTree::Step step = tree.step(edge); step.row >= 0 && step.work > enough) {
        tree.exchange(step);
        gained = tree.work() > before; // else by rounding alone, and back again
        break;
      }
  }
}

Shares improved_shares(const TimeMatrix& t, const Shares& start) {
  const TimeMatrix moved = generic(t);
  SpanningTree tree(moved, start);
  climb(tree);
  Shares improved = tree.shares_for(t);
  return normalised_work(t, improved) >= normalised_work(t, start) ? improved : start;
}

} // namespace hetgrid::plan
