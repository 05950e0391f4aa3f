#include "hetgrid/server_selection.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <limits>

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
      candidates_.push_back(k);
  if (candidates_.empty())
    throw ArgumentError("steps", "none with work", "at least one");
}

void Selection::leave(int worker) {
  std::erase(candidates_, static_cast<std::size_t>(worker));
}

/// What a rule maximises, for transfers with so much work after which the last one ends then.
double Selection::value(double work, double completion) const {
  const double time = is_global(rule_) ? completion : completion - completion_;
  const double all = is_global(rule_) ? work_ + work : work;
  return time > 0 ? all / time : std::numeric_limits<double>::infinity();
}

std::size_t Selection::best() const {
  return *std::ranges::max_element(candidates_, {},
                                   [&](std::size_t k) { return value(steps_[k].work, completion_after(k)); });
}

/// Of the pairs that begin with this worker.
double Selection::best_second(std::size_t first) const {
  const double completion = completion_after(first);
  const WorkerClock clock = clock_after(steps_[first], clocks_[first], completion);
  double best = 0;
  for (const std::size_t k : candidates_)
    best = std::max(best,
                    value(steps_[first].work + steps_[k].work,
                          completion_of(steps_[k], k == first ? clock : clocks_[k], completion, reception_)));
  return best;
}

std::size_t Selection::best_of_pairs() const {
  std::vector<std::size_t> firsts = candidates_;
  const std::size_t beam = std::max<std::size_t>(1, most_pairs / firsts.size());
  if (firsts.size() > beam) {
    std::ranges::nth_element(firsts, firsts.begin() + static_cast<std::ptrdiff_t>(beam), std::greater<>(),
                             [&](std::size_t k) { return value(steps_[k].work, completion_after(k)); });
    firsts.resize(beam);
    std::ranges::sort(firsts);
  }
  return *std::ranges::max_element(firsts, {}, [&](std::size_t k) { return best_second(k); });
}

int Selection::next() {
  const bool pairs = rule_ == Rule::global_two_steps || rule_ == Rule::local_two_steps;
  const std::size_t worker = pairs ? best_of_pairs() : best();
  completion_ = completion_after(worker);
  clocks_[worker] = clock_after(steps_[worker], clocks_[worker], completion_);
  work_ += steps_[worker].work;
  return static_cast<int>(worker);
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
