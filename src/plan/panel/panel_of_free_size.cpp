// For given counts n of the rows, grid column j works like one process of cycle-time max_i n_i t_ij, so
// Algorithm 2.3.1 gives, chunk by chunk, the best columns of every size. The rows are searched: first the
// rounded shares of every size and, where there are few, all rows of the small sizes; then, since rounding
// loses, changes of single blocks from the best of these. The same with rows and columns exchanged.
//
// Of all panels seen the best of every range of areas are kept; from their Pareto set, area against W, those
// are dropped that add least to it, until few enough are left. These are improved at their size, where limits
// of memory come in, too, and the set is reduced again to the number wanted.
#include "plan/panel/counts.hpp"
#include "plan/panel/panel_moves.hpp"
#include "plan/panel/panel_of_size.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace hetgrid::plan {
namespace {

constexpr std::size_t most_starts = 24;
/// Grids with fewer cells can afford to improve more candidates than are wanted in the end.
constexpr std::size_t most_improved_cells = 50'000;
constexpr int largest_whole_matrix = 512;

SizeRange size_range(int n, int requested, int matrix_blocks) {
  if (requested > 0)
    return {requested, requested};
  int largest = n == 1 ? 1 : std::max(64, 16 * n);
  if (matrix_blocks > 0)
    largest = std::min(largest, matrix_blocks);
  return {1, largest};
}

PanelCounts swapped(PanelCounts counts) {
  std::swap(counts.rows, counts.columns);
  return counts;
}

double area(const PanelCounts& counts) {
  return static_cast<double>(total(counts.rows)) * total(counts.columns);
}

/// Panels with their W, by increasing area.
struct Candidate {
  PanelCounts counts;
  double area, work;
};

/// Drops the candidates that are not better than all smaller ones.
std::vector<Candidate> pareto_set(std::vector<Candidate> candidates) {
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.area != b.area ? a.area < b.area : a.work > b.work;
  });
  double best = 0;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    if (candidate.work <= best * (1 + 1e-9))
      return true;
    best = candidate.work;
    return false;
  });
  return candidates;
}

/// Drops candidates as long as there are too many, never the last one: always the one without which the set
/// dominates least less of the plane of log area and log W.
void thin_out(std::vector<Candidate>& candidates, std::size_t most) {
  const auto adds = [&](std::size_t k) {
    const double before = k == 0 ? candidates[k].work / 2 : candidates[k - 1].work;
    return std::log(candidates[k].work / before) * std::log(candidates[k + 1].area / candidates[k].area);
  };
  while (candidates.size() > most) {
    std::size_t least = 0;
    for (std::size_t k = 1; k + 1 < candidates.size(); ++k)
      if (adds(k) < adds(least))
        least = k;
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(least));
  }
}

/// The Pareto set of the candidates above a W, as far as there are not too many.
std::vector<Candidate> best_above(double least, std::size_t most, std::vector<Candidate> candidates) {
  candidates = pareto_set(std::move(candidates));
  std::erase_if(candidates, [&](const Candidate& x) { return x.work <= least * (1 + 1e-9); });
  thin_out(candidates, most);
  return candidates;
}

/// The best panels seen, one for each range of areas.
class Front {
public:
  explicit Front(const TimeMatrix& t) : t_(t), t_transposed_(transposed(t)) {}

  /// \param rows  counts of the rows, or of the columns if `exchanged`
  /// \param finish  time in which so many of the others can be owned, less one
  void offer(const std::vector<int>& rows, SizeRange columns, std::span<const double> finish,
             bool exchanged) {
    const double blocks = total(rows);
    Seen* seen = nullptr;
    double end = 0; // of the range of areas
    for (int size = columns.smallest; size <= columns.largest; ++size) {
      const double area = blocks * size, work = area / finish[static_cast<std::size_t>(size - 1)];
      if (area >= end) {
        const int range = static_cast<int>(ranges_an_octave * std::log2(area));
        seen = &seen_[range];
        end = std::exp2((range + 1) / ranges_an_octave);
      }
      if (work > seen->work * (1 + 1e-12) || (work > seen->work * (1 - 1e-12) && area < seen->area))
        *seen = {rows, size, area, work, exchanged};
    }
  }

  std::vector<Candidate> candidates() const {
    std::vector<Candidate> result;
    for (const auto& [key, seen] : seen_) {
      PanelCounts counts{
          seen.rows,
          optimal_counts(column_times(seen.exchanged ? t_transposed_ : t_, seen.rows), seen.columns)};
      result.push_back(
          {seen.exchanged ? swapped(std::move(counts)) : std::move(counts), seen.area, seen.work});
    }
    return pareto_set(std::move(result));
  }

private:
  struct Seen {
    std::vector<int> rows;
    int columns = 0;
    double area = 0, work = 0;
    bool exchanged = false;
  };

  static constexpr double ranges_an_octave = 8;

  const TimeMatrix& t_;
  TimeMatrix t_transposed_;
  std::map<int, Seen> seen_; ///< by the logarithm of the area
};

/// Search over the rows of a grid, or over its columns if the grid is exchanged.
class RowsSearch {
public:
  RowsSearch(TimeMatrix t, SizeRange rows, SizeRange columns, bool exchanged, Front& front)
      : t_(std::move(t)), rows_(rows), columns_(columns), exchanged_(exchanged), front_(front) {}

