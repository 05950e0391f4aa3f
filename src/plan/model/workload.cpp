// A grid is counted axis by axis: a process at (i, j) owns rows(i) x columns(j) of any rectangle. Any other layout is
// counted block by block: from one border to the next, the blocks of a column strip and of a row strip drop out, and
// each block drops out once, so that all steps together cost as many operations as the matrix has blocks. Between borders
// far apart the blocks that the panel repeats there are counted together.
#include "plan/model/workload.hpp"

#include "hetgrid/error.hpp"
#include "plan/machine.hpp"

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
  /// Elements from each border on, of each of `parts` grid coordinates.
  std::vector<double> counts(const std::vector<Index>& borders, const std::vector<int>& order,
                             int parts) const {
    std::vector<double> result(borders.size() * at(parts));
    for (Index b = static_cast<Index>(borders.size()) - 2; b >= 0; --b) {
      const auto mine = result.begin() + b * parts;
      std::copy_n(mine + parts, parts, mine);
      const Index panel = nb_ * static_cast<Index>(order.size());
      const Index panels = (borders[at(b + 1)] - borders[at(b)]) / panel; // whole ones, wherever they begin
      if (panels > 0)
        for (const int owner : order)
          mine[owner] += static_cast<double>(panels * nb_);
      for (Index g = borders[at(b)] + panels * panel, end = 0; g < borders[at(b + 1)]; g = end) {
        end = std::min((g / nb_ + 1) * nb_, borders[at(b + 1)]);
        mine[order[at(g / nb_) % order.size()]] += static_cast<double>(end - g);
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

class BlockWorkload : public Workload {
public:
  BlockWorkload(const Distribution& distribution, const Platform& platform, const Problem& problem)
      : rows_(distribution.rows), columns_(distribution.columns), owner_(distribution.owner),
        nb_(problem.block_size) {
    parameters_.machine = machine_of(platform);
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

  /// Every run of steps and every gap between two runs costs units, and their product counts.
  Index most_steps(Index steps) const override {
    constexpr Index most_units = 3000, most_blocks = 4000, steps_of_run = 5, least = 32;
    if (steps * std::max<Index>(1, narrow / 8 / nb_) <= most_blocks)
      return steps;
    const Index units_of_run =
        std::max(rows_, columns_) + (steps_of_run + 1) * std::max<Index>(1, narrow / 8 / nb_);
    return std::max(least, steps_of_run * (most_units / units_of_run));
  }

  void cut(const std::vector<Index>& borders) override {
    rows_of_ = Units(borders, nb_, rows_);
    columns_of_ = Units(borders, nb_, columns_);
    border_ = 0;
    last_border_ = static_cast<Index>(borders.size()) - 1;
    const std::size_t members = members_.size();
    area_.assign(members, 0);
    lower_.assign(members, 0);
    for (std::size_t u = 0; u < rows_of_.size.size(); ++u)
      for (std::size_t v = 0; v < columns_of_.size.size(); ++v) {
        const std::size_t k = at(owner_of(u, v));
        const double area = rows_of_.size[u] * columns_of_.size[v];
        area_[k] += area;
        lower_[k] += area * lower_part(u, v);
      }
    last_rows_ = last_uses(rows_of_, columns_of_, rows_left_, [&](auto u, auto v) { return owner_of(u, v); });
    last_columns_ =
        last_uses(columns_of_, rows_of_, columns_left_, [&](auto u, auto v) { return owner_of(v, u); });
  }

  void next(Trailing& trailing) override {
    trailing.rows = rows_left_;
    trailing.columns = columns_left_;
    trailing.area = area_;
    trailing.lower = lower_;
    std::ranges::fill(trailing.strip, 0);
    std::ranges::fill(trailing.lower_strip, 0);
    if (border_ == last_border_)
      return;
    const std::size_t b = at(border_);
    for (std::size_t v = columns_of_.first[b]; v < columns_of_.first[b + 1]; ++v) // the column strip
      for (std::size_t u = rows_of_.first[b]; u < rows_of_.size.size(); ++u) {
        const std::size_t k = at(owner_of(u, v));
        const double area = rows_of_.size[u] * columns_of_.size[v];
        trailing.strip[k] += area;
        trailing.lower_strip[k] += area * lower_part(u, v);
      }
    for (std::size_t u = rows_of_.first[b]; u < rows_of_.first[b + 1]; ++u) // the row strip
      for (std::size_t v = columns_of_.first[b + 1]; v < columns_of_.size.size(); ++v)
        area_[at(owner_of(u, v))] -= rows_of_.size[u] * columns_of_.size[v];
    for (std::size_t k = 0; k < area_.size(); ++k) {
      area_[k] -= trailing.strip[k];
      lower_[k] -= trailing.lower_strip[k];
    }
    for (const auto& [member, size] : last_rows_[b])
      rows_left_[at(member)] -= size;
    for (const auto& [member, size] : last_columns_[b])
      columns_left_[at(member)] -= size;
    ++border_;
  }

private:
  /// No step is wider: windows of 64 or 128 columns, the last one of up to 512.
  static constexpr Index narrow = 512;

  /// Rows or columns that are alike: those of a block between two borders or, between borders far apart, of all blocks
  /// with the same place in the panel.
  struct Units {
    std::vector<double> size;
    std::vector<Index> first_block;
    std::vector<Index> strip;          ///< number of the border before
    std::vector<char> together;        ///< of several blocks
    std::vector<std::size_t> first{0}; ///< behind each border

    Units() = default;
    Units(const std::vector<Index>& borders, Index nb, Index period) {
      for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
        const Index begin = borders[b], end = borders[b + 1];
        const bool far = end - begin > narrow && end - begin > period * nb;
        Index g = begin;
        for (Index unit = 0; g < end && !(far && unit == period); ++unit) {
          const Index block = g / nb, next = std::min((block + 1) * nb, end);
          double elements = static_cast<double>(next - g);
          if (far && (end - 1) / nb - block >= period) { // the same place in later panels
            const Index last = block + ((end - 1) / nb - block) / period * period;
            elements +=
                static_cast<double>(((last - block) / period - 1) * nb + std::min(nb, end - last * nb));
          }
          size.push_back(elements);
          first_block.push_back(block);
          strip.push_back(static_cast<Index>(b));
          together.push_back(far);
          g = next;
        }
        first.push_back(size.size());
      }
    }
  };

  /// A row (column) of units that a member has no more of once a border is behind.
  struct Use {
    int member;
    double size;
  };

  int owner_of(std::size_t u, std::size_t v) const {
    return owner(rows_of_.first_block[u], columns_of_.first_block[v]);
  }
  double lower_part(std::size_t u, std::size_t v) const {
    if (rows_of_.strip[u] != columns_of_.strip[v])
      return rows_of_.strip[u] > columns_of_.strip[v] ? 1 : 0;
    if (rows_of_.together[u] || columns_of_.together[v])
      return 0.5;
    return rows_of_.first_block[u] > columns_of_.first_block[v]    ? 1
           : rows_of_.first_block[u] == columns_of_.first_block[v] ? updated_part(rows_of_.size[u])
                                                                   : 0;
  }

  Index rows_, columns_;
  std::vector<int> owner_; ///< of the panel's blocks, members
  Index nb_;
  Units rows_of_, columns_of_;
  Index border_ = 0, last_border_ = 0;
  std::vector<double> area_, lower_, rows_left_, columns_left_; ///< from border_ on
  std::vector<std::vector<Use>> last_rows_, last_columns_;      ///< by border

  /// For each member the rows (columns) that have blocks of his, and when the last of them drops out.
  template <typename Owner>
  std::vector<std::vector<Use>> last_uses(const Units& lines, const Units& across, std::vector<double>& total,
                                          Owner&& owner) const {
    std::vector<std::vector<Use>> uses(at(last_border_));
    std::vector<std::size_t> seen(members_.size(), 0);
    total.assign(members_.size(), 0);
    for (std::size_t u = 0; u < lines.size.size(); ++u)
      for (std::size_t v = across.size.size(); v > 0; --v) {
        const int k = owner(u, v - 1);
        if (seen[at(k)] == u + 1)
          continue;
        seen[at(k)] = u + 1;
        uses[at(std::min(lines.strip[u], across.strip[v - 1]))].push_back({k, lines.size[u]});
        total[at(k)] += lines.size[u];
      }
    return uses;
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
