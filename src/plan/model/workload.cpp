// A grid is counted axis by axis: a process at (i, j) owns rows(i) x columns(j) of any rectangle. Any other layout is so
// for kinds of lines instead of grid rows and columns: rows (columns) of the panel with the same owners are of one kind,
// and the owner of what a kind of row has in a kind of column is one process, who may own several such parts. A border
// costs as many operations as there are parts, wherever it is and however large the panel is.
#include "plan/model/workload.hpp"

#include "hetgrid/error.hpp"
#include "plan/distribution/line_kinds.hpp"
#include "plan/machine.hpp"
#include "schedule/broadcast.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {
namespace {

using Index = std::int64_t;

std::size_t at(Index k) {
  return static_cast<std::size_t>(k);
}

/// Elements from each border on, by border and kind. \param order  the kinds of the panel's lines
std::vector<double> counts(const std::vector<Index>& borders, const std::vector<int>& order, int kinds,
                           Index nb) {
  std::vector<double> result(borders.size() * at(kinds));
  for (Index b = static_cast<Index>(borders.size()) - 2; b >= 0; --b) {
    const auto mine = result.begin() + b * kinds;
    std::copy_n(mine + kinds, kinds, mine);
    const Index panel = nb * static_cast<Index>(order.size());
    const Index panels = (borders[at(b + 1)] - borders[at(b)]) / panel; // whole ones, wherever they begin
    if (panels > 0)
      for (const int kind : order)
        mine[kind] += static_cast<double>(panels * nb);
    for (Index g = borders[at(b)] + panels * panel, end = 0; g < borders[at(b + 1)]; g = end) {
      end = std::min((g / nb + 1) * nb, borders[at(b + 1)]);
      mine[order[at(g / nb) % order.size()]] += static_cast<double>(end - g);
    }
  }
  return result;
}

/// Of a square on the diagonal: its lower triangle with squares of 64 columns on the diagonal (linalg::potrf).
double updated_part(double order) {
  constexpr double square = 64;
  return std::min(1.0, 0.5 + square / 2 / order);
}

class GridWorkload : public Workload {
public:
  GridWorkload(const Plan& plan, const Problem& problem)
      : rows_(plan.rows.order), columns_(plan.columns.order), nb_(problem.block_size), p_(plan.arrangement.p),
        q_(plan.arrangement.q), triangle_(problem.operation == Operation::potrf) {
    parameters_ = plan.parameters;
    row_lines_ = p_;
    column_lines_ = q_;
    for (int i = 0; i < p_; ++i)
      for (int j = 0; j < q_; ++j) {
        const int process = plan.arrangement.at(i, j);
        members_.push_back(process);
        row_line_.push_back(i);
        column_line_.push_back(j);
        cycle_times_.push_back(plan.cycle_times[at(process)]);
      }
  }

  bool columns_go_round() const override { return schedule::goes_round(layout::AxisMap(q_, columns_)); }

  int owner(Index block_row, Index block_column) const override {
    return rows_[at(block_row) % rows_.size()] * q_ + columns_[at(block_column) % columns_.size()];
  }

  void cut(const std::vector<Index>& borders) override {
    row_counts_ = counts(borders, rows_, p_, nb_);
    column_counts_ = counts(borders, columns_, q_, nb_);
    borders_ = static_cast<Index>(borders.size());
    width_.clear();
    for (std::size_t b = 0; b + 1 < borders.size(); ++b)
      width_.push_back(static_cast<double>(borders[b + 1] - borders[b]));
    border_ = 0;
    lower_.assign(members_.size(), 0);
    for (Index b = 0; triangle_ && b + 1 < borders_; ++b)
      for (int i = 0; i < p_; ++i)
        for (int j = 0; j < q_; ++j)
          lower_[at(i * q_ + j)] += lower_strip(b, i, j);
  }

  void next(Trailing& trailing) override {
    const Index b = border_++;
    for (int i = 0, k = 0; i < p_; ++i)
      for (int j = 0; j < q_; ++j, ++k) {
        const double rows = row_counts_[at(b * p_ + i)], columns = column_counts_[at(b * q_ + j)];
        trailing.rows[at(k)] = rows;
        trailing.columns[at(k)] = columns;
        trailing.area[at(k)] = rows * columns;
        trailing.strip[at(k)] = rows * strip_columns(b, j);
        if (!triangle_)
          continue;
        trailing.lower[at(k)] = lower_[at(k)];
        trailing.lower_strip[at(k)] = lower_strip(b, i, j);
        lower_[at(k)] -= trailing.lower_strip[at(k)];
      }
  }

private:
  double strip_columns(Index b, int j) const {
    return b + 1 < borders_ ? column_counts_[at(b * q_ + j)] - column_counts_[at((b + 1) * q_ + j)] : 0;
  }
  double lower_strip(Index b, int i, int j) const {
    if (b + 1 == borders_)
      return 0;
    const double below = row_counts_[at((b + 1) * p_ + i)], beside = row_counts_[at(b * p_ + i)] - below;
    return strip_columns(b, j) * (below + beside * updated_part(width_[at(b)]));
  }

