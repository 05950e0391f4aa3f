// For given counts of the rows a grid column j works like one process of cycle-time max_i n_i t_ij, and
// Algorithm 2.3.1 gives the best counts of the columns; and the reverse. The two alternate from the rounded
// real shares to a fixpoint, then single blocks are moved from one grid row to another, with the columns
// redone, while that gains.
#include "plan/integer_panel.hpp"

#include "plan/counts.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {
namespace {

double longest(const TimeMatrix& t, const PanelCounts& counts) {
  double result = 0;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      result = std::max(result, counts.rows[static_cast<std::size_t>(i)] * t(i, j) *
                                    counts.columns[static_cast<std::size_t>(j)]);
  return result;
}

std::vector<double> inverse(std::span<const double> x) {
  std::vector<double> result;
  for (const double value : x)
    result.push_back(1 / value);
  return result;
}

/// Time of a grid column for one block column: that of its slowest process.
std::vector<double> column_times(const TimeMatrix& t, std::span<const int> rows) {
  return inverse(best_columns(t, std::vector<double>(rows.begin(), rows.end())));
}
std::vector<double> row_times(const TimeMatrix& t, std::span<const int> columns) {
  return inverse(best_rows(t, std::vector<double>(columns.begin(), columns.end())));
}

/// Redoes columns and rows in turn while that gains. \return the longest time of a process
double alternate(const TimeMatrix& t, PanelCounts& counts, int panel_rows, int panel_columns) {
  double reached = longest(t, counts);
  for (;;) {
    PanelCounts next = counts;
    next.columns = optimal_counts(column_times(t, next.rows), panel_columns);
    next.rows = optimal_counts(row_times(t, next.columns), panel_rows);
    const double after = longest(t, next);
    if (after >= reached * (1 - 1e-12))
      return reached;
    reached = after;
    counts = std::move(next);
  }
}

/// Moves single blocks between grid rows while that gains.
void move_blocks(const TimeMatrix& t, PanelCounts& counts, int panel_rows, int panel_columns,
                 double reached) {
  for (bool gained = true; gained;) {
    gained = false;
    for (int from = 0; from < t.p() && !gained; ++from)
      for (int to = 0; to < t.p() && !gained; ++to) {
        if (from == to || counts.rows[static_cast<std::size_t>(from)] == 0)
          continue;
        PanelCounts next = counts;
        --next.rows[static_cast<std::size_t>(from)];
        ++next.rows[static_cast<std::size_t>(to)];
        next.columns = optimal_counts(column_times(t, next.rows), panel_columns);
        const double after = alternate(t, next, panel_rows, panel_columns);
        if (after < reached * (1 - 1e-12)) {
          reached = after;
          counts = std::move(next);
          gained = true;
        }
      }
  }
}

/// The sizes tried along an axis of n processes: one block if there is nothing to share, all up to 64, or a
/// few multiples of n.
std::vector<int> panel_sizes(int n, int requested) {
  constexpr int cap = 64;
  if (requested > 0)
    return {requested};
  if (n == 1)
    return {1};
  std::vector<int> sizes;
  if (n <= 16)
    for (int size = 1; size <= cap; ++size)
      sizes.push_back(size);
  else
    for (const int multiple : {1, 2, 4, 8})
      sizes.push_back(multiple * n);
  return sizes;
}

} // namespace

double panel_work(const TimeMatrix& t, const PanelCounts& counts) {
  const double rows = std::accumulate(counts.rows.begin(), counts.rows.end(), 0.0);
  const double columns = std::accumulate(counts.columns.begin(), counts.columns.end(), 0.0);
  return rows * columns / longest(t, counts);
}

PanelCounts counts_for_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns) {
  PanelCounts counts{optimal_counts(inverse(shares.r), panel_rows),
                     optimal_counts(inverse(shares.c), panel_columns)};
  double reached = alternate(t, counts, panel_rows, panel_columns);
  // Where one axis is coarse, its rounding decides: start from the other one, too.
  PanelCounts other{counts.rows, optimal_counts(inverse(shares.c), panel_columns)};
  other.rows = optimal_counts(row_times(t, other.columns), panel_rows);
  if (const double after = alternate(t, other, panel_rows, panel_columns); after < reached) {
    reached = after;
    counts = other;
  }
  if (t.p() > 1 && t.q() > 1 && t.p() * t.q() <= 256)
    move_blocks(t, counts, panel_rows, panel_columns, reached);
  return counts;
}

PanelCounts choose_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                         double tolerance) {
  const std::vector<int> row_sizes = panel_sizes(t.p(), panel_rows),
                         column_sizes = panel_sizes(t.q(), panel_columns);
  struct Candidate {
    int rows, columns;
    double work;
  };
  std::vector<Candidate> candidates;
  double best = 0;
  for (const int rows : row_sizes)
    for (const int columns : column_sizes) {
      PanelCounts counts{optimal_counts(inverse(shares.r), rows), optimal_counts(inverse(shares.c), columns)};
      alternate(t, counts, rows, columns);
      candidates.push_back({rows, columns, panel_work(t, counts)});
      best = std::max(best, candidates.back().work);
    }
  std::ranges::stable_sort(candidates, {}, [](const Candidate& c) { return c.rows * c.columns; });
  const auto chosen =
      std::ranges::find_if(candidates, [&](const Candidate& c) { return c.work >= best * (1 - tolerance); });
  return counts_for_panel(t, shares, chosen->rows, chosen->columns);
}

} // namespace hetgrid::plan
