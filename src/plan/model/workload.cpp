// A grid is counted axis by axis: a process at (i, j) owns rows(i) x columns(j) of any rectangle. Any other layout is
// counted block by block: from one border to the next, the blocks of a column strip and of a row strip drop out, and
// each block drops out once, so that all steps together cost as many operations as the matrix has blocks.
#include "plan/model/workload.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {
namespace {

using Index = std::int64_t;

std::size_t at(Index k) {
  return static_cast<std::size_t>(k);
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
        q_(plan.arrangement.q) {
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

  int owner(Index block_row, Index block_column) const override {
    return rows_[at(block_row) % rows_.size()] * q_ + columns_[at(block_column) % columns_.size()];
  }

  void cut(const std::vector<Index>& borders) override {
    row_counts_ = counts(borders, rows_, p_);
    column_counts_ = counts(borders, columns_, q_);
    borders_ = static_cast<Index>(borders.size());
    width_.clear();
    for (std::size_t b = 0; b + 1 < borders.size(); ++b)
      width_.push_back(static_cast<double>(borders[b + 1] - borders[b]));
    border_ = 0;
    lower_.assign(members_.size(), 0);
    for (Index b = 0; b + 1 < borders_; ++b)
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
        trailing.lower[at(k)] = lower_[at(k)];
        trailing.lower_strip[at(k)] = lower_strip(b, i, j);
        lower_[at(k)] -= trailing.lower_strip[at(k)];
      }
  }

private:
  /// Elements from each border on, of each of `parts` grid coordinates.
  std::vector<double> counts(const std::vector<Index>& borders, const std::vector<int>& order,
                             int parts) const {
    std::vector<double> result(borders.size() * at(parts));
    for (Index b = static_cast<Index>(borders.size()) - 2; b >= 0; --b) {
      std::copy_n(result.begin() + (b + 1) * parts, parts, result.begin() + b * parts);
      for (Index g = borders[at(b)], end = 0; g < borders[at(b + 1)]; g = end) {
        end = std::min((g / nb_ + 1) * nb_, borders[at(b + 1)]);
        result[at(b * parts + order[at(g / nb_) % order.size()])] += static_cast<double>(end - g);
      }
    }
    return result;
  }
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

class BlockWorkload : public Workload {
public:
  BlockWorkload(const Distribution& distribution, const Platform& platform, const Problem& problem)
      : rows_(distribution.rows), columns_(distribution.columns), owner_(distribution.owner),
        nb_(problem.block_size) {
    members_ = owner_;
    std::ranges::sort(members_);
    members_.erase(std::ranges::unique(members_).begin(), members_.end());
    for (int& owner : owner_)
      owner = static_cast<int>(std::ranges::lower_bound(members_, owner) - members_.begin());
    for (const int member : members_)
      cycle_times_.push_back(platform.processes[at(member)].cycle_time);
    std::vector<std::vector<int>> by_row(at(rows_)), by_column(at(columns_));
    for (Index i = 0; i < rows_; ++i)
      for (Index j = 0; j < columns_; ++j) {
        by_row[at(i)].push_back(owner_[at(i * columns_ + j)]);
        by_column[at(j)].push_back(owner_[at(i * columns_ + j)]);
      }
    row_line_.resize(members_.size());
    column_line_.resize(members_.size());
    row_lines_ = connect(by_row, row_line_);
    column_lines_ = connect(by_column, column_line_);
  }

  int owner(Index block_row, Index block_column) const override {
    return owner_[at(block_row % rows_ * columns_ + block_column % columns_)];
  }

  void cut(const std::vector<Index>& borders) override {
    make_units(borders);
    border_ = 0;
    const std::size_t members = members_.size();
    area_.assign(members, 0);
    lower_.assign(members, 0);
    rows_left_.assign(members, 0);
    columns_left_.assign(members, 0);
    for (Index u = 0; u < units(); ++u)
      for (Index v = 0; v < units(); ++v) {
        const std::size_t k = at(owner(block_[at(u)], block_[at(v)]));
        area_[k] += size_[at(u)] * size_[at(v)];
        lower_[k] += size_[at(u)] * size_[at(v)] * lower_part(u, v);
      }
    last_rows_ = last_uses([&](Index u, Index v) { return owner(block_[at(u)], block_[at(v)]); }, rows_left_);
    last_columns_ =
        last_uses([&](Index u, Index v) { return owner(block_[at(v)], block_[at(u)]); }, columns_left_);
  }

  void next(Trailing& trailing) override {
    trailing.rows = rows_left_;
    trailing.columns = columns_left_;
    trailing.area = area_;
    trailing.lower = lower_;
    std::ranges::fill(trailing.strip, 0);
    std::ranges::fill(trailing.lower_strip, 0);
    if (at(border_) + 1 >= first_unit_.size())
      return;
    const Index first = first_unit_[at(border_)], end = first_unit_[at(border_ + 1)];
    for (Index v = first; v < end; ++v) {
      for (Index u = first; u < units(); ++u) { // the column strip
        const std::size_t k = at(owner(block_[at(u)], block_[at(v)]));
        const double area = size_[at(u)] * size_[at(v)];
        trailing.strip[k] += area;
        trailing.lower_strip[k] += area * lower_part(u, v);
      }
      for (Index u = end; u < units(); ++u) // the row strip
        area_[at(owner(block_[at(v)], block_[at(u)]))] -= size_[at(u)] * size_[at(v)];
    }
    for (std::size_t k = 0; k < area_.size(); ++k) {
      area_[k] -= trailing.strip[k];
      lower_[k] -= trailing.lower_strip[k];
    }
    drop(last_rows_, rows_left_, first, end);
    drop(last_columns_, columns_left_, first, end);
    ++border_;
  }

private:
  /// A row (column) of units that a member has no more of once unit `row` is behind.
  struct Use {
    int member;
    double size;
  };

  Index units() const { return static_cast<Index>(size_.size()); }
  double lower_part(Index u, Index v) const { return u > v ? 1 : u == v ? updated_part(size_[at(u)]) : 0; }

  /// Units: ranges of indices between borders of blocks and of steps.
  void make_units(const std::vector<Index>& borders) {
    size_.clear();
    block_.clear();
    first_unit_.assign(1, 0);
    for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
      for (Index g = borders[b], end = 0; g < borders[b + 1]; g = end) {
        end = std::min((g / nb_ + 1) * nb_, borders[b + 1]);
        size_.push_back(static_cast<double>(end - g));
        block_.push_back(g / nb_);
      }
      first_unit_.push_back(units());
    }
  }

  Index rows_, columns_;
  std::vector<int> owner_; ///< of the panel's blocks, members
  Index nb_;
  std::vector<double> size_;      ///< of each unit
  std::vector<Index> block_;      ///< in which it lies
  std::vector<Index> first_unit_; ///< behind each border
  Index border_ = 0;
  std::vector<double> area_, lower_, rows_left_, columns_left_; ///< from border_ on
  std::vector<std::vector<Use>> last_rows_, last_columns_;

  /// For each member the rows that have blocks of his, and when the last of them drops out.
  template <typename Owner>
  std::vector<std::vector<Use>> last_uses(Owner&& owner_of, std::vector<double>& total) const {
    std::vector<std::vector<Use>> uses(at(units()));
    std::vector<Index> seen(members_.size(), -1);
    for (Index u = 0; u < units(); ++u)
      for (Index v = units() - 1; v >= 0; --v) {
        const int k = owner_of(u, v);
        if (seen[at(k)] == u)
          continue;
        seen[at(k)] = u;
        uses[at(std::min(u, v))].push_back({k, size_[at(u)]});
        total[at(k)] += size_[at(u)];
      }
    return uses;
  }
  static void drop(const std::vector<std::vector<Use>>& uses, std::vector<double>& left, Index first,
                   Index end) {
    for (Index u = first; u < end; ++u)
      for (const auto& [member, size] : uses[at(u)])
        left[at(member)] -= size;
  }
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
  return std::make_unique<BlockWorkload>(distribution, platform, problem);
}

} // namespace hetgrid::plan
