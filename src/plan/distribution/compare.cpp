// Every kind of distribution gets the shape and the panel size with which it is predicted to be fastest, so
// that none loses by a bad choice of these. All of them are predicted by a few steps, the best of these in full.
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"
#include "plan/json_fields.hpp"
#include "plan/model/model.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace hetgrid::plan {
namespace {

/// From here on only every other size of generalised block is tried, to answer within seconds.
constexpr std::size_t many_processes = 64;

/// More ranks than this on a process are not worth their memory and their messages.
constexpr int largest_cap = 16;

/// Does x come before y: it fits, or both do or do not and it is faster.
bool better(const Compared& x, const Compared& y) {
  return x.prediction.fits != y.prediction.fits ? x.prediction.fits
                                                : x.prediction.seconds < y.prediction.seconds;
}

/// All p x q = count.
std::vector<std::pair<int, int>> shapes(int count) {
  std::vector<std::pair<int, int>> result;
  for (int p = 1; p <= count; ++p)
    if (count % p == 0)
      result.emplace_back(p, count / p);
  return result;
}

std::string shape_text(int p, int q) {
  return std::to_string(p) + " x " + std::to_string(q);
}

std::string size_text(int l) {
  return ", l = " + std::to_string(l);
}

class Comparison {
public:
  Comparison(const Platform& platform, const Problem& problem, const Plan& plan)
      : platform_(platform), problem_(problem), plan_(plan), cycle_times_(platform.cycle_times()) {}

  Compared ours() const;
  Compared two_step() const;
  Compared kalinov_lastovetsky() const;
  Compared column_based() const;
  Compared uniform(const Arrangement& grid) const;
  Compared uniform_on_all() const;
  std::optional<Compared> oversubscribed() const; ///< none if the matrix is too small for more ranks

private:
  /// Of one kind of distribution those that look best.
  class Finalists;

  Compared rate(Distribution distribution, std::string shape, Detail detail = Detail::full) const;
  /// Sizes of square panels whose sides are cut into at most p and q parts.
  std::vector<int> panel_sizes(int p, int q) const;

  const Platform& platform_;
  const Problem& problem_;
  const Plan& plan_;
  const std::vector<double> cycle_times_;
};

Compared Comparison::rate(Distribution distribution, std::string shape, Detail detail) const {
  Compared row;
  row.shape = std::move(shape);
  row.balance = balance(distribution, cycle_times_, problem_.blocks());
  row.half_perimeters =
      half_perimeters(distribution, problem_.blocks()) / (plan_.arrangement.p + plan_.arrangement.q);
  row.prediction = predict(distribution, platform_, problem_, detail);
  row.distribution = std::move(distribution);
  return row;
}

class Comparison::Finalists {
public:
  explicit Finalists(const Comparison& comparison) : comparison_(comparison) {}

  void consider(Distribution distribution, std::string shape) {
    Compared row = comparison_.rate(std::move(distribution), std::move(shape), Detail::quick);
    const auto place = std::ranges::upper_bound(rows_, row, better);
    if (place == rows_.end() && rows_.size() == most)
      return;
    rows_.insert(place, std::move(row));
    if (rows_.size() > most)
      rows_.pop_back();
  }
  /// None if none was considered.
  std::optional<Compared> best() {
    std::optional<Compared> best;
    for (Compared& row : rows_) {
      Compared in_full = comparison_.rate(std::move(row.distribution), std::move(row.shape));
      if (!best || better(in_full, *best))
        best = std::move(in_full);
    }
    return best;
  }

private:
  static constexpr std::size_t most = 3;

