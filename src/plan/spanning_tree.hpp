// Acceptable spanning trees ([Boudet99] 4.3.1) and the exchange of one edge between them.
#pragma once

#include "plan/objective.hpp"

#include <cstdint>
#include <vector>

namespace hetgrid::plan {

/// A spanning tree of the complete bipartite graph of grid rows and grid columns, acceptable for a matrix of
/// cycle-times: r_i t_ij c_j = 1 on its edges and <= 1 elsewhere. In logarithms these are the vertices of the
/// polyhedron x_i + y_j <= -log t_ij, and an edge exchange walks along one of its edges.
///
/// Cycle-times are taken as distinct in the sense that no vertex has more than p + q - 1 tight constraints;
/// the caller sees to it (generic()).
class SpanningTree {
public:
  /// Some acceptable tree: the vertex reached from the given positive shares without loss of W.
  SpanningTree(const TimeMatrix& t, Shares start);

  const Shares& shares() const noexcept { return shares_; }
  double work() const { return plan::work(shares_); }
  int edges() const noexcept { return static_cast<int>(edges_.size()); }

  /// Cell indices i * q + j of the edges, sorted: identifies the tree.
  std::vector<int> cells() const;

  /// The acceptable tree that shares all edges but number `edge` with this one, if there is one: the row side
  /// of the edge is cut off, its r shrink and its c grow until another constraint becomes tight. \return
  /// false, and nothing changes, if the walk never meets one
  bool exchange(const TimeMatrix& t, int edge);

  /// W after exchange(t, edge), or 0 if there is none.
  double work_after(const TimeMatrix& t, int edge) const;

private:
  struct Edge {
    int row, column;
  };
  struct Step {
    Edge entering{-1, -1};
    double factor = 0; ///< by which r shrinks and c grows on the row side
  };

  Step step(const TimeMatrix& t, int edge) const;
  /// Marks the rows and columns on the row side of the edge in on_row_side_.
  void cut(int edge) const;

  int p_, q_;
  Shares shares_;
  std::vector<Edge> edges_;
  mutable std::vector<char> on_row_side_; ///< rows, then columns; scratch
};

/// The cycle-times moved apart by a relative 1e-11 so that no two different products of them coincide: ties
/// have no degenerate vertices any more. Deterministic.
TimeMatrix generic(const TimeMatrix& t);

/// Shares of the tree with the given cells for cycle-times t, scaled to respect all constraints.
Shares tree_shares(const TimeMatrix& t, const std::vector<int>& cells);

} // namespace hetgrid::plan
