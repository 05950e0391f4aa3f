#include "plan/search/spanning_tree.hpp"

#include "hetgrid/error.hpp"
#include "layout/subscript.hpp"
#include "plan/limits.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {
// Grow the tree from row 0. While part of the grid is not connected, scale the r and c of everything outside
// against those inside until one more constraint is tight. With R, C the sums of r and c inside (a) and
// outside (b), scaling the outside by l gives W(l) = (R_a + l R_b)(C_a + C_b / l), a convex function of log
// l: one of the two directions does not decrease it ([Boudet99] 4.3.1, justification).
//
// As in Prim's algorithm every node outside keeps its tightest constraint towards the inside. Scaling changes
// those of all rows outside by one factor and those of all columns outside by another: they are kept for the
// shares at the start, and `scale` is what the r outside have been multiplied by (and the c divided).
void SpanningTree::grow(const TimeMatrix& t, const Shares& start) {
  t_ = &t;
  const int p = t.p(), q = t.q(), n = p + q;
  shares_.c = best_columns(t, start.r);
  shares_.r = best_rows(t, shares_.c);
  auto& [r, c] = shares_;
  const std::vector<double> r_0 = r, c_0 = c;
  double r_in = r[0], c_in = 0, r_out = 0, c_out = 0;
  for (int i = 1; i < p; ++i)
    r_out += r[at(i)];
  for (int j = 0; j < q; ++j)
    c_out += c[at(j)];

  parent_.assign(at(n), -1);
  std::vector<double> tightest(at(n), 0.0), scale_of(at(n), 0.0); // scale_of: 0 while outside
  double scale = 1;
  scale_of[0] = 1;
  for (int joined = 0;;) {
    // The node that has just joined, with the shares it has now.
    if (joined < p) {
      for (int j = 0; j < q; ++j)
        if (const double load = r[at(joined)] * t(joined, j) * c_0[at(j)];
            scale_of[at(p + j)] == 0 && load > tightest[at(p + j)]) {
          tightest[at(p + j)] = load;
          parent_[at(p + j)] = joined;
        }
    } else {
      for (int i = 0; i < p; ++i)
        if (const double load = r_0[at(i)] * t(i, joined - p) * c[at(joined - p)];
            scale_of[at(i)] == 0 && load > tightest[at(i)]) {
          tightest[at(i)] = load;
          parent_[at(i)] = joined;
        }
    }
    int row = -1, column = -1;
    for (int i = 0; i < p; ++i)
      if (scale_of[at(i)] == 0 && tightest[at(i)] > 0 && (row < 0 || tightest[at(i)] > tightest[at(row)]))
        row = i;
    for (int v = p; v < n; ++v)
      if (scale_of[at(v)] == 0 && tightest[at(v)] > 0 &&
          (column < 0 || tightest[at(v)] > tightest[at(column)]))
        column = v;
    if (row < 0 && column < 0)
      break; // all are connected, or shares are 0
    const auto work_at = [&](double l) { return (r_in + l * r_out) * (c_in + c_out / l); };
    const double up = row < 0 ? 0 : 1 / tightest[at(row)], down = column < 0 ? 0 : tightest[at(column)];
    const bool go_up = column < 0 || (row >= 0 && work_at(up) >= work_at(down));
    scale = go_up ? up : down;
    joined = go_up ? row : column;
    if (!(scale > 0 && std::isfinite(scale)))
      break;
    scale_of[at(joined)] = scale;
    if (go_up) {
      r[at(row)] *= scale;
      r_in += r[at(row)];
      r_out -= r_0[at(row)];
    } else {
      c[at(column - p)] /= scale;
      c_in += c[at(column - p)];
      c_out -= c_0[at(column - p)];
    }
  }
  if (std::ranges::find(scale_of, 0.0) != scale_of.end())
    throw ArgumentError("cycle_times",
                        text_of(std::ranges::min(t.all())) + " to " + text_of(std::ranges::max(t.all())),
                        "ratios of which products neither overflow nor vanish");
  row_degrees_.assign(at(p), 0);
  for (int v = 1; v < n; ++v)
    ++row_degrees_[at(row_of(v))];
  renumber();
}

void SpanningTree::renumber() {
  const int n = nodes();
  first_child_.assign(at(n), -1);
  next_sibling_.resize(at(n));
  for (int v = n - 1; v > 0; --v) {
    next_sibling_[at(v)] = first_child_[at(parent_[at(v)])];
    first_child_[at(parent_[at(v)])] = v;
  }
  order_.resize(at(n));
  place_.resize(at(n));
  size_.assign(at(n), 1);
  for (int v = 0, k = 0;;) {
    place_[at(v)] = k;
    order_[at(k++)] = v;
    if (first_child_[at(v)] >= 0) {
      v = first_child_[at(v)];
      continue;
    }
    while (v != 0 && next_sibling_[at(v)] < 0) {
      v = parent_[at(v)];
    }
    if (v == 0)
      break;
    v = next_sibling_[at(v)];
  }
  for (int k = n - 1; k > 0; --k)
    size_[at(parent_[at(order_[at(k)])])] += size_[at(order_[at(k)])];
  row_sum_ = column_sum_ = 0;
  for (const double r : shares_.r)
    row_sum_ += r;
  for (const double c : shares_.c)
    column_sum_ += c;
}

