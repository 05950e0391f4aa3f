// Rounding r and c by themselves loses several per cent of W in panels of practical size, since the rounding
// errors of a row and of a column multiply. The counts are searched together instead. For given counts n of
// the rows, grid column j works like one process of cycle-time max_i n_i t_ij, so Algorithm 2.3.1 gives the
// best counts m of the columns at once, for one size or, chunk by chunk, for all sizes: only n has to be
// searched. To search the columns instead, the matrix is transposed.
//
//   given size   alternate between n and m, move single blocks, then branch and bound over n, which proves
//                the optimum unless its bound of nodes is reached first
//   free size    start from the real shares at every size of n, change single blocks of the best starts
#include "plan/integer_panel.hpp"

#include "plan/counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace hetgrid::plan {
namespace {

/// Gains below this, relatively, are rounding errors.
constexpr double tiny = 1e-12;

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

int sum(std::span<const int> x) {
  return std::accumulate(x.begin(), x.end(), 0);
}

std::vector<double> inverse(std::span<const double> x) {
  std::vector<double> result;
  for (const double value : x)
    result.push_back(1 / value);
  return result;
}

Shares swapped(const Shares& shares) {
  return {shares.c, shares.r};
}
PanelCounts swapped(PanelCounts counts) {
  std::swap(counts.rows, counts.columns);
  return counts;
}

/// max_ij n_i t_ij m_j.
double longest(const TimeMatrix& t, const PanelCounts& counts) {
  double result = 0;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      result = std::max(result, counts.rows[at(i)] * t(i, j) * counts.columns[at(j)]);
  return result;
}

/// Time of each grid column for one block column, max_i n_i t_ij: that of its slowest process.
std::vector<double> column_times(const TimeMatrix& t, std::span<const int> rows) {
  std::vector<double> times(at(t.q()), 0);
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      times[at(j)] = std::max(times[at(j)], rows[at(i)] * t(i, j));
  return times;
}

// Panels of a given size.

std::vector<int> best_columns_for(const TimeMatrix& t, std::span<const int> rows, int panel_columns) {
  return optimal_counts(column_times(t, rows), panel_columns);
}

/// Redoes columns and rows in turn while that gains. \return the longest time of a process
double alternate(const TimeMatrix& t, const TimeMatrix& t_transposed, PanelCounts& counts) {
  const int panel_rows = sum(counts.rows), panel_columns = sum(counts.columns);
  double reached = longest(t, counts);
  for (;;) {
    PanelCounts next;
    next.columns = best_columns_for(t, counts.rows, panel_columns);
    next.rows = best_columns_for(t_transposed, next.columns, panel_rows);
    const double after = longest(t, next);
    if (after >= reached * (1 - tiny))
      return reached;
    reached = after;
    counts = std::move(next);
  }
}

/// Moves single blocks between grid rows while that gains. \return whether it did
bool move_blocks(const TimeMatrix& t, const TimeMatrix& t_transposed, PanelCounts& counts, int& trials) {
  const double before = longest(t, counts);
  double reached = before;
  for (bool gained = true; gained;) {
    gained = false;
    for (int from = 0; from < t.p() && !gained; ++from)
      for (int to = 0; to < t.p() && !gained && trials > 0; ++to) {
        if (from == to || counts.rows[at(from)] == 0)
          continue;
        --trials;
        PanelCounts next = counts;
        --next.rows[at(from)];
        ++next.rows[at(to)];
        next.columns = best_columns_for(t, next.rows, sum(counts.columns));
        const double after = alternate(t, t_transposed, next);
        if (after < reached * (1 - tiny)) {
          reached = after;
          counts = std::move(next);
          gained = true;
        }
      }
  }
  return reached < before;
}

/// Counts that no move of a single block improves.
void improve(const TimeMatrix& t, PanelCounts& counts) {
  const TimeMatrix t_transposed = transposed(t);
  alternate(t, t_transposed, counts);
  int trials = 2'000'000 / (t.p() * t.q());
  for (bool gained = true; gained;) {
    gained = move_blocks(t, t_transposed, counts, trials);
    counts = swapped(std::move(counts));
    gained = move_blocks(t_transposed, t, counts, trials) || gained;
    counts = swapped(std::move(counts));
  }
}

/// Branch and bound over the counts of the rows, one row after the other. With the rows 0 .. i fixed, the
/// columns cannot finish before B_q / sum_j 1 / max_{k <= i} n_k t_kj, and a row by itself, n_i > 0, not
/// before n_i B_q / sum_j 1 / t_ij, which also limits from below what is left to the other rows.
class RowEnumeration {
public:
  RowEnumeration(const TimeMatrix& t, PanelCounts& best)
      : t_(t), best_(best), reached_(longest(t, best)), panel_columns_(sum(best.columns)),
        rows_(at(t.p()), 0) {
    for (int i = 0; i < t.p(); ++i) {
      double speed = 0;
      for (int j = 0; j < t.q(); ++j)
        speed += 1 / t(i, j);
      block_time_.push_back(panel_columns_ / speed);
    }
    place(0, sum(best.rows), std::vector<double>(at(t.q()), 0));
  }

private:
  static constexpr int most_nodes = 20'000;

