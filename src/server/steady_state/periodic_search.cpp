// The search for a periodic schedule. It starts from what the rules of [Dongarra06] 6.2 come to, from selection by prices and from
// the optimum with rounded delays, and improves the best of them by small changes of a period.
#include "server/steady_state/prices.hpp"
#include "server/steady_state/state_graph.hpp"

#include <limits>
#include <random>

namespace hetgrid::server {
namespace steady {
namespace {

/// What the search may take, whatever the number of workers.
struct Effort {
  double selections = 6e6;       ///< of periods that are tried
  double closing = 5e5;          ///< of periods with less and less selections, for each that is closed
  double price_operations = 1e7; ///< a selection by prices of p workers takes p^2
  double graph_operations = 1e6; ///< a state of p workers takes p^2
  std::size_t most_states = 40'000;
  int most_price_changes = 400;
};

struct Candidate {
  Period period;
  double rate = 0;
};

/// Those that a good schedule may select: by the price of work, twice as many as keep the port busy.
Workers useful(const Workers& all) {
  constexpr double margin = 2;
  constexpr std::size_t least = 8;
  std::vector<std::size_t> order = by_price(all.steps);
  double port = 0;
  std::size_t count = 0;
  for (; count < order.size() && (port < margin || count < least); ++count)
    port += all.steps[order[count]].transfer / all.steps[order[count]].update;
  order.resize(count);
  std::ranges::sort(order);
  Workers kept;
  for (const std::size_t i : order) {
    kept.steps.push_back(all.steps[i]);
    kept.numbers.push_back(all.numbers[i]);
  }
  return kept;
}

class Search {
public:
  Search(std::span<const Step> steps, Reception reception, std::uint64_t seed)
      : steps_(steps), reception_(reception), random_(seed), meter_(steps, reception) {}

  Candidate run();

private:
  void try_rules();
  void try_prices();
  void try_rounded_optimum();
  void add(Period period);
  Period changed(const Period& period);
  void close(Candidate& candidate, double selections);
  void climb(Candidate& candidate, double selections);
  std::size_t one_of(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  std::span<const Step> steps_;
  Reception reception_;
  Effort effort_;
  std::mt19937_64 random_;
  RateMeter meter_;
  std::vector<Candidate> candidates_;
};

void Search::add(Period period) {
  const double rate = meter_(period);
  candidates_.push_back({std::move(period), rate});
}

// Where a rule has not come to a cycle, what it loses by beginning anew is the less the longer the period is.
void Search::try_rules() {
  constexpr std::size_t longest = 16;
  for (const Rule rule : {Rule::global, Rule::local, Rule::global_two_steps, Rule::local_two_steps})
    for (std::size_t length = 1; length <= longest; length *= 4) {
      Followed followed = follow_rule(steps_, rule, reception_, length * selections_to_follow(steps_.size()));
      add(std::move(followed.cycle));
      Candidate& added = candidates_.back();
      if (added.rate < followed.rate)
        close(added, effort_.closing);
      if (added.rate >= followed.rate)
        break;
    }
}

void Search::try_prices() {
  constexpr double selections = 600;
  const double p = static_cast<double>(steps_.size());
  const double changes = effort_.price_operations / (selections * p * p);
  if (changes < 2)
    return;
  const Prices prices = good_prices(steps_, reception_,
                                    std::min(effort_.most_price_changes, static_cast<int>(changes)), random_);
  Followed followed = follow(steps_, reception_, selections_to_follow(steps_.size()),
                             [&](const Clocks& clocks) { return select_by_prices(clocks, prices); });
  add(std::move(followed.cycle));
}

// From coarse units to fine ones, until the states are too many.
void Search::try_rounded_optimum() {
  const double p = static_cast<double>(steps_.size());
  const auto most = static_cast<std::size_t>(
      std::min(static_cast<double>(effort_.most_states), effort_.graph_operations / (p * p)));
  double unit = 0, shortest = std::numeric_limits<double>::infinity();
  for (const Step& step : steps_) {
    unit = std::max(unit, (step.update - step.transfer) / 8);
    shortest = std::min(shortest, step.update);
  }
  constexpr double finest = 1.0 / 64; // of the shortest step
  std::optional<StateGraph> best;
  for (; unit > finest * shortest; unit /= 2) {
    auto graph = state_graph(steps_, reception_, unit, most);
    if (!graph)
      break;
    best = std::move(graph);
  }
  if (best)
    add(best_cycle(*best, steps_));
}

/// A selection replaced, inserted, removed, exchanged with another, or moved.
Period Search::changed(const Period& period) {
  Period result = period;
  const auto at = [&](std::size_t k) { return result.begin() + static_cast<std::ptrdiff_t>(k); };
  const std::size_t k = one_of(result.size());
  const int worker = static_cast<int>(one_of(steps_.size()));
  switch (one_of(5)) {
  case 0:
    result[k] = worker;
    break;
  case 1:
    result.insert(at(k), worker);
    break;
  case 2:
    if (result.size() > 1)
      result.erase(at(k));
    break;
  case 3:
    std::swap(result[k], result[one_of(result.size())]);
    break;
  default: {
    const int moved = result[k];
    result.erase(at(k));
    result.insert(at(one_of(result.size() + 1)), moved);
  }
  }
  return result;
}

// Where a period ends and begins again, workers may be selected that have just been: selections that make the port wait longest are
// left out one after the other, as many as is best.
void Search::close(Candidate& candidate, double selections) {
  const double end = meter_.selections() + selections;
  Candidate less = candidate;
  std::size_t longest = (meter_(less.period), meter_.longest_wait());
  while (meter_.selections() < end && 2 * less.period.size() > candidate.period.size()) {
    less.period.erase(less.period.begin() + static_cast<std::ptrdiff_t>(longest));
    less.rate = meter_(less.period);
    longest = meter_.longest_wait();
    if (less.rate > candidate.rate)
      candidate = less;
  }
}

void Search::climb(Candidate& candidate, double selections) {
  const double end = meter_.selections() + selections;
  while (meter_.selections() < end) {
    Period period = changed(candidate.period);
    if (const double rate = meter_(period); rate >= candidate.rate)
      candidate = {std::move(period), rate};
  }
}

Candidate Search::run() {
  constexpr std::size_t improved = 3; // starts
  try_rules();
  try_prices();
  try_rounded_optimum();
  std::ranges::stable_sort(candidates_, std::ranges::greater{}, &Candidate::rate);
  candidates_.resize(std::min(candidates_.size(), improved));
  for (Candidate& candidate : candidates_)
    climb(candidate, effort_.selections / (2 * improved));
  Candidate best = std::ranges::max(candidates_, {}, &Candidate::rate);
  climb(best, effort_.selections / 2);
  return best;
}

} // namespace
} // namespace steady

PeriodicSchedule periodic_schedule(std::span<const Step> steps, Reception reception, std::uint64_t seed) {
  const steady::Workers workers = steady::useful(steady::workers_of(steps));
  const auto [period, rate] = steady::Search(workers.steps, reception, seed).run();
  return steady::schedule_of(workers.numbers, period, rate);
}

} // namespace hetgrid::server