// The row side of edge v is the subtree of v if v is a row, otherwise the rest. r shrink and c grow on the
// row side: the constraints of the other rows with these columns tighten.
SpanningTree::Step SpanningTree::step(int edge) const {
  const TimeMatrix& t = *t_;
  const int p = t.p();
  const std::span<const int> below = subtree(edge);
  const bool row_side_below = edge < p;
  rows_.clear();
  columns_.clear();
  // Both sides are summed up: a small one would drown in the difference of the large sums.
  double r_below = 0, c_below = 0, r_rest = 0, c_rest = 0;
  for (const int v : below)
    if (v < p) {
      r_below += shares_.r[at(v)];
      if (!row_side_below)
        rows_.push_back(v);
    } else {
      c_below += shares_.c[at(v - p)];
      if (row_side_below)
        columns_.push_back(v - p);
    }
  Step best;
  best.edge = edge;
  if (row_side_below ? columns_.empty() : rows_.empty())
    return best;
  const std::size_t first = at(place_[at(edge)]), last = first + below.size();
  for (std::size_t k = 0; k < order_.size(); k = k + 1 == first ? last : k + 1) {
    if (const int v = order_[k]; v < p) {
      r_rest += shares_.r[at(v)];
      if (row_side_below)
        rows_.push_back(v);
    } else {
      c_rest += shares_.c[at(v - p)];
      if (!row_side_below)
        columns_.push_back(v - p);
    }
  }
  for (const int i : rows_) {
    const double r = shares_.r[at(i)];
    for (const int j : columns_)
      if (const double load = r * t(i, j) * shares_.c[at(j)]; load > best.factor) {
        best.factor = load;
        best.row = i;
        best.column = j;
      }
  }
  if (best.row >= 0) {
    const double f = row_side_below ? best.factor : 1 / best.factor;
    best.work = (r_rest + r_below * f) * (c_rest + c_below / f);
  }
  return best;
}

// With row side A: log W(f) = log(R - R_A + f R_A) + log(C - C_A + C_A / f), so d log W / d log(1/f) = C_A /
// C - R_A / R.
void SpanningTree::slopes(std::vector<double>& slope) const {
  const int p = t_->p();
  slope.resize(parent_.size());
  for (std::size_t v = 0; v < slope.size(); ++v)
    slope[v] = v < at(p) ? -shares_.r[v] / row_sum_ : shares_.c[v - at(p)] / column_sum_;
  for (std::size_t k = order_.size() - 1; k > 0; --k)
    slope[at(parent_[at(order_[k])])] += slope[at(order_[k])];
  for (std::size_t v = at(p); v < slope.size(); ++v)
    slope[v] = -slope[v]; // the row side is the rest
}

void SpanningTree::exchange(const Step& step) {
  const int p = t_->p();
  const bool row_side_below = step.edge < p;
  const double f = row_side_below ? step.factor : 1 / step.factor;
  for (const int v : subtree(step.edge))
    if (v < p)
      shares_.r[at(v)] *= f;
    else
      shares_.c[at(v - p)] /= f;
  --row_degrees_[at(row_of(step.edge))];
  ++row_degrees_[at(step.row)];
  // Turn the path from the new edge up to the old one upside down.
  int child = row_side_below ? p + step.column : step.row;
  int above = row_side_below ? step.row : p + step.column;
  for (bool done = false; !done;) {
    done = child == step.edge;
    const int next = parent_[at(child)];
    parent_[at(child)] = above;
    above = child;
    child = next;
  }
  renumber();
}

Shares SpanningTree::shares_for(const TimeMatrix& t) const {
  const int p = t.p();
  Shares shares{std::vector<double>(at(p), 1.0), std::vector<double>(at(t.q()))};
  for (const int v : order_)
    if (v >= p)
      shares.c[at(v - p)] = 1 / (shares.r[at(parent_[at(v)])] * t(parent_[at(v)], v - p));
    else if (v > 0)
      shares.r[at(v)] = 1 / (shares.c[at(parent_[at(v)] - p)] * t(v, parent_[at(v)] - p));
  const double excess = std::max(1.0, makespan(t, shares));
  for (double& c : shares.c)
    c /= excess;
  return shares;
}

double generic_factor(int i, int j) {
  const double phase =
      (i + 1) * std::sqrt(2.0) * 1.7320508 + (j + 1) * std::sqrt(5.0) + (i + 1) * (j + 1) * 0.6180339;
  return 1 + 1e-11 * (phase * phase - std::floor(phase * phase));
}

TimeMatrix generic(const TimeMatrix& t) {
  TimeMatrix moved = t;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      moved(i, j) *= generic_factor(i, j);
  return moved;
}

} // namespace hetgrid::plan