  /// The most blocks that a row may own in counts better than the best known.
  double most(int i) const { return std::floor(reached_ * (1 - tiny) / block_time_[at(i)]); }

  /// \param times max n_k t_kj over the rows placed so far
  void place(int i, int left, const std::vector<double>& times) {
    if (++nodes_ > most_nodes || !may_improve(times))
      return;
    if (i == t_.p())
      return evaluate();
    double others = 0;
    for (int k = i + 1; k < t_.p(); ++k)
      others += most(k);
    const int least = static_cast<int>(std::max(0.0, left - others));
    for (int n = static_cast<int>(std::min<double>(left, most(i))); n >= least; --n) {
      std::vector<double> extended = times;
      for (int j = 0; j < t_.q(); ++j)
        extended[at(j)] = std::max(extended[at(j)], n * t_(i, j));
      rows_[at(i)] = n;
      place(i + 1, left - n, extended);
    }
  }

  bool may_improve(const std::vector<double>& times) const {
    double speed = 0;
    for (const double time : times)
      speed += 1 / time; // infinite as long as no row owns a block
    return panel_columns_ / speed < reached_ * (1 - tiny);
  }

  void evaluate() {
    PanelCounts counts{rows_, best_columns_for(t_, rows_, panel_columns_)};
    if (const double after = longest(t_, counts); after < reached_ * (1 - tiny)) {
      reached_ = after;
      best_ = std::move(counts);
    }
  }

  const TimeMatrix& t_;
  PanelCounts& best_;
  double reached_;
  int panel_columns_;
  int nodes_ = 0;
  std::vector<int> rows_;
  std::vector<double> block_time_; ///< of a row, for one block row spread over its processes perfectly
};

/// The best counts of the same size, from a start.
PanelCounts completed(const TimeMatrix& t, PanelCounts counts) {
  improve(t, counts);
  if (t.p() <= t.q()) {
    RowEnumeration(t, counts);
    return counts;
  }
  counts = swapped(std::move(counts));
  RowEnumeration(transposed(t), counts);
  return swapped(std::move(counts));
}

// Panels of free size.

/// Blocks that a panel may have along an axis.
struct SizeRange {
  int smallest, largest;

  SizeRange(int n, int requested) : smallest(1), largest(n == 1 ? 1 : std::max(64, 8 * n)) {
    if (requested > 0)
      smallest = largest = requested;
  }
  bool contains(int size) const { return smallest <= size && size <= largest; }
};

/// Panels of any size in a range for given counts of the rows.
class FreeColumns {
public:
  FreeColumns(const TimeMatrix& t, SizeRange range) : t_(t), range_(range) {}

  /// visit(size, W) for the best columns of every size, by Algorithm 2.3.1 chunk by chunk: every allocation
  /// on the way is the best of its size. Stops when visit returns true.
  template <typename Visit>
  void for_each_size(std::span<const int> rows, Visit&& visit) const {
    const std::vector<double> times = column_times(t_, rows);
    std::vector<double> next = times; // when the column would finish one more block
    const double blocks = sum(rows);
    double finish = 0;
    for (int size = 1; size <= range_.largest; ++size) {
      const auto first = std::ranges::min_element(next);
      finish = std::max(finish, *first);
      *first += times[at(static_cast<int>(first - next.begin()))];
      if (size >= range_.smallest && visit(size, blocks * size / finish))
        return;
    }
  }

  double best_work(std::span<const int> rows) const {
    double best = 0;
    for_each_size(rows, [&](int, double work) {
      best = std::max(best, work);
      return false;
    });
    return best;
  }