  const Comparison& comparison_;
  std::vector<Compared> rows_; ///< best first
};

std::vector<int> Comparison::panel_sizes(int p, int q) const {
  const std::vector<int> all = generalised_block_sizes(p, q, problem_.blocks());
  if (cycle_times_.size() < many_processes)
    return all;
  std::vector<int> some; // with the largest
  for (std::size_t k = (all.size() + 1) % 2; k < all.size(); k += 2)
    some.push_back(all[k]);
  return some;
}

Compared Comparison::ours() const {
  Compared row = rate(distribution_of(plan_), shape_text(plan_.arrangement.p, plan_.arrangement.q));
  row.prediction = predict(plan_, platform_, problem_);
  return row;
}

Compared Comparison::two_step() const {
  Finalists finalists(*this);
  for (const auto& [p, q] : shapes(static_cast<int>(cycle_times_.size())))
    for (const int l : panel_sizes(p, q))
      finalists.consider(two_step_distribution(cycle_times_, p, q, l), shape_text(p, q) + size_text(l));
  return *finalists.best();
}

/// All processes in the order in which they were given, and those of the plan on its shape.
Compared Comparison::kalinov_lastovetsky() const {
  std::vector<Arrangement> grids{plan_.arrangement};
  for (const auto& [p, q] : shapes(static_cast<int>(cycle_times_.size())))
    grids.push_back({p, q, uniform_distribution(p, q).owner});
  std::ranges::sort(grids.front().process);
  Finalists finalists(*this);
  for (const Arrangement& grid : grids)
    for (const int l : panel_sizes(grid.p, grid.q))
      finalists.consider(kalinov_lastovetsky_distribution(cycle_times_, grid, l),
                         shape_text(grid.p, grid.q) + size_text(l));
  return *finalists.best();
}

Compared Comparison::column_based() const {
  const std::vector<std::vector<int>> columns = column_based_partition(cycle_times_).columns;
  std::size_t tallest = 0;
  std::string heights;
  for (const std::vector<int>& column : columns) {
    tallest = std::max(tallest, column.size());
    heights += (heights.empty() ? "" : ", ") + std::to_string(column.size());
  }
  const std::string shape =
      columns.size() > 6 ? std::to_string(columns.size()) + " columns" : "columns of " + heights;
  Finalists finalists(*this);
  for (const int l : panel_sizes(static_cast<int>(tallest), static_cast<int>(columns.size())))
    finalists.consider(column_based_distribution(cycle_times_, l), shape + size_text(l));
  return *finalists.best();
}

Compared Comparison::uniform(const Arrangement& grid) const {
  return rate(uniform_distribution(grid), shape_text(grid.p, grid.q));
}

Compared Comparison::uniform_on_all() const {
  Finalists finalists(*this);
  for (const auto& [p, q] : shapes(static_cast<int>(cycle_times_.size())))
    finalists.consider(uniform_distribution(p, q), shape_text(p, q));
  return *finalists.best();
}

std::optional<Compared> Comparison::oversubscribed() const {
  Finalists finalists(*this);
  std::set<std::vector<int>> tried; // a cap above the largest ratio of speeds changes nothing
  for (int cap = 2; cap <= largest_cap; ++cap) {
    const std::vector<int> ranks = ranks_by_speed(cycle_times_, cap);
    if (!tried.insert(ranks).second)
      break;
    int total = 0;
    for (const int count : ranks)
      total += count;
    for (const auto& [p, q] : shapes(total))
      if (std::max(p, q) <= problem_.blocks())
        finalists.consider(oversubscribed_distribution(ranks, p, q),
                           shape_text(p, q) + " ranks, up to " + std::to_string(std::ranges::max(ranks)));
  }
  return finalists.best();
}

} // namespace

std::vector<Compared> compare_distributions(const Platform& platform, const Problem& problem,
                                            const Plan& plan) {
  validate(platform);
  if (plan.cycle_times.size() != platform.processes.size())
    throw ArgumentError("plan", "for " + std::to_string(plan.cycle_times.size()) + " processes",
                        "one for the " + std::to_string(platform.processes.size()) + " of the platform");
  const Comparison comparison(platform, problem, plan);
  std::vector<Compared> rows{comparison.ours()};
  const double seconds = rows[0].prediction.seconds;
  rows.push_back(comparison.two_step());
  rows.push_back(comparison.column_based());
  rows.push_back(comparison.kalinov_lastovetsky());
  if (std::optional<Compared> oversubscribed = comparison.oversubscribed())
    rows.push_back(std::move(*oversubscribed));
  rows.push_back(comparison.uniform(plan.arrangement));
  Compared all = comparison.uniform_on_all();
  if (all.shape != rows.back().shape)
    rows.push_back(std::move(all));
  for (Compared& row : rows)
    row.ratio = row.prediction.seconds / seconds;
  std::ranges::stable_sort(rows, better);
  return rows;
}

std::string to_json(const std::vector<Compared>& comparison) {
  Json rows = Json::array();
  for (const Compared& row : comparison)
    rows.push_back({{"distribution", row.distribution.name},
                    {"shape", row.shape},
                    {"panel_rows", row.distribution.rows},
                    {"panel_columns", row.distribution.columns},
                    {"balance", row.balance},
                    {"half_perimeters", row.half_perimeters},
                    {"seconds", row.prediction.seconds},
                    {"gflops", row.prediction.gflops},
                    {"efficiency", row.prediction.efficiency},
                    {"bytes", row.prediction.bytes},
                    {"fits", row.prediction.fits},
                    {"ratio", row.ratio}});
  return json_text(rows);
}

} // namespace hetgrid::plan
