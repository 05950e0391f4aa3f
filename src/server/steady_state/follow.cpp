// A rule in the long run: it goes through cycles of the states of the workers.
#include "server/steady_state/rate.hpp"

#include <bit>
#include <cmath>
#include <unordered_map>

namespace hetgrid::server {
namespace steady {
namespace {

/// Of the delays of all workers, to 10^-9 of the longest step: equal states have equal ones.
std::uint64_t fingerprint(const Clocks& clocks, double unit) {
  std::uint64_t hash = 0;
  const auto mix = [&hash, unit](double delay) {
    hash = (hash ^ static_cast<std::uint64_t>(std::llround(delay / unit))) * 0x9e3779b97f4a7c15U;
    hash = std::rotl(hash, 29);
  };
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    const Delays delay = delays(clocks.step(i), clocks.clock(i), clocks.time(), clocks.reception());
    mix(delay.buffer);
    mix(delay.worker);
  }
  return hash;
}

/// Where a state was, and what had been done by then.
struct Mark {
  std::uint64_t state;
  double time, work;
};

/// From a state to the last of its returns, the longest of those: there the rule's own rate is exact.
double rate_between_returns(std::span<const Mark> marks) {
  std::unordered_map<std::uint64_t, const Mark*> first;
  std::pair<const Mark*, const Mark*> longest{&marks.front(), &marks.front()};
  for (const Mark& mark : marks) {
    const Mark* const begin = first.emplace(mark.state, &mark).first->second;
    if (&mark - begin > longest.second - longest.first)
      longest = {begin, &mark};
  }
  if (2 * (longest.second - longest.first) < std::ssize(marks))
    longest = {&marks.front(), &marks.back()};
  return (longest.second->work - longest.first->work) / (longest.second->time - longest.first->time);
}

/// The walk through states decomposed into simple cycles, by taking each out as soon as it closes: if it ends where it began, one of
/// them is no worse than all of it. It need not end there: the whole of it is tried, too.
Period best_cycle(std::span<const int> selections, std::span<const Mark> marks, RateMeter& meter) {
  std::unordered_map<std::uint64_t, std::size_t> depth; // of a state on the path
  std::vector<std::uint64_t> path;
  Period letters, best(selections.begin(), selections.end());
  double best_rate = meter(best);
  for (std::size_t k = 0; k < marks.size(); ++k) {
    const auto [at, is_new] = depth.emplace(marks[k].state, path.size());
    if (is_new) {
      path.push_back(marks[k].state);
    } else {
      const std::size_t begin = at->second;
      const Period cycle(letters.begin() + static_cast<std::ptrdiff_t>(begin), letters.end());
      if (const double r = meter(cycle); r > best_rate) {
        best = cycle;
        best_rate = r;
      }
      for (; path.size() > begin + 1; path.pop_back())
        depth.erase(path.back());
      letters.resize(begin);
    }
    if (k < selections.size())
      letters.push_back(selections[k]);
  }
  return best;
}

} // namespace

Followed follow(std::span<const Step> steps, Reception reception, std::size_t count, const Selector& select) {
  Clocks clocks(steps, reception);
  double longest = 0;
  for (const Step& step : steps)
    longest = std::max({longest, step.transfer, step.update});
  const double unit = 1e-9 * longest;
  std::vector<Mark> marks; // of the second half, the first begins with idle workers
  Period tail;
  for (std::size_t k = 0; k < 2 * count; ++k) {
    const std::size_t next = select(clocks);
    if (k >= count)
      tail.push_back(static_cast<int>(next));
    clocks.select(next);
    if (k + 1 >= count)
      marks.push_back({fingerprint(clocks, unit), clocks.time(), clocks.work()});
  }
  RateMeter meter(steps, reception);
  return {rate_between_returns(marks), best_cycle(tail, marks, meter)};
}

Followed follow_rule(std::span<const Step> steps, Rule rule, Reception reception, std::size_t count) {
  Selection selection({steps.begin(), steps.end()}, rule, reception);
  return follow(steps, reception, count,
                [&selection](const Clocks&) { return static_cast<std::size_t>(selection.next()); });
}

} // namespace steady

RuleOutcome follow(std::span<const Step> all, Rule rule, Reception reception) {
  const auto [steps, numbers] = steady::workers_of(all);
  const steady::Followed followed =
      steady::follow_rule(steps, rule, reception, steady::selections_to_follow(steps.size()));
  const double rate = steady::RateMeter(steps, reception)(followed.cycle);
  return {followed.rate, steady::schedule_of(numbers, followed.cycle, rate)};
}

} // namespace hetgrid::server
