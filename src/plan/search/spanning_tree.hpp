// Acceptable spanning trees ([Boudet99] 4.3.1) and the exchange of one edge between them.
#pragma once

#include "plan/objective.hpp"

#include <span>
#include <vector>

namespace hetgrid::plan {

/// A spanning tree of the complete bipartite graph of grid rows and grid columns, acceptable for a matrix of
/// cycle-times: r_i t_ij c_j = 1 on its edges and <= 1 elsewhere. In logarithms these are the vertices of the
/// polyhedron x_i + y_j <= -log t_ij, and an edge exchange walks along one of its edges.
///
/// Cycle-times are taken as distinct in the sense that no vertex has more than p + q - 1 tight constraints;
/// the caller sees to it (generic()). The tree refers to the matrix, which must outlive it.
///
/// The nodes are the grid rows 0 .. p-1 and the grid columns p .. p+q-1; the tree hangs from grid row 0, and
/// an edge is named by its lower end, 1 .. p+q-1.
class SpanningTree {
public:
  SpanningTree() = default; ///< storage for grow() or assignment
  /// Some acceptable tree: a vertex reached from the given positive shares without loss of W. O(p q).
  SpanningTree(const TimeMatrix& t, const Shares& start) { grow(t, start); }

  /// The same, in the storage of this tree. \throws ArgumentError if shares overflow or vanish on the way
  void grow(const TimeMatrix& t, const Shares& start);

  const Shares& shares() const noexcept { return shares_; }
  double work() const { return plan::work(shares_); }
  int nodes() const noexcept { return static_cast<int>(parent_.size()); }

  /// Degrees of the grid rows. They identify the tree among all acceptable ones of a matrix: it is the
  /// optimal basis of the transportation problem with supplies d_i - 1 + 1/p and demands 1.
  const std::vector<int>& row_degrees() const noexcept { return row_degrees_; }

  /// The one constraint that stops the walk when edge `edge` is given up: the row side of the edge is cut
  /// off, its r shrink and its c grow by `factor` until the constraint at (row, column) becomes tight.
  struct Step {
    int edge = 0;
    int row = -1, column = -1; ///< row -1: nothing ever stops the walk
    double factor = 0;
    double work = 0; ///< W after the step
  };
  /// O(rows on one side x columns on the other).
  Step step(int edge) const;

  /// d log W / d log(1 / factor) at the start of step(edge), for all edges. O(p + q).
  void slopes(std::vector<double>& slope) const;

  /// Row of the tree's edge `edge`: exchanging it changes the degrees of this row and of step.row.
  int row_of(int edge) const noexcept {
    return edge < t_->p() ? edge : parent_[static_cast<std::size_t>(edge)];
  }

  /// The acceptable tree that shares all other edges with this one. O(p + q).
  /// \param step  one that is stopped
  void exchange(const Step& step);

  /// The tree's shares for cycle-times t that differ slightly from those it was grown for, scaled to respect
  /// all constraints.
  Shares shares_for(const TimeMatrix& t) const;

private:
  /// Preorder from the parents, so that a subtree is a range.
  void renumber();

  std::span<const int> subtree(int node) const {
    const std::size_t v = static_cast<std::size_t>(node);
    return std::span(order_).subspan(static_cast<std::size_t>(place_[v]), static_cast<std::size_t>(size_[v]));
  }

  const TimeMatrix* t_ = nullptr;
  Shares shares_;
  double row_sum_ = 0, column_sum_ = 0; ///< of the shares
  std::vector<int> parent_, row_degrees_;
  std::vector<int> order_, place_, size_; ///< nodes in preorder; position in it; nodes of the subtree
  mutable std::vector<int> rows_, columns_, first_child_, next_sibling_; ///< scratch
};

/// The cycle-times moved apart by a relative 1e-11 so that no two different products of them coincide: ties
/// have no degenerate vertices any more. Deterministic.
TimeMatrix generic(const TimeMatrix& t);
/// The factor, 1 to 1 + 1e-11, by which generic() multiplies the cycle-time at (i, j).
double generic_factor(int i, int j);

} // namespace hetgrid::plan
