#include "server/steady_state/rate.hpp"

#include "hetgrid/error.hpp"

#include <cmath>

namespace hetgrid::server::steady {

double RateMeter::run(std::span<const int> period, double time) {
  double longest = -1;
  for (std::size_t k = 0; k < period.size(); ++k) {
    const auto i = static_cast<std::size_t>(period[k]);
    const double end = completion_of(steps_[i], clocks_[i], time, reception_);
    if (const double wait = end - time - steps_[i].transfer; wait > longest) {
      longest = wait;
      longest_wait_ = k;
    }
    time = end;
    clocks_[i] = clock_after(steps_[i], clocks_[i], time);
  }
  selections_ += static_cast<double>(period.size());
  return time;
}

bool RateMeter::is_as_saved(std::span<const int> period, double time, double tolerance) const {
  return std::ranges::all_of(period, [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    const Delays now = delays(steps_[i], clocks_[i], time, reception_);
    return std::abs(now.buffer - saved_[i].buffer) <= tolerance &&
           std::abs(now.worker - saved_[i].worker) <= tolerance;
  });
}

void RateMeter::save(std::span<const int> period, double time) {
  for (const int index : period) {
    const auto i = static_cast<std::size_t>(index);
    saved_[i] = delays(steps_[i], clocks_[i], time, reception_);
  }
}

// Delays are kept after 1, 2, 4, ... periods (Brent), so that a regime that takes several periods to recur is found, too.
double RateMeter::operator()(std::span<const int> period) {
  constexpr int most_periods = 1024;
  double work = 0;
  for (const int index : period) {
    const auto i = static_cast<std::size_t>(index);
    clocks_[i] = {};
    saved_[i] = {};
    work += steps_[i].work;
  }
  double time = 0, saved_time = 0;
  int saved_count = 0;
  for (int count = 1;; ++count) {
    time = run(period, time);
    const bool recurs = is_as_saved(period, time, 1e-11 * time);
    if (recurs || count == most_periods)
      return work * (count - saved_count) / (time - saved_time);
    if ((count & (count - 1)) == 0) {
      save(period, time);
      saved_time = time;
      saved_count = count;
    }
  }
}

PeriodicSchedule schedule_of(std::span<const int> numbers, const Period& period, double rate) {
  PeriodicSchedule schedule{{}, rate};
  for (const int i : period)
    schedule.selections.push_back(numbers[static_cast<std::size_t>(i)]);
  return schedule;
}

} // namespace hetgrid::server::steady

namespace hetgrid::server {

double rate(std::span<const Step> all, std::span<const int> selections, Reception reception) {
  const auto [steps, numbers] = steady::workers_of(all);
  if (selections.empty())
    throw ArgumentError("selections", "(none)", "at least one");
  steady::Period period;
  for (const int worker : selections) {
    const auto number = std::ranges::find(numbers, worker);
    if (number == numbers.end())
      throw ArgumentError("selections", std::to_string(worker), "workers that have work");
    period.push_back(static_cast<int>(number - numbers.begin()));
  }
  return steady::RateMeter(steps, reception)(period);
}

} // namespace hetgrid::server