  void rounded_shares(std::span<const double> r) {
    const std::vector<double> times = line_times(r);
    for (int size = rows_.smallest; size <= rows_.largest; ++size)
      all_columns(optimal_counts(times, size));
  }

  /// All rows of as many sizes as there are few of them.
  void small_sizes() {
    constexpr double most = 1000;
    double rows_so_far = 1; // of sizes 0 to size: binom(size + p, p)
    for (int size = 1; size <= rows_.largest; ++size) {
      rows_so_far *= static_cast<double>(size + t_.p()) / size;
      if (rows_so_far > most)
        return;
      std::vector<int> rows(static_cast<std::size_t>(t_.p()), 0);
      if (size >= rows_.smallest)
        all_rows(rows, 0, size);
    }
  }

  void resized(const PanelCounts& counts) {
    const PanelCapacity capacity(t_, longest_time(t_, counts) * (1 + 1e-12), {}, 0);
    all_columns(rows_after_moves(capacity, counts.rows, rows_, columns_.largest));
  }

private:
  /// Completes the rows with all ways to give `left` blocks to row i and those after it.
  void all_rows(std::vector<int>& rows, std::size_t i, int left) {
    if (i + 1 == rows.size()) {
      rows[i] = left;
      return all_columns(rows);
    }
    for (rows[i] = 0; rows[i] <= left; ++rows[i])
      all_rows(rows, i + 1, left - rows[i]);
  }

  /// Offers the rows with the best columns of every size.
  void all_columns(const std::vector<int>& rows) {
    find_finish(column_times(t_, rows));
    front_.offer(rows, columns_, finish_, exchanged_);
  }

  /// Algorithm 2.3.1 without the owners: each block is finished at a multiple of its column's time, the first `largest` of them
  /// in increasing order. Within T a column finishes more than T / t - 1 of them.
  void find_finish(const std::vector<double>& times) {
    double speed = 0; // of all columns
    for (const double time : times)
      speed += 1 / time;
    const double longest = (columns_.largest + static_cast<double>(times.size())) / speed;
    finish_.clear();
    for (const double time : times)
      for (int given = 1; given * time <= longest; ++given)
        finish_.push_back(given * time);
    std::ranges::sort(finish_);
  }

  TimeMatrix t_;
  SizeRange rows_, columns_;
  bool exchanged_;
  Front& front_;
  std::vector<double> finish_; ///< of the blocks of the columns
};

/// Panels within the ranges without regard to limits.
std::vector<Candidate> unlimited_candidates(const TimeMatrix& t, const Shares& shares, SizeRange rows,
                                            SizeRange columns) {
  Front front(t);
  RowsSearch by_rows(t, rows, columns, false, front), by_columns(transposed(t), columns, rows, true, front);
  by_rows.rounded_shares(shares.r);
  by_columns.rounded_shares(shares.c);
  (t.p() <= t.q() ? by_rows : by_columns).small_sizes();
  for (int round = 0; round < 2; ++round) {
    std::vector<Candidate> starts = front.candidates();
    thin_out(starts, most_starts);
    for (const Candidate& start : starts) {
      by_rows.resized(start.counts);
      by_columns.resized(swapped(start.counts));
    }
  }
  return front.candidates();
}

} // namespace

std::vector<PanelCounts> candidate_panels(const TimeMatrix& t, const Shares& shares,
                                          const PanelRequest& request) {
  check(request.limits);
  const SizeRange rows = size_range(t.p(), request.rows, request.matrix_blocks),
                  columns = size_range(t.q(), request.columns, request.matrix_blocks);
  std::vector<Candidate> candidates;
  const auto add = [&](const PanelCounts& counts) {
    candidates.push_back({counts, area(counts), panel_work(t, counts)});
  };
  const PanelCounts uniform{std::vector<int>(static_cast<std::size_t>(t.p()), 1),
                            std::vector<int>(static_cast<std::size_t>(t.q()), 1)};
  const bool uniform_fits =
      rows.contains(t.p()) && columns.contains(t.q()) && respects(request.limits, uniform);
  const double least = uniform_fits ? cyclic_work(t) : 0;
  const std::size_t improved =
      std::clamp(most_improved_cells / t.all().size(), request.most, 8 * request.most);
  for (const Candidate& start : best_above(least, improved, unlimited_candidates(t, shares, rows, columns)))
    if (const auto counts = improved_counts(t, start.counts, request.limits))
      add(*counts);
  candidates = best_above(least, request.most - (uniform_fits ? 1 : 0), std::move(candidates));
  if (uniform_fits)
    add(uniform);
  candidates = pareto_set(std::move(candidates));
  std::vector<PanelCounts> panels;
  for (Candidate& candidate : candidates)
    panels.push_back(std::move(candidate.counts));
  if (panels.empty()) // coarse panels may break limits that fine ones respect
    panels.push_back(counts_for_panel(t, shares, rows.largest, columns.largest, request.limits));
  const int n = request.matrix_blocks;
  if (request.whole_matrix && n > 0 && n <= largest_whole_matrix &&
      (request.rows == 0 || request.rows == n) && (request.columns == 0 || request.columns == n) &&
      area(panels.back()) < static_cast<double>(n) * n)
    panels.push_back(counts_for_panel(t, shares, n, n, request.limits));
  return panels;
}

} // namespace hetgrid::plan