  /// The smallest size that reaches W = least, or 0.
  int smallest_size(std::span<const int> rows, double least) const {
    int found = 0;
    for_each_size(rows, [&](int size, double work) {
      found = work >= least ? size : 0;
      return found > 0;
    });
    return found;
  }

private:
  const TimeMatrix& t_;
  SizeRange range_;
};

struct Rows {
  std::vector<int> counts;
  double work; ///< W with the best columns of any size
};

/// Gives a row one block more or less, or moves one to another row, while that gains.
Rows changed_by_single_blocks(const FreeColumns& columns, SizeRange range, Rows rows, int& trials) {
  const int p = static_cast<int>(rows.counts.size());
  const auto gains = [&](int from, int to) {
    std::vector<int> next = rows.counts;
    if (from < p && next[at(from)]-- == 0)
      return false;
    if (to < p)
      ++next[at(to)];
    if (!range.contains(sum(next)) || --trials < 0)
      return false;
    const double work = columns.best_work(next);
    if (work <= rows.work * (1 + tiny))
      return false;
    rows = {std::move(next), work};
    return true;
  };
  for (bool gained = true; gained;) {
    gained = false;
    for (int from = 0; from <= p && !gained; ++from) // p: from or to outside the panel
      for (int to = 0; to <= p && !gained; ++to)
        gained = from != to && gains(from, to);
  }
  return rows;
}

/// The smallest panel among the row counts given, each with the fewest columns, that loses at most
/// `tolerance` of the best W and is not below `uniform`.
PanelCounts smallest_panel(const TimeMatrix& t, const FreeColumns& columns, std::span<const Rows> candidates,
                           double uniform, double tolerance) {
  const double best = std::ranges::max_element(candidates, {}, &Rows::work)->work;
  const double least = std::max(best * (1 - tolerance), uniform) * (1 - tiny);
  PanelCounts smallest;
  std::int64_t smallest_area = std::numeric_limits<std::int64_t>::max();
  for (const Rows& rows : candidates) {
    const std::int64_t size = columns.smallest_size(rows.counts, least);
    if (const std::int64_t area = sum(rows.counts) * size; size > 0 && area < smallest_area) {
      smallest_area = area;
      smallest = {rows.counts, best_columns_for(t, rows.counts, static_cast<int>(size))};
    }
  }
  return smallest;
}

PanelCounts panel_of_free_size(const TimeMatrix& t, const Shares& shares, SizeRange row_range,
                               SizeRange column_range, double tolerance) {
  constexpr std::size_t improved_starts = 8;
  const FreeColumns columns(t, column_range);
  std::vector<Rows> candidates;
  const auto add = [&](std::vector<int> counts) {
    const double work = columns.best_work(counts);
    candidates.push_back({std::move(counts), work});
  };
  double uniform = 0;
  if (row_range.contains(t.p()) && column_range.contains(t.q())) {
    uniform = cyclic_work(t);
    add(std::vector<int>(at(t.p()), 1));
  }
  for (int size = row_range.smallest; size <= row_range.largest; ++size)
    add(optimal_counts(inverse(shares.r), size));

  std::vector<Rows> starts = candidates;
  std::ranges::stable_sort(starts, std::greater{}, &Rows::work);
  starts.resize(std::min(starts.size(), improved_starts));
  int trials = 30'000'000 / (t.q() * (column_range.largest + t.p()));
  for (const Rows& start : starts)
    candidates.push_back(changed_by_single_blocks(columns, row_range, start, trials));
  return smallest_panel(t, columns, candidates, uniform, tolerance);
}

} // namespace

double panel_work(const TimeMatrix& t, const PanelCounts& counts) {
  return static_cast<double>(sum(counts.rows)) * sum(counts.columns) / longest(t, counts);
}

PanelCounts counts_for_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns) {
  const TimeMatrix t_transposed = transposed(t);
  PanelCounts by_rows{optimal_counts(inverse(shares.r), panel_rows), {}};
  by_rows.columns = best_columns_for(t, by_rows.rows, panel_columns);
  // Where one axis is coarse its rounding decides: start from the other one, too.
  PanelCounts by_columns{{}, optimal_counts(inverse(shares.c), panel_columns)};
  by_columns.rows = best_columns_for(t_transposed, by_columns.columns, panel_rows);
  return completed(t, longest(t, by_columns) < longest(t, by_rows) ? by_columns : by_rows);
}

PanelCounts choose_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                         double tolerance) {
  const SizeRange rows(t.p(), panel_rows), columns(t.q(), panel_columns);
  if (rows.smallest == rows.largest && columns.smallest == columns.largest)
    return counts_for_panel(t, shares, rows.largest, columns.largest);
  if (t.p() <= t.q())
    return completed(t, panel_of_free_size(t, shares, rows, columns, tolerance));
  return completed(
      t, swapped(panel_of_free_size(transposed(t), swapped(shares), columns, rows, tolerance)));
}

} // namespace hetgrid::plan
