#include "hetgrid/server_selection.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

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
}

void Selection::leave(int worker) {
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    return candidate.worker == static_cast<std::size_t>(worker);
  });
}

/// Of those that begin with this candidate, which may get the second as well.
template <Reception reception>
double Selection::value_of_best_pair(std::size_t number) {
  Candidate& first = candidates_[number];
  const double completion = completion_after<reception>(first, completion_), free = first.free;
  first.free = free_of(clock_after(steps_[first.worker], clocks_[first.worker], completion));
  double best = 0;
  for (const Candidate& second : candidates_)
    best = std::max(best, value(first.work + second.work, completion_after<reception>(second, completion)));
  first.free = free;
  return best;
}

/// \return the number of a candidate
template <Reception reception>
std::size_t Selection::choose() {
  values_.resize(candidates_.size());
  for (std::size_t k = 0; k < values_.size(); ++k)
    values_[k] = value(candidates_[k].work, completion_after<reception>(candidates_[k], completion_));
  if (rule_ == Rule::global || rule_ == Rule::local)
    return static_cast<std::size_t>(std::ranges::max_element(values_) - values_.begin());
  std::vector<std::size_t> firsts(candidates_.size());
  std::iota(firsts.begin(), firsts.end(), std::size_t{0});
  const std::size_t beam = std::max<std::size_t>(1, most_pairs / firsts.size());
  if (firsts.size() > beam) {
    std::ranges::nth_element(firsts, firsts.begin() + static_cast<std::ptrdiff_t>(beam), std::greater<>(),
                             [&](std::size_t k) { return values_[k]; });
    firsts.resize(beam);
    std::ranges::sort(firsts);
  }
  return *std::ranges::max_element(firsts, {},
                                   [&](std::size_t k) { return value_of_best_pair<reception>(k); });
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
