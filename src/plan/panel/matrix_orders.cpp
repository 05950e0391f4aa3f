// With a look-ahead of one step a factorization advances at the pace of the process that has most to update in each step:
//
//     T = sum over s of max over i, j of t_ij R_i(s) C_j(s),
//
// R_i and C_j being the block rows and columns behind block s of grid row i and grid column j. The orders of ordering.hpp, those
// of [Boudet99], balance either dimension as if the other one were shared out in real numbers, and those of a panel that is
// repeated; what both round then adds up. Here the matrix is allocated as a whole, from its end: as in one dimension, each
// allocation is that of the smaller matrix with one block row and one block column more, and of all pairs those are taken whose
// owners finish first,
//
//     max ((R_i + 1) max_l t_il C_l,  (C_j + 1) max_k t_kj R_k,  t_ij (R_i + 1)(C_j + 1)),
//
// or, with other methods of rounding, x instead of 1, and x - 1 + C_l of those who own some: those of divisors (Jefferson, 1;
// Webster, 1/2).
#include "plan/panel/matrix_orders.hpp"

#include "layout/subscript.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::plan {
namespace {

/// The last blocks of a matrix.
class Allocation {
public:
  Allocation(const TimeMatrix& t, const Rounding& rounding)
      : t_(t), rounding_(rounding), rows_(at(t.p())), columns_(at(t.q())), row_times_(at(t.p())),
        column_times_(at(t.q())) {}

  /// A block row and a block column more, in front of the others.
  void add(int row, int column) {
    rows_[at(row)] += 1;
    columns_[at(column)] += 1;
    for (int i = 0; i < t_.p(); ++i)
      row_times_[at(i)] =
          std::max(row_times_[at(i)], t_(i, column) * counted(columns_, column, rounding_.columns));
    for (int j = 0; j < t_.q(); ++j)
      column_times_[at(j)] = std::max(column_times_[at(j)], t_(row, j) * counted(rows_, row, rounding_.rows));
  }

  struct Owners {
    int row, column;
  };
  /// Those of the next block row and block column.
  Owners first_to_finish() const {
    constexpr double tie = 1e-12; // what is less apart is so by rounding errors
    Owners first{0, 0};
    double earliest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < t_.p(); ++i)
      for (int j = 0; j < t_.q(); ++j) {
        const double rows = rows_[at(i)] + rounding_.rows, columns = columns_[at(j)] + rounding_.columns;
        const double finish =
            std::max({rows * row_times_[at(i)], columns * column_times_[at(j)], t_(i, j) * rows * columns});
        if (finish < earliest * (1 - tie)) {
          earliest = finish;
          first = {i, j};
        }
      }
    return first;
  }

private:
  /// What a line counts as that has its last block: so much as it was asked for then.
  static double counted(const std::vector<double>& blocks, int line, double rounding) {
    return blocks[at(line)] - 1 + rounding;
  }

  const TimeMatrix& t_;
  Rounding rounding_;
  std::vector<double> rows_, columns_; ///< blocks of the grid lines
  std::vector<double> row_times_,
      column_times_; ///< of the slowest process of a line, for each block of the line
};

} // namespace

MatrixOrders matrix_orders(const TimeMatrix& t, int blocks, const Rounding& rounding) {
  MatrixOrders orders;
  Allocation allocation(t, rounding);
  for (int block = 0; block < blocks; ++block) {
    const auto [row, column] = allocation.first_to_finish();
    allocation.add(row, column);
    orders.rows.push_back(row);
    orders.columns.push_back(column);
  }
  std::ranges::reverse(orders.rows);
  std::ranges::reverse(orders.columns);
  return orders;
}

} // namespace hetgrid::plan
