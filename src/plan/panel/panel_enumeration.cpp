// Branch and bound over the counts of the rows, one row after the other. The rows 0 .. i bound the columns,
// m_j <= min_{k <= i} blocks(k, j) / n_k. They cannot be completed if fewer columns than wanted fit to them,
// nor if the other rows, each by itself with as many blocks as these columns leave it, hold less than what is
// left.
#include "plan/panel/panel_enumeration.hpp"

#include "layout/subscript.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::plan {
namespace {

class RowEnumeration {
public:
  RowEnumeration(const PanelCapacity& capacity, int panel_columns, int most_nodes)
      : capacity_(capacity), panel_columns_(panel_columns), nodes_left_(most_nodes),
        rows_(at(capacity.p()), 0) {}

  const std::vector<int>& rows() const { return rows_; }

  /// Can the rows i .. p - 1 own `left` blocks? \param most x_j, the columns that fit to the rows before
  bool place(int i, int left, const std::vector<double>& most) {
    if (i == capacity_.p())
      return left == 0;
    if (--nodes_left_ < 0)
      return false;
    int others = 0;
    for (int k = i + 1; k < capacity_.p() && others < left; ++k)
      others += largest_count(k, left, most);
    for (int n = largest_count(i, left, most); n >= std::max(0, left - others); --n) {
      rows_[at(i)] = n;
      if (place(i + 1, left - n, with(i, n, most)))
        return true;
    }
    return false;
  }

private:
  std::vector<double> with(int i, int n, std::vector<double> most) const {
    if (n > 0)
      for (int j = 0; j < capacity_.q(); ++j)
        most[at(j)] = std::min(most[at(j)], capacity_.blocks(i, j) / n);
    return most;
  }

  bool enough_columns(int i, int n, const std::vector<double>& most) const {
    std::int64_t columns = 0;
    for (int j = 0; j < capacity_.q(); ++j)
      columns += static_cast<std::int64_t>(std::min(most[at(j)], capacity_.blocks(i, j) / n));
    return columns >= panel_columns_;
  }

  /// The most blocks of row i, at most `left`, with which enough columns fit.
  int largest_count(int i, int left, const std::vector<double>& most) const {
    int fits = 0, too_many = left + 1;
    while (too_many - fits > 1) {
      const int middle = fits + (too_many - fits) / 2;
      (enough_columns(i, middle, most) ? fits : too_many) = middle;
    }
    return fits;
  }

  const PanelCapacity& capacity_;
  int panel_columns_;
  int nodes_left_;
  std::vector<int> rows_;
};

} // namespace

std::optional<std::vector<int>> rows_by_enumeration(const PanelCapacity& capacity, int panel_rows,
                                                    int panel_columns, int most_nodes) {
  RowEnumeration enumeration(capacity, panel_columns, most_nodes);
  if (!enumeration.place(0, panel_rows, std::vector<double>(at(capacity.q()), panel_columns)))
    return std::nullopt;
  return enumeration.rows();
}

} // namespace hetgrid::plan
