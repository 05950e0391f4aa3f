// Within a given time the rows n determine the columns, m_j = floor x_j with x_j = min_i blocks(i, j) / n_i.
// The two smallest quotients of every column are kept, so that the effect of another count of one row is
// known in O(q). A move takes a block from one row, or from outside the panel, and gives it to another, or to
// the outside.
//
// What a block more for row i costs in columns only grows when another row gives a block away, since that
// raises x_j. So the costs for the rows as they are, known once for all, bound those of the moves from below,
// and most moves are dismissed without being tried: O(p q) for all p^2 of them.
//
// Of moves that bring the same number of columns the one that leaves larger x_j is taken, and a move that
// brings only that counts as a gain, too: it prepares the next column.
#include "plan/panel/panel_moves.hpp"

#include "layout/subscript.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::plan {
namespace {

/// Block columns that fit to the rows.
struct Columns {
  int whole = 0;   ///< sum_j floor x_j
  double real = 0; ///< sum_j x_j

  Columns operator-(const Columns& other) const { return {whole - other.whole, real - other.real}; }
};

class Rows {
public:
  Rows(const PanelCapacity& capacity, std::vector<int> rows)
      : capacity_(capacity), rows_(std::move(rows)), smallest_(at(capacity.q())) {
    for (int j = 0; j < capacity.q(); ++j)
      find_smallest(j);
  }

  const std::vector<int>& counts() const { return rows_; }
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

class Ascent {
public:
  Ascent(const PanelCapacity& capacity, std::vector<int> rows, SizeRange range, int most_columns)
      : p_(capacity.p()), range_(range), most_columns_(most_columns), rows_(capacity, std::move(rows)),
        size_(total(rows_.counts())), reached_(value(size_, rows_.columns())) {}

  std::vector<int> run() {
    find_costs();
    const int outside = range_.smallest < range_.largest ? 1 : 0;
    for (int without_gain = 0, from = 0; without_gain < p_ + outside; from = (from + 1) % (p_ + outside))
      without_gain = move_from(from) ? 0 : without_gain + 1;
    return rows_.counts();
  }

private:
  double value(int size, const Columns& columns) const {
    if (!range_.contains(size))
      return 0;
    // The weight of x_j is small, since not every fraction is used in the end.
    return size * (std::min(columns.whole, most_columns_) + 0.1 * columns.real);
  }

  bool gains(double value) const { return value > reached_ * (1 + 1e-12); }

  /// Makes the best move of a block of row `from`, or, from = p, of one from outside, if it gains.
  bool move_from(int from) {
    const bool inside = from < p_;
    const int n = inside ? rows_.count(from) : 0;
    if (inside && (n == 0 || size_ == 1))
      return false;
    const Columns without = inside ? rows_.columns_with(from, n - 1) : rows_.columns();
    const int size_without = inside ? size_ - 1 : size_;
    if (!gains(value(size_without, without)) && !gains(value(size_without + 1, without)))
      return false;
    int best = from;
    const auto consider = [&](int to, double then) {
      if (gains(then)) {
        reached_ = then;
        best = to;
      }
    };
    if (inside) {
      consider(p_, value(size_without, without));
      rows_.set(from, n - 1);
    }
    for (int to = 0; to < p_; ++to)
      if (to != from && gains(value(size_without + 1, without - costs_[at(to)])))
        consider(to, value(size_without + 1, rows_.columns_with(to, rows_.count(to) + 1)));
    if (best < p_)
      rows_.set(best, rows_.count(best) + 1);
    if (best == from)
      return false;
    size_ = total(rows_.counts());
    find_costs();
    return true;
  }

  /// Columns lost if a row had one block more.
  void find_costs() {
    costs_.clear();
    const Columns now = rows_.columns();
    for (int i = 0; i < p_; ++i)
      costs_.push_back(now - rows_.columns_with(i, rows_.count(i) + 1));
  }

  int p_;
  SizeRange range_;
  int most_columns_;
  Rows rows_;
  int size_;
  double reached_;
  std::vector<Columns> costs_;
};

} // namespace

std::vector<int> rows_after_moves(const PanelCapacity& capacity, std::vector<int> rows, SizeRange range,
                                  int most_columns) {
  return Ascent(capacity, std::move(rows), range, most_columns).run();
}

} // namespace hetgrid::plan
