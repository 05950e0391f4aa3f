// Rounding r and c by themselves loses several per cent of W in panels of practical size, since the rounding
// errors of a row and of a column multiply. The counts are searched together instead: as long as a shorter
// time T can be reached, by moves of single blocks between rows or between columns. The steps of T become
// smaller where they fail. Then branch and bound over the counts of the shorter axis proves the optimum, or
// finds a better one to go on with, unless its bound of nodes is reached first.
#include "plan/panel/panel_of_size.hpp"

#include "hetgrid/error.hpp"
#include "plan/panel/counts.hpp"
#include "plan/panel/first_to_finish.hpp"
#include "plan/panel/panel_enumeration.hpp"
#include "plan/panel/panel_moves.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hetgrid::plan {
namespace {

/// Gains below this, relatively, are rounding errors.
constexpr double tiny = 1e-12;

/// A grid with its limits, or the same transposed.
struct Side {
  TimeMatrix t;
  PanelLimits limits;
  int panel_rows, panel_columns;

  PanelCapacity capacity(double time) const {
    return {t, time, limits, static_cast<double>(panel_rows) * panel_columns};
  }
};

class CountsSearch {
public:
  CountsSearch(const TimeMatrix& t, PanelCounts counts, const PanelLimits& limits)
      : by_rows_{t, limits, total(counts.rows), total(counts.columns)},
        by_columns_{transposed(t), transposed(limits, t.p(), t.q()), total(counts.columns),
                    total(counts.rows)},
        counts_(std::move(counts)), reached_(longest_time(t, counts_)) {}

  const PanelCounts& counts() const { return counts_; }

  /// Makes the counts respect the limits, in a time as short as possible.
  bool respect_limits() {
    if (respects(by_rows_.limits, counts_))
      return true;
    for (double time = reached_; time < 100 * reached_; time *= 1.1)
      if (reach(time))
        return true;
    constexpr double any_time = std::numeric_limits<double>::infinity();
    return reach(any_time) || reach_by_enumeration(any_time);
  }

  void improve() {
    do {
      for (double step = 1.0 / 16; step > 1e-4; step /= 2)
        while (reach(reached_ * (1 - step))) {
        }
      while (reach(reached_ * (1 - tiny))) {
      }
    } while (reach_by_enumeration(reached_ * (1 - tiny)));
  }

private:
  /// Branch and bound proves the optimum of small grids only; a node of a large one costs more.
  int most_nodes() const { return std::min(5'000, 500'000 / static_cast<int>(by_rows_.t.all().size())); }

  /// Moves blocks between rows and between columns, in turn, as long as fewer blocks are missing.
  /// \return whether counts were found that need no longer than `time`
  bool reach(double time) {
    PanelCounts start = counts_;
    int missing = std::numeric_limits<int>::max();
    for (const Side *side = &by_rows_, *other = &by_columns_;; std::swap(side, other)) {
      const PanelCapacity capacity = side->capacity(time);
      std::vector<int> rows =
          rows_after_moves(capacity, start.rows, {side->panel_rows, side->panel_rows}, side->panel_columns);
      const std::vector<int> most = most_columns(*side, capacity, rows);
      const int missing_now = side->panel_columns - total(most);
      if (missing_now <= 0) {
        accept(*side, rows, most);
        return true;
      }
      if (side == &by_columns_ && missing_now >= missing)
        return false;
      missing = std::min(missing, missing_now);
      start = {filled_up(column_times(side->t, rows), most, side->panel_columns), std::move(rows)};
    }
  }

  bool reach_by_enumeration(double time) {
    const Side& side = by_rows_.t.p() <= by_rows_.t.q() ? by_rows_ : by_columns_;
    const PanelCapacity capacity = side.capacity(time);
    const auto rows = rows_by_enumeration(capacity, side.panel_rows, side.panel_columns, most_nodes());
    if (rows)
      accept(side, *rows, most_columns(side, capacity, *rows));
    return rows.has_value();
  }

  static std::vector<int> most_columns(const Side& side, const PanelCapacity& capacity,
                                       std::span<const int> rows) {
    std::vector<int> most = capacity.most_columns(rows);
    for (int& m : most)
      m = std::min(m, side.panel_columns);
    return most;
  }

  /// Columns with as many blocks more as are missing, where they delay least.
  static std::vector<int> filled_up(const std::vector<double>& times, std::vector<int> columns, int size) {
    FirstToFinish first(times, columns);
    for (int given = total(columns); given < size; ++given)
      ++columns[static_cast<std::size_t>(first.next())];
    return columns;
  }

  /// Takes the best columns for the rows, none with more than `most`.
  void accept(const Side& side, std::vector<int> rows, const std::vector<int>& most) {
    const std::vector<double> times = column_times(side.t, rows);
    std::vector<int> columns(most.size(), 0);
    FirstToFinish first(times, columns, most);
    for (int given = 0; given < side.panel_columns; ++given)
      ++columns[static_cast<std::size_t>(first.next())];
    counts_ = {std::move(rows), std::move(columns)};
    if (&side == &by_columns_)
      std::swap(counts_.rows, counts_.columns);
    reached_ = longest_time(by_rows_.t, counts_);
  }

  Side by_rows_, by_columns_;
  PanelCounts counts_;
  double reached_;
};

} // namespace

std::optional<PanelCounts> improved_counts(const TimeMatrix& t, PanelCounts counts,
                                           const PanelLimits& limits) {
  CountsSearch search(t, std::move(counts), limits);
  if (!search.respect_limits())
    return std::nullopt;
  search.improve();
  return search.counts();
}

PanelCounts counts_for_panel(const TimeMatrix& t, const Shares& shares, int panel_rows, int panel_columns,
                             const PanelLimits& limits) {
  check(limits);
  PanelCounts by_rows{optimal_counts(line_times(shares.r), panel_rows), {}};
  by_rows.columns = optimal_counts(column_times(t, by_rows.rows), panel_columns);
  // Where one axis is coarse its rounding decides: start from the other one, too.
  PanelCounts by_columns{{}, optimal_counts(line_times(shares.c), panel_columns)};
  by_columns.rows = optimal_counts(column_times(transposed(t), by_columns.columns), panel_rows);
  const auto counts = improved_counts(
      t, longest_time(t, by_columns) < longest_time(t, by_rows) ? by_columns : by_rows, limits);
  if (!counts)
    throw ArgumentError("panel",
                        std::to_string(panel_rows) + " x " + std::to_string(panel_columns) + " blocks",
                        "a panel that can be dealt out within the memory of the processes");
  return *counts;
}

} // namespace hetgrid::plan
