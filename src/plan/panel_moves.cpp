// Within a given time the rows n determine the columns, m_j = floor x_j with x_j = min_i blocks(i, j) / n_i. The
// two smallest quotients of every column are kept, so that the effect of another count of one row is known in
// O(q). A move takes a block from one row and gives it to another. Since blocks given never raise x_j, only rows
// that gain by giving a block away come into question, and most of them are dismissed at once.
//
// Of moves that bring the same number of columns the one that leaves larger x_j is taken, and a move that brings
// only that counts as a gain, too: it prepares the next column.
#include "plan/panel_moves.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::plan {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

/// Block columns that fit to the rows.
struct Columns {
  int whole = 0;   ///< sum_j floor x_j
  double real = 0; ///< sum_j x_j

  /// Whole columns decide; the weight of the real ones is small, since not every fraction is used in the end.
  double value() const { return whole + 0.1 * real; }
};

class RowMoves {
public:
  RowMoves(const PanelCapacity& capacity, std::vector<int> rows)
      : capacity_(capacity), rows_(std::move(rows)), smallest_(at(capacity.q())) {
    for (int j = 0; j < capacity.q(); ++j)
      find_smallest(j);
  }

  const std::vector<int>& rows() const { return rows_; }
  int count(int i) const { return rows_[at(i)]; }

  Columns columns() const {
    Columns result;
    for (const Smallest& x : smallest_)
      add(result, x.first);
    return result;
  }

  /// Columns that would fit if row i owned n blocks.
  Columns columns_with(int i, int n) const {
    Columns result;
    const double* blocks = capacity_.row(i);
    for (const Smallest& x : smallest_)
      add(result, std::min(x.without(i), *blocks++ / n)); // all there are for n = 0
    return result;
  }

  void set(int i, int n) {
    rows_[at(i)] = n;
    for (int j = 0; j < capacity_.q(); ++j) {
      Smallest& x = smallest_[at(j)];
      const double quotient = n > 0 ? capacity_.blocks(i, j) / n : infinity;
      if (x.row == i || x.second_row == i)
        find_smallest(j);
      else
        x.insert(quotient, i);
    }
  }

private:
  /// The two smallest quotients blocks(i, j) / n_i of a column and the rows that they come from.
  struct Smallest {
    double first = infinity, second = infinity;
    int row = -1, second_row = -1;

    double without(int i) const { return row == i ? second : first; }
    void insert(double quotient, int i) {
      if (quotient < first) {
        second = first;
        second_row = row;
        first = quotient;
        row = i;
      } else if (quotient < second) {
        second = quotient;
        second_row = i;
      }
    }
  };

  static void add(Columns& columns, double x) {
    x = std::min(x, 1e6); // a panel without rows
    columns.whole += static_cast<int>(x);
    columns.real += x;
  }

  void find_smallest(int j) {
    Smallest x;
    for (int i = 0; i < capacity_.p(); ++i)
      if (rows_[at(i)] > 0)
        x.insert(capacity_.blocks(i, j) / rows_[at(i)], i);
    smallest_[at(j)] = x;
  }

  const PanelCapacity& capacity_;
  std::vector<int> rows_;
  std::vector<Smallest> smallest_;
};

} // namespace

std::vector<int> rows_after_exchanges(const PanelCapacity& capacity, std::vector<int> rows, int enough) {
  RowMoves moves(capacity, std::move(rows));
  const int p = capacity.p();
  Columns reached = moves.columns();
  for (int without_gain = 0, from = 0; without_gain < p && reached.whole < enough; from = (from + 1) % p) {
    ++without_gain;
    const int n = moves.count(from);
    if (n == 0 || moves.columns_with(from, n - 1).value() <= reached.value() * (1 + 1e-12))
      continue;
    moves.set(from, n - 1);
    int best = from;
    for (int to = 0; to < p; ++to)
      if (to != from)
        if (const Columns next = moves.columns_with(to, moves.count(to) + 1);
            next.value() > reached.value() * (1 + 1e-12)) {
          reached = next;
          best = to;
        }
    moves.set(best, moves.count(best) + 1);
    if (best != from)
      without_gain = 0;
  }
  return moves.rows();
}

std::vector<int> rows_after_resizing(const PanelCapacity& capacity, std::vector<int> rows, SizeRange range,
                                     int most_columns) {
  const int p = capacity.p();
  int size = total(rows);
  RowMoves moves(capacity, std::move(rows));
  const auto value = [&](int rows_then, const Columns& columns) {
    return range.contains(rows_then)
               ? rows_then * std::min(columns.value(), most_columns * (columns.value() / columns.whole))
               : 0.0;
  };
  double reached = value(size, moves.columns());
  // Row p stands for the outside.
  for (int without_gain = 0, from = 0; without_gain <= p; from = (from + 1) % (p + 1)) {
    ++without_gain;
    if (from < p) {
      if (moves.count(from) == 0 || size == 1)
        continue;
      moves.set(from, moves.count(from) - 1);
      --size;
    }
    int best = from;
    const auto consider = [&](int to, int rows_then, const Columns& columns) {
      if (const double then = value(rows_then, columns); then > reached * (1 + 1e-12)) {
        reached = then;
        best = to;
      }
    };
    if (from < p)
      consider(p, size, moves.columns());
    for (int to = 0; to < p; ++to)
      if (to != from)
        consider(to, size + 1, moves.columns_with(to, moves.count(to) + 1));
    if (best < p) {
      moves.set(best, moves.count(best) + 1);
      ++size;
    }
    if (best != from)
      without_gain = 0;
  }
  return moves.rows();
}

} // namespace hetgrid::plan
