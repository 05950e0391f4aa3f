// The arrangement that is best for the real shares need not be for a panel, whose counts are coarse. For
// given counts n and m the best one is known: the faster process where n_i m_j is larger, for if a faster one
// has less, exchanging the two makes no maximum larger. With t_1 <= t_2 ... the panel then needs
//
//   T = max over x of x t_C(x),  C(x) the number of cells with n_i m_j >= x,
//
// which depends only on how many rows own a blocks and how many columns b: lines with the same count are
// alike, and the cost of T does not grow with the grid. So T itself is searched, by moves of single blocks
// from a random line to another. Since many counts share one T and most moves raise it, a longer T is
// accepted up to a threshold (Dueck and Scheuer 1990) that falls to zero; it starts at the relative grain of
// the panel, a few blocks of an axis. Any x, also one that is no product any more, bounds T from below by
// x t_C(x): where the last move that was too long was too long, the next one mostly is, too, and needs no more.
#include "plan/panel/panel_arrangement.hpp"

#include "layout/subscript.hpp"
#include "plan/panel/panel_capacity.hpp"
#include "plan/search/exact_shares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace hetgrid::plan {
namespace {

/// Counts of the rows or of the columns: how many lines own so many blocks.
class Lines {
public:
  explicit Lines(std::span<const int> counts) {
    for (const int blocks : counts)
      change(blocks, 1);
  }

  /// Blocks of a line and how many lines own so many, by increasing blocks.
  const std::vector<std::pair<int, int>>& by_blocks() const { return lines_; }

  /// The blocks of one of the different counts, at random.
  int random_blocks(std::mt19937_64& random) const { return lines_[random() % lines_.size()].first; }

  /// Does a block from a line with `from` blocks to another one with `to` change anything?
  bool can_move(int from, int to) const {
    return from > 0 && from != to + 1 && (from != to || place(from)->second > 1);
  }

  void move(int from, int to) {
    change(from, -1);
    change(from - 1, 1);
    change(to, -1);
    change(to + 1, 1);
  }

  /// By decreasing blocks.
  std::vector<int> counts() const {
    std::vector<int> result;
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line)
      result.insert(result.end(), at(line->second), line->first);
    return result;
  }

private:
  void change(int blocks, int by) {
    auto line = lines_.begin() + (place(blocks) - lines_.cbegin());
    if (line == lines_.end() || line->first != blocks)
      line = lines_.insert(line, {blocks, 0});
    if ((line->second += by) == 0)
      lines_.erase(line);
  }
  std::vector<std::pair<int, int>>::const_iterator place(int blocks) const {
    return std::ranges::lower_bound(lines_, blocks, {}, &std::pair<int, int>::first);
  }

  std::vector<std::pair<int, int>> lines_;
};

class ThresholdSearch {
public:
  /// \param sorted cycle-times of the grid's processes, non-decreasing
  /// \param effort  part of the usual number of trials
  ThresholdSearch(std::span<const double> sorted, const PanelCounts& start, std::uint64_t seed, double effort)
      : sorted_(sorted), random_(seed), effort_(effort), rows_(start.rows), columns_(start.columns),
        grain_(3 / std::sqrt(static_cast<double>(total(start.rows)) * total(start.columns))) {}