  const std::vector<int>&rows_, &columns_;
  Index nb_;
  int p_, q_;
  bool triangle_; ///< only the lower one is worked on
  Index borders_ = 0, border_ = 0;
  std::vector<double> width_;                      ///< from a border to the next
  std::vector<double> row_counts_, column_counts_; ///< by border and grid coordinate
  std::vector<double> lower_;                      ///< of each member, from border_ on
};

/// Numbers the members such that those with a common entry in one of the lists have the same number.
/// \return how many numbers there are
int connect(const std::vector<std::vector<int>>& lists, std::vector<int>& number) {
  std::vector<int> parent(number.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int k) {
    while (parent[at(k)] != k)
      k = parent[at(k)] = parent[at(parent[at(k)])];
    return k;
  };
  for (const std::vector<int>& list : lists)
    for (const int k : list)
      parent[at(root(k))] = root(list[0]);
  int count = 0;
  std::vector<int> numbers(number.size(), -1);
  for (int k = 0; k < static_cast<int>(number.size()); ++k) {
    int& mine = numbers[at(root(k))];
    if (mine < 0)
      mine = count++;
    number[at(k)] = mine;
  }
  return count;
}

class PartsWorkload : public Workload {
public:
  PartsWorkload(const Distribution& distribution, const Platform& platform, const Problem& problem)
      : kinds_(distribution), nb_(problem.block_size), triangle_(problem.operation == Operation::potrf) {
    parameters_.machine = machine_of(platform);
    members_ = kinds_.owner;
    std::ranges::sort(members_);
    members_.erase(std::ranges::unique(members_).begin(), members_.end());
    for (int& owner : kinds_.owner)
      owner = static_cast<int>(std::ranges::lower_bound(members_, owner) - members_.begin());
    for (const int member : members_)
      cycle_times_.push_back(platform.processes[at(member)].cycle_time);
    std::vector<std::vector<int>> by_row(at(kinds_.rows)), by_column(at(kinds_.columns));
    for (int i = 0; i < kinds_.rows; ++i)
      for (int j = 0; j < kinds_.columns; ++j) {
        by_row[at(i)].push_back(kinds_.owner_of(i, j));
        by_column[at(j)].push_back(kinds_.owner_of(i, j));
      }
    row_line_.resize(members_.size());
    column_line_.resize(members_.size());
    row_lines_ = connect(by_row, row_line_);
    column_lines_ = connect(by_column, column_line_);
  }

  bool columns_go_round() const override {
    std::vector<int> order; // the column lines of the panel's columns
    for (const int kind : kinds_.column)
      order.push_back(column_line_[at(kinds_.owner_of(0, kind))]);
    return schedule::goes_round(layout::AxisMap(column_lines_, order));
  }

  int owner(Index block_row, Index block_column) const override {
    return kinds_.owner_of(kinds_.row[at(block_row) % kinds_.row.size()],
                           kinds_.column[at(block_column) % kinds_.column.size()]);
  }

  Index most_steps(Index steps) const override {
    constexpr Index most_parts = 1'000'000; // of all steps
    return std::min(steps, most_parts / std::ssize(kinds_.owner));
  }

  void cut(const std::vector<Index>& borders) override {
    rows_ = counts(borders, kinds_.row, kinds_.rows, nb_);
    columns_ = counts(borders, kinds_.column, kinds_.columns, nb_);
    borders_ = borders;
    border_ = 0;
    lower_.assign(members_.size(), 0);
    for (Index b = 0; triangle_ && b + 1 < std::ssize(borders_); ++b)
      add_lower_strip(b, lower_);
  }

