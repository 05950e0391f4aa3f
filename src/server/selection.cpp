#include "hetgrid/server_selection.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <utility>

namespace hetgrid::server {
namespace {

/// Pairs that are looked at: all that begin with the steps that are best alone, of as many as that makes.
constexpr std::size_t most_pairs = 4096;

bool is_global(Rule rule) {
  return rule == Rule::global || rule == Rule::global_two_steps;
}

} // namespace

std::vector<Step> steps_of(const Star& star, std::span<const Index> mu) {
  if (mu.size() != star.workers.size())
    throw ArgumentError("size of mu", std::to_string(mu.size()), std::to_string(star.workers.size()));
  std::vector<Step> steps;
  for (std::size_t k = 0; k < mu.size(); ++k) {
    const double side = static_cast<double>(mu[k]);
    const Worker& worker = star.workers[k];
    steps.push_back(
        {2 * side * worker.seconds_per_block, side * side * worker.seconds_per_update, side * side});
  }
  return steps;
}

Selection::Selection(std::vector<Step> steps, Rule rule, Reception reception)
    : steps_(std::move(steps)), rule_(rule), reception_(reception), clocks_(steps_.size()) {
  for (std::size_t k = 0; k < steps_.size(); ++k)
    if (steps_[k].work > 0)
      candidates_.push_back({k, steps_[k].transfer, steps_[k].work, 0});
  if (candidates_.empty())
    throw ArgumentError("steps", "none with work", "at least one");
  // Those of a group alike, so that what no one of it can exceed is little more than what each does; the most work first.
  std::ranges::stable_sort(candidates_, {},
                           [](const Candidate& one) { return std::pair(-one.work, one.transfer); });
  make_groups();
}

void Selection::leave(int worker) {
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    return candidate.worker == static_cast<std::size_t>(worker);
  });
  make_groups();
}

void Selection::make_groups() {
  constexpr std::size_t size = 16;
  groups_.clear();
  for (std::size_t begin = 0; begin < candidates_.size(); begin += size) {
    groups_.push_back({begin, std::min(begin + size, candidates_.size()), {}});
    set_limit(groups_.back());
  }
}

void Selection::set_limit(Group& group) const {
  group.limit = candidates_[group.begin];
  for (std::size_t k = group.begin + 1; k < group.end; ++k) {
    const Candidate& one = candidates_[k];
    group.limit = {std::min(group.limit.worker, one.worker), std::min(group.limit.transfer, one.transfer),
                   std::max(group.limit.work, one.work), std::min(group.limit.free, one.free)};
  }
}

/// Of those that begin with this candidate, which may get the second as well; anything less than `least` if no pair reaches that.
template <Reception reception>
double Selection::value_of_best_pair(std::size_t number, double least) {
  Candidate& first = candidates_[number];
  const double completion = completion_after<reception>(first, completion_), free = first.free;
  first.free = free_of(clock_after(steps_[first.worker], clocks_[first.worker], completion)); // no earlier
  const auto value_with = [&](const Candidate& second) {
    return value(first.work + second.work, completion_after<reception>(second, completion));
  };
  double best = 0;
  for (const Group& group : groups_)
    if (const double most = value_with(group.limit); most > best && most >= least)
      for (std::size_t k = group.begin; k < group.end; ++k)
        best = std::max(best, value_with(candidates_[k]));
  first.free = free;
  return best;
}

/// As many as that, the best first; or all, of which the best is the first.
template <Reception reception>
void Selection::find_best(std::size_t count) {
  const auto value_of = [&](const Candidate& one) {
    return value(one.work, completion_after<reception>(one, completion_));
  };
  const auto better = [&](const Valued& one, const Valued& other) { return is_better(one, other); };
  best_.clear();
  if (count == candidates_.size()) {
    for (std::size_t k = 0; k < count; ++k)
      best_.push_back({value_of(candidates_[k]), k});
    return std::ranges::iter_swap(best_.begin(), std::ranges::min_element(best_, better));
  }
  for (const Group& group : groups_) {
    if (best_.size() == count) {
      const double most = value_of(group.limit);
      const Valued& worst = best_.front();
      if (most < worst.value ||
          (most == worst.value && group.limit.worker > candidates_[worst.number].worker))
        continue;
    }
    for (std::size_t k = group.begin; k < group.end; ++k) { // a heap, the worst in front
      const Valued one{value_of(candidates_[k]), k};
      if (best_.size() == count) {
        if (!is_better(one, best_.front()))
          continue;
        std::ranges::pop_heap(best_, better);
        best_.pop_back();
      }
      best_.push_back(one);
      std::ranges::push_heap(best_, better);
    }
  }
  std::ranges::sort(best_, better);
}

/// \return the number of a candidate
template <Reception reception>
std::size_t Selection::choose() {
  const bool alone = rule_ == Rule::global || rule_ == Rule::local;
  find_best<reception>(
      alone ? 1 : std::min(candidates_.size(), std::max<std::size_t>(1, most_pairs / candidates_.size())));
  if (alone)
    return best_.front().number;
  double most = 0;
  for (Valued& first : best_) {
    first.value = value_of_best_pair<reception>(first.number, most);
    most = std::max(most, first.value);
  }
  return std::ranges::min_element(
             best_, [&](const Valued& one, const Valued& other) { return is_better(one, other); })
      ->number;
}

int Selection::next() {
  if (is_global(rule_))
    earlier_work_ = work_;
  else
    begin_ = completion_;
  Candidate& chosen =
      candidates_[reception_ == Reception::two_buffers ? choose<Reception::two_buffers>()
                                                       : choose<Reception::ends_when_ready>()];
  WorkerClock& clock = clocks_[chosen.worker];
  const Step& step = steps_[chosen.worker];
  completion_ = completion_of(step, clock, completion_, reception_);
  clock = clock_after(step, clock, completion_);
  chosen.free = free_of(clock);
  const auto number = static_cast<std::size_t>(&chosen - candidates_.data());
  set_limit(*std::ranges::find_if(groups_, [&](const Group& group) { return number < group.end; }));
  work_ += step.work;
  return static_cast<int>(chosen.worker);
}

double steady_rate(std::span<const Step> steps, Rule rule, Reception reception, Index selections) {
  Selection selection({steps.begin(), steps.end()}, rule, reception);
  for (Index k = 0; k < selections; ++k)
    selection.next();
  const double work = selection.work(), completion = selection.completion();
  for (Index k = 0; k < selections; ++k)
    selection.next();
  return (selection.work() - work) / (selection.completion() - completion);
}

} // namespace hetgrid::server
