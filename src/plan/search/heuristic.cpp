// [Boudet99] 4.4. Slow processes are gathered in grid columns and rows of their own so that they do not hold
// back the fast ones; among processes of similar speed the fastest go to the first row and column,
// alternately, so that the shares of rows and columns fall off alike.
//
// Readings of the printed text: the deviation needs the squares; the angle is that of the signed turn at a
// point of the graph; the second value of a hook goes to the column, and when one arm is full the other
// continues; c_2 and c_3 of the example are 1/max.
#include "plan/search/heuristic.hpp"

#include "layout/subscript.hpp"
#include "plan/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hetgrid::plan {
namespace {

/// sigma_k / k for k = 1 .. n.
std::vector<double> relative_deviations(std::span<const double> sorted) {
  std::vector<double> result;
  double mean = 0, squares = 0; // of the values so far, updated as by Welford
  for (std::size_t k = 1; k <= sorted.size(); ++k) {
    const double x = sorted[k - 1] / sorted[0], delta = x - mean;
    mean += delta / static_cast<double>(k);
    squares += delta * (x - mean);
    result.push_back(std::sqrt(squares / static_cast<double>(k)) / static_cast<double>(k));
  }
  return result;
}

/// Harmonic mean of the cycle-times of a line of the corner.
double harmonic_mean(std::span<const double> times) {
  return static_cast<double>(times.size()) / upper_bound(times);
}

} // namespace

int detect_split(std::span<const double> sorted, double threshold_degrees) {
  const std::vector<double> y = relative_deviations(sorted);
  double largest = threshold_degrees * std::numbers::pi / 180;
  std::size_t split = sorted.size();
  for (std::size_t k = 1; k + 1 < y.size(); ++k) {
    const double turn = std::atan(y[k + 1] - y[k]) - std::atan(y[k] - y[k - 1]);
    if (turn > largest) {
      largest = turn;
      split = k + 1;
    }
  }
  return static_cast<int>(split);
}

FastCorner fast_corner(int p, int q, int fast) {
  FastCorner best{0, 0};
  for (int rows = 1; rows <= std::min(p, fast); ++rows) {
    const int columns = std::min(q, fast / rows);
    if (rows * columns >= best.rows * best.columns)
      best = {rows, columns};
  }
  return best;
}

Arrangement hook_arrangement(int p, int q, FastCorner corner) {
  Arrangement arrangement{p, q, std::vector<int>(at(p * q))};
  int next = 0;
  const auto place = [&](int i, int j) { arrangement.process[at(i * q + j)] = next++; };
  for (int hook = 0; hook < std::min(corner.rows, corner.columns); ++hook) {
    place(hook, hook);
    for (int i = hook + 1, j = hook + 1; i < corner.rows || j < corner.columns; ++i, ++j) {
      if (i < corner.rows)
        place(i, hook);
      if (j < corner.columns)
        place(hook, j);
    }
  }
  for (int j = corner.columns; j < q; ++j)
    for (int i = 0; i < corner.rows; ++i)
      place(i, j);
  for (int i = corner.rows; i < p; ++i)
    for (int j = 0; j < q; ++j)
      place(i, j);
  return arrangement;
}

Shares corner_shares(const TimeMatrix& t, FastCorner corner) {
  const auto [rows, columns] = corner;
  std::vector<double> first_row, first_column;
  for (int j = 0; j < columns; ++j)
    first_row.push_back(t(0, j));
  for (int i = 0; i < rows; ++i)
    first_column.push_back(t(i, 0));
  const double row_mean = harmonic_mean(first_row), column_mean = harmonic_mean(first_column);
  const bool by_column = column_mean < row_mean || (column_mean == row_mean && rows >= columns);

  Shares shares{std::vector<double>(at(t.p()), 0), std::vector<double>(at(t.q()), 0)};
  auto& [r, c] = shares;
  // The largest share of a column (row) that lines 0 .. limit-1 across it allow.
  const auto column_share = [&](int j, int limit) {
    double longest = 0;
    for (int i = 0; i < limit; ++i)
      longest = std::max(longest, r[at(i)] * t(i, j));
    return 1 / longest;
  };
  const auto row_share = [&](int i, int limit) {
    double longest = 0;
    for (int j = 0; j < limit; ++j)
      longest = std::max(longest, t(i, j) * c[at(j)]);
    return 1 / longest;
  };
  if (by_column) {
    for (int i = 0; i < rows; ++i)
      r[at(i)] = 1 / t(i, 0);
    for (int j = 0; j < columns; ++j)
      c[at(j)] = column_share(j, rows);
  } else {
    for (int j = 0; j < columns; ++j)
      c[at(j)] = 1 / t(0, j);
    for (int i = 0; i < rows; ++i)
      r[at(i)] = row_share(i, columns);
  }
  for (int j = columns; j < t.q(); ++j)
    c[at(j)] = column_share(j, rows);
  for (int i = rows; i < t.p(); ++i)
    r[at(i)] = row_share(i, t.q());
  return shares;
}

Shares refined_shares(const TimeMatrix& t, Shares shares) {
  for (double last = 0; normalised_work(t, shares) > last * (1 + 1e-14);) {
    last = normalised_work(t, shares);
    Shares next = shares;
    next.c = best_columns(t, next.r);
    next.r = best_rows(t, next.c);
    if (normalised_work(t, next) > last)
      shares = next;
  }
  return shares;
}

Solution search_heuristically(std::span<const double> sorted, int p, int q) {
  const FastCorner corner = fast_corner(p, q, detect_split(sorted));
  Solution solution{hook_arrangement(p, q, corner), {}, 0, upper_bound(sorted)};
  const TimeMatrix t(sorted, solution.arrangement);
  solution.shares = refined_shares(t, corner_shares(t, corner));
  solution.work = work(solution.shares);
  return solution;
}

} // namespace hetgrid::plan
