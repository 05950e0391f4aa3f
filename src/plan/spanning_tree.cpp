#include "plan/spanning_tree.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {
namespace {

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

} // namespace

// Grow the tree from row 0. While part of the grid is not connected, scale the r and c of everything outside
// against those inside until one more constraint is tight. With R, C the sums of r and c inside (a) and
// outside (b), scaling the outside by l gives W(l) = (R_a + l R_b)(C_a + C_b / l), a convex function of log
// l: one of the two directions does not decrease it ([Boudet99] 4.3.1, justification).
SpanningTree::SpanningTree(const TimeMatrix& t, Shares start)
    : p_(t.p()), q_(t.q()), shares_(std::move(start)), on_row_side_(at(p_ + q_)) {
  shares_.c = best_columns(t, shares_.r);
  shares_.r = best_rows(t, shares_.c);
  auto& [r, c] = shares_;
  std::vector<char> inside(at(p_ + q_), 0);
  inside[0] = 1;
  for (int joined = 1; joined < p_ + q_; ++joined) {
    double r_a = 0, r_b = 0, c_a = 0, c_b = 0;
    for (int i = 0; i < p_; ++i)
      (inside[at(i)] ? r_a : r_b) += r[at(i)];
    for (int j = 0; j < q_; ++j)
      (inside[at(p_ + j)] ? c_a : c_b) += c[at(j)];
    // Slack of the constraints that tighten when the outside r grow (up) or the outside c grow (down).
    double up = 0, down = 0;
    Edge up_edge{-1, -1}, down_edge{-1, -1};
    for (int i = 0; i < p_; ++i)
      for (int j = 0; j < q_; ++j) {
        const double load = r[at(i)] * t(i, j) * c[at(j)];
        if (!inside[at(i)] && inside[at(p_ + j)] && load > up) {
          up = load;
          up_edge = {i, j};
        }
        if (inside[at(i)] && !inside[at(p_ + j)] && load > down) {
          down = load;
          down_edge = {i, j};
        }
      }
    bool go_up = up > 0;
    if (up > 0 && down > 0) {
      const double work_up = (r_a + r_b / up) * (c_a + c_b * up),
                   work_down = (r_a + r_b * down) * (c_a + c_b / down);
      go_up = work_up >= work_down;
    }
    const double factor = go_up ? 1 / up : down;
    for (int i = 0; i < p_; ++i)
      if (!inside[at(i)])
        r[at(i)] *= factor;
    for (int j = 0; j < q_; ++j)
      if (!inside[at(p_ + j)])
        c[at(j)] /= factor;
    edges_.push_back(go_up ? up_edge : down_edge);
    inside[at(edges_.back().row)] = 1;
    inside[at(p_ + edges_.back().column)] = 1;
  }
}

std::vector<int> SpanningTree::cells() const {
  std::vector<int> cells;
  for (const Edge& edge : edges_)
    cells.push_back(edge.row * q_ + edge.column);
  std::ranges::sort(cells);
  return cells;
}

void SpanningTree::cut(int edge) const {
  std::ranges::fill(on_row_side_, 0);
  on_row_side_[at(edges_[at(edge)].row)] = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (int e = 0; e < edges(); ++e) {
      char& row = on_row_side_[at(edges_[at(e)].row)];
      char& column = on_row_side_[at(p_ + edges_[at(e)].column)];
      if (e != edge && row != column) {
        row = column = 1;
        grown = true;
      }
    }
  }
}

SpanningTree::Step SpanningTree::step(const TimeMatrix& t, int edge) const {
  cut(edge);
  // r shrinks and c grows on the row side: the constraints of other rows with these columns tighten.
  Step best;
  for (int i = 0; i < p_; ++i) {
    if (on_row_side_[at(i)])
      continue;
    for (int j = 0; j < q_; ++j) {
      const double load = shares_.r[at(i)] * t(i, j) * shares_.c[at(j)];
      if (on_row_side_[at(p_ + j)] && load > best.factor)
        best = {{i, j}, load};
    }
  }
  return best;
}

double SpanningTree::work_after(const TimeMatrix& t, int edge) const {
  const Step best = step(t, edge);
  if (best.factor <= 0)
    return 0;
  double r = 0, c = 0;
  for (int i = 0; i < p_; ++i)
    r += on_row_side_[at(i)] ? shares_.r[at(i)] * best.factor : shares_.r[at(i)];
  for (int j = 0; j < q_; ++j)
    c += on_row_side_[at(p_ + j)] ? shares_.c[at(j)] / best.factor : shares_.c[at(j)];
  return r * c;
}

bool SpanningTree::exchange(const TimeMatrix& t, int edge) {
  const Step best = step(t, edge);
  if (best.factor <= 0)
    return false;
  for (int i = 0; i < p_; ++i)
    if (on_row_side_[at(i)])
      shares_.r[at(i)] *= best.factor;
  for (int j = 0; j < q_; ++j)
    if (on_row_side_[at(p_ + j)])
      shares_.c[at(j)] /= best.factor;
  edges_[at(edge)] = best.entering;
  return true;
}

TimeMatrix generic(const TimeMatrix& t) {
  TimeMatrix moved = t;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j) {
      const double phase =
          (i + 1) * std::sqrt(2.0) * 1.7320508 + (j + 1) * std::sqrt(5.0) + (i + 1) * (j + 1) * 0.6180339;
      moved(i, j) *= 1 + 1e-11 * (phase * phase - std::floor(phase * phase));
    }
  return moved;
}

Shares tree_shares(const TimeMatrix& t, const std::vector<int>& cells) {
  const int p = t.p(), q = t.q();
  Shares shares{std::vector<double>(at(p), 0), std::vector<double>(at(q), 0)};
  shares.r[0] = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (const int cell : cells) {
      double& r = shares.r[at(cell / q)];
      double& c = shares.c[at(cell % q)];
      if ((r == 0) == (c == 0))
        continue;
      (r == 0 ? r : c) = 1 / (t(cell / q, cell % q) * (r == 0 ? c : r));
      grown = true;
    }
  }
  const double excess = std::max(1.0, makespan(t, shares));
  for (double& c : shares.c)
    c /= excess;
  return shares;
}

} // namespace hetgrid::plan
