// Theorem 1 of [Boudet99]: a non-decreasing arrangement is optimal.
//
// A node is a partial arrangement: the k fastest processes have their places. It is relaxed: an open cell
// (i, j) gets the fastest process that it can have. All open cells of the rectangle (0, 0) to (i, j) get
// processes at least as fast, so if there are m of them, itself included, that is process k + m - 1.
// Replacing a process by a faster one never lowers W: no arrangement below the node has a larger W than the
// relaxed matrix, which is the largest over its acceptable trees. A node that cannot beat the best
// arrangement known is dropped. Of the others the one with the largest bound is branched next, so that its
// bound holds for the whole grid at any time.
//
// Shares of the relaxed matrix that reach the bound known beforehand, sum 1/t, say no more than this bound:
// the walk over the trees ends there. The shares that are best for a node are so for every child whose
// relaxed matrix still admits them.
#include "plan/search/branch_and_bound.hpp"

#include "plan/search/arrangements.hpp"
#include "plan/search/exact_shares.hpp"

#include <algorithm>
#include <queue>

namespace hetgrid::plan {
namespace {

struct Node {
  std::vector<int> rows; ///< of the processes that are placed
  Shares shares;         ///< the best of the relaxed matrix
  double bound = 0;      ///< their W, or the bound known beforehand if that is less

  /// Of equal bounds the one closer to an arrangement comes first.
  bool operator<(const Node& other) const {
    return std::pair(bound, rows.size()) < std::pair(other.bound, other.rows.size());
  }
};

class BranchAndBound {
public:
  BranchAndBound(std::span<const double> sorted, Solution start)
      : sorted_(sorted), p_(start.arrangement.p), q_(start.arrangement.q), best_(std::move(start)),
        walk_(p_, q_), relaxed_(p_, q_, std::vector<double>(sorted.begin(), sorted.end())) {
    Node root{{}, equal_shares(p_, q_), 0};
    relax(PartialArrangement(sorted_, p_, q_));
    optimise(root);
    open_.push(std::move(root));
  }

  /// \return whether nothing is left to do
  bool finished() const { return open_.empty() || !promising(open_.top()); }
  double operations() const noexcept { return operations_; }

  double work() const noexcept { return best_.work; }
  double bound() const {
    return finished() ? best_.work : std::min(open_.top().bound * (1 + resolution), best_.bound);
  }
  double gap() const { return bound() - work(); }
  Solution best() {
    best_.bound = bound();
    return std::move(best_);
  }

  /// Branches the most promising node.
  void advance() {
    const Node parent = open_.top();
    open_.pop();
    PartialArrangement partial(sorted_, p_, q_);
    for (const int row : parent.rows)
      partial.extend(row);
    for (int row = 0; row < p_; ++row) {
      if (!partial.extend(row))
        continue;
      relax(partial);
      operations_ += operations_for_a_node * p_ * q_;
      Node child = parent;
      if (makespan(relaxed_, child.shares) > 1 + resolution)
        optimise(child);
      if (partial.complete())
        consider(partial.arrangement(), child);
      else if (promising(child)) {
        child.rows.push_back(row);
        open_.push(std::move(child));
      }
      partial.retract();
    }
  }

private:
  static constexpr double operations_for_a_node = 8; ///< on each cell, besides its trees

  bool promising(const Node& node) const { return node.bound > best_.work * (1 + resolution); }

  /// The matrix of cycle-times of the node, as if moved apart by generic().
  void relax(const PartialArrangement& partial) {
    std::vector<int> open(static_cast<std::size_t>(q_), 0); // open cells in the columns so far
    for (int i = 0; i < p_; ++i) {
      int in_rectangle = 0;
      for (int j = 0; j < q_; ++j) {
        const bool is_open = j >= partial.length(i);
        in_rectangle += open[static_cast<std::size_t>(j)] += is_open;
        const int process = is_open ? partial.placed() + in_rectangle - 1 : partial.arrangement().at(i, j);
        relaxed_(i, j) = sorted_[static_cast<std::size_t>(process)] * generic_factor(i, j);
      }
    }
  }

  void optimise(Node& node) {
    const double operations_for_a_tree = static_cast<double>(p_) * q_ * (p_ + q_);
    const double most = best_.bound;
    node.bound = 0;
    walk_(relaxed_, Shares(node.shares), [&](const SpanningTree& tree) {
      operations_ += operations_for_a_tree;
      if (const double reached = tree.work(); reached > node.bound) {
        node.bound = reached;
        node.shares = tree.shares();
      }
      return node.bound < most;
    });
    node.bound = std::min(node.bound, most);
  }

  void consider(const Arrangement& arrangement, const Node& leaf) {
    if (!promising(leaf))
      return;
    const TimeMatrix t(sorted_, arrangement);
    best_.arrangement = arrangement;
    best_.shares = {best_rows(t, leaf.shares.c), leaf.shares.c}; // exact for t, which was moved
    best_.work = plan::work(best_.shares);
  }

  std::span<const double> sorted_;
  int p_, q_;
  Solution best_;
  double operations_ = 0; ///< on cells of the grid, so far
  TreeWalk walk_;
  TimeMatrix relaxed_;
  std::priority_queue<Node> open_;
};

} // namespace

Solution branch_and_bound(std::span<const double> sorted, Solution start, ProgressMeter& meter,
                          double largest_number_of_operations) {
  BranchAndBound search(sorted, std::move(start));
  const double first_gap = search.gap();
  while (!search.finished() && search.operations() < largest_number_of_operations) {
    const double before = search.operations();
    search.advance();
    // Counting nodes would tell nothing of how many there will be.
    if (!meter.advance(search.operations() - before, 1 - search.gap() / first_gap, search.work(),
                       search.bound()))
      break;
  }
  return search.best();
}

} // namespace hetgrid::plan