  PanelCounts best() {
    double reached = time(infinity), shortest = reached;
    PanelCounts best{rows_.counts(), columns_.counts()};
    const int trials =
        static_cast<int>(effort_ * static_cast<double>(std::min<std::size_t>(20'000, 200 * sorted_.size())));
    for (int trial = 0; trial < trials; ++trial) {
      Lines& lines = random_() % 2 ? rows_ : columns_;
      const int from = lines.random_blocks(random_), to = lines.random_blocks(random_);
      if (!lines.can_move(from, to))
        continue;
      const double threshold = grain_ * (1 - static_cast<double>(trial) / trials) * random_fraction();
      lines.move(from, to);
      const double limit = reached * (1 + threshold);
      if (const double then = time(limit); then <= limit) {
        reached = then;
        if (reached < shortest * (1 - 1e-12)) {
          shortest = reached;
          best = {rows_.counts(), columns_.counts()};
        }
      } else {
        lines.move(to + 1, from - 1);
      }
    }
    return best;
  }

private:
  double random_fraction() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  /// T with the best arrangement, or infinity if it is above the limit.
  double time(double limit) {
    if (const std::size_t cells_above = cells_above_bottleneck();
        cells_above > 0 && bottleneck_ * sorted_[cells_above - 1] > limit)
      return infinity;
    products_.clear();
    for (const auto& [n, rows] : rows_.by_blocks())
      for (const auto& [m, columns] : columns_.by_blocks())
        if (n > 0 && m > 0)
          products_.emplace_back(static_cast<double>(n) * m, rows * columns);
    // Of the same number of blocks the last one counts, in any order.
    std::ranges::sort(products_, [](const auto& a, const auto& b) { return a.first > b.first; });
    double longest = 0;
    std::size_t cells = 0;
    for (const auto& [blocks, count] : products_) {
      cells += at(count);
      longest = std::max(longest, blocks * sorted_[cells - 1]);
      if (longest > limit) {
        bottleneck_ = blocks;
        return infinity;
      }
    }
    return longest;
  }

  /// Processes that own at least bottleneck_ blocks: the fewer a row has, the more a column has to have.
  std::size_t cells_above_bottleneck() const {
    if (bottleneck_ == 0)
      return 0;
    std::size_t cells = 0, columns = 0;
    auto column = columns_.by_blocks().rbegin();
    for (const auto& [n, rows] : rows_.by_blocks()) {
      for (; column != columns_.by_blocks().rend() && static_cast<double>(n) * column->first >= bottleneck_;
           ++column)
        columns += at(column->second);
      cells += at(rows) * columns;
    }
    return cells;
  }

  std::span<const double> sorted_;
  std::mt19937_64 random_;
  double effort_;
  Lines rows_, columns_;
  double grain_;
  double bottleneck_ = 0; ///< blocks of a process at which the last T that was too long was so
  std::vector<std::pair<double, int>> products_; ///< blocks of a process, how many processes own so many
};

/// The faster process where n_i m_j is larger. \param sorted processes by cycle-time
Arrangement best_arrangement(const std::vector<int>& sorted, const PanelCounts& counts) {
  const int p = static_cast<int>(counts.rows.size()), q = static_cast<int>(counts.columns.size());
  std::vector<int> cells(sorted.size());
  std::iota(cells.begin(), cells.end(), 0);
  std::ranges::stable_sort(cells, std::greater{}, [&](int cell) {
    return static_cast<double>(counts.rows[at(cell / q)]) * counts.columns[at(cell % q)];
  });
  Arrangement arrangement{p, q, std::vector<int>(sorted.size())};
  for (std::size_t k = 0; k < cells.size(); ++k)
    arrangement.process[at(cells[k])] = sorted[k];
  return arrangement;
}

} // namespace

ArrangedPanel arranged_panel(std::span<const double> cycle_times, const Arrangement& arrangement,
                             const PanelCounts& counts, std::uint64_t seed, double effort) {
  const auto time = [&](int process) { return cycle_times[at(process)]; };
  std::vector<int> sorted = arrangement.process;
  std::ranges::stable_sort(sorted, {}, time);
  std::vector<double> times;
  for (const int process : sorted)
    times.push_back(time(process));
  ArrangedPanel result;
  result.counts = ThresholdSearch(times, counts, seed, effort).best();
  result.arrangement = best_arrangement(sorted, result.counts);
  return result;
}

Shares shares_for_panel(const TimeMatrix& t, const PanelCounts& counts) {
  Shares shares;
  shares.c = best_columns(t, std::vector<double>(counts.rows.begin(), counts.rows.end()));
  shares.r = best_rows(t, shares.c);
  return improved_shares(t, shares);
}

} // namespace hetgrid::plan
