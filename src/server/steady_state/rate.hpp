// Periodic schedules, as indices of steps.
#pragma once

#include "server/steady_state/clocks.hpp"

#include <functional>

namespace hetgrid::server::steady {

/// Clocks of one period, as indices of steps.
using Period = std::vector<int>;

/// What periods give in the long run. Keeps its memory, and counts, for the many periods of a search.
class RateMeter {
public:
  RateMeter(std::span<const Step> steps, Reception reception)
      : steps_(steps), reception_(reception), clocks_(steps.size()), saved_(steps.size()) {}

  /// Work per second, once the delays that a period leaves behind are those that it began with, or after many periods.
  double operator()(std::span<const int> period);
  /// In the last period of the last call: whose message made the port wait longest. Index in the period.
  std::size_t longest_wait() const { return longest_wait_; }
  /// How many selections that has taken so far.
  double selections() const { return selections_; }

private:
  double run(std::span<const int> period, double time);
  bool is_as_saved(std::span<const int> period, double time, double tolerance) const;
  void save(std::span<const int> period, double time);

  std::span<const Step> steps_;
  Reception reception_;
  std::vector<WorkerClock> clocks_;
  std::vector<Delays> saved_;
  std::size_t longest_wait_ = 0;
  double selections_ = 0;
};

/// A period with the workers' own numbers.
PeriodicSchedule schedule_of(std::span<const int> numbers, const Period& period, double rate);

/// A rule in the long run, as server::follow().
struct Followed {
  double rate = 0;
  Period cycle;
};

/// Whom the server selects next.
using Selector = std::function<std::size_t(const Clocks&)>;

/// Enough for rules to come to their cycles.
inline std::size_t selections_to_follow(std::size_t workers) {
  return std::max<std::size_t>(1000, 2 * workers);
}

/// Follows for twice as many selections, and looks at the second half.
Followed follow(std::span<const Step> steps, Reception reception, std::size_t count, const Selector& select);
Followed follow_rule(std::span<const Step> steps, Rule rule, Reception reception, std::size_t count);

} // namespace hetgrid::server::steady