  void next(Trailing& trailing) override {
    const Index b = border_++;
    for (std::vector<double>* figure : {&trailing.area, &trailing.strip, &trailing.lower_strip})
      std::ranges::fill(*figure, 0);
    for (int i = 0; i < kinds_.rows; ++i)
      for (int j = 0; j < kinds_.columns; ++j) {
        const std::size_t k = at(kinds_.owner_of(i, j));
        trailing.area[k] += rows(b, i) * columns(b, j);
        trailing.strip[k] += rows(b, i) * strip(b, j);
      }
    count_lines(b, trailing);
    if (!triangle_)
      return;
    trailing.lower = lower_;
    add_lower_strip(b, trailing.lower_strip);
    for (std::size_t k = 0; k < lower_.size(); ++k)
      lower_[k] -= trailing.lower_strip[k];
  }

private:
  double rows(Index b, int kind) const { return rows_[at(b * kinds_.rows + kind)]; }
  double columns(Index b, int kind) const { return columns_[at(b * kinds_.columns + kind)]; }
  bool is_last(Index b) const { return b + 1 == std::ssize(borders_); }
  /// Columns up to the next border.
  double strip(Index b, int kind) const { return is_last(b) ? 0 : columns(b, kind) - columns(b + 1, kind); }

  /// What Cholesky updates of the columns up to the next border.
  void add_lower_strip(Index b, std::vector<double>& lower) const {
    if (is_last(b))
      return;
    const double part = updated_part(static_cast<double>(borders_[at(b + 1)] - borders_[at(b)]));
    for (int i = 0; i < kinds_.rows; ++i) {
      const double below = rows(b + 1, i), beside = rows(b, i) - below;
      for (int j = 0; j < kinds_.columns; ++j)
        lower[at(kinds_.owner_of(i, j))] += strip(b, j) * (below + beside * part);
    }
  }

  /// Lines of a kind count for each member once, if anything is left of what crosses them.
  void count_lines(Index b, Trailing& trailing) {
    std::ranges::fill(trailing.rows, 0);
    std::ranges::fill(trailing.columns, 0);
    counted_.assign(members_.size(), -1);
    for (int i = 0; i < kinds_.rows; ++i)
      for (int j = 0; j < kinds_.columns; ++j)
        if (const std::size_t k = at(kinds_.owner_of(i, j)); columns(b, j) > 0 && counted_[k] != i) {
          counted_[k] = i;
          trailing.rows[k] += rows(b, i);
        }
    counted_.assign(members_.size(), -1);
    for (int j = 0; j < kinds_.columns; ++j)
      for (int i = 0; i < kinds_.rows; ++i)
        if (const std::size_t k = at(kinds_.owner_of(i, j)); rows(b, i) > 0 && counted_[k] != j) {
          counted_[k] = j;
          trailing.columns[k] += columns(b, j);
        }
  }

  LineKinds kinds_; ///< owners are members
  Index nb_;
  bool triangle_; ///< only the lower one is worked on
  std::vector<Index> borders_;
  Index border_ = 0;
  std::vector<double> rows_, columns_; ///< from each border on, by border and kind
  std::vector<double> lower_;          ///< of each member, from border_ on
  std::vector<int> counted_;           ///< of each member: the last kind of lines
};

} // namespace

Trailing::Trailing(std::size_t members)
    : rows(members), columns(members), area(members), strip(members), lower(members), lower_strip(members) {}

std::unique_ptr<Workload> workload_of(const Plan& plan, const Platform& platform, const Problem& problem) {
  if (plan.cycle_times.size() > platform.processes.size())
    throw ArgumentError("plan", std::to_string(plan.cycle_times.size()) + " processes",
                        "at most " + std::to_string(platform.processes.size()) + ", as the platform has");
  return std::make_unique<GridWorkload>(plan, problem);
}

std::unique_ptr<Workload> workload_of(const Distribution& distribution, const Platform& platform,
                                      const Problem& problem) {
  const int processes = static_cast<int>(platform.processes.size());
  if (distribution.rows < 1 || distribution.columns < 1 ||
      distribution.owner.size() != at(distribution.rows) * at(distribution.columns))
    throw ArgumentError("distribution", std::to_string(distribution.owner.size()) + " blocks",
                        std::to_string(distribution.rows) + " x " + std::to_string(distribution.columns) +
                            ", at least 1 x 1");
  for (const int owner : distribution.owner)
    if (owner < 0 || owner >= processes)
      throw ArgumentError("distribution.owner", std::to_string(owner),
                          "0 to " + std::to_string(processes - 1) + ", a process of the platform");
  return std::make_unique<PartsWorkload>(distribution, platform, problem);
}

} // namespace hetgrid::plan
