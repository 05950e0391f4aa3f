#include "hetgrid/dynamic_analysis.hpp"
#include "hetgrid/dynamic_simulation.hpp"
#include "hetgrid/error.hpp"
#include "plan/limits.hpp"
#include "server/dynamic/random_order.hpp"

#include <cmath>
#include <numeric>
#include <queue>

namespace hetgrid::dynamic {
namespace {

/// From 0 to 1, 1 excluded.
double fraction(Random& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

class Simulation {
public:
  Simulation(Strategy& strategy, const Speeds& speeds, std::uint64_t seed, const Observer& observer)
      : strategy_(strategy), speeds_(speeds), now_(speeds.speeds), random_(seed), observer_(observer) {}

  Outcome run() {
    const Index all = strategy_.left();
    outcome_.tasks.assign(speeds_.speeds.size(), 0);
    outcome_.ideal_seconds =
        static_cast<double>(all) / std::accumulate(speeds_.speeds.begin(), speeds_.speeds.end(), 0.0);
    for (int worker = 0; worker < static_cast<int>(speeds_.speeds.size()); ++worker)
      requests_.emplace(0, worker);
    while (!requests_.empty()) {
      const auto [time, worker] = requests_.top();
      requests_.pop();
      serve(time, worker);
    }
    return std::move(outcome_);
  }

private:
  void serve(double time, int worker) {
    strategy_.next(worker, assignment_);
    if (observer_)
      observer_(worker, assignment_);
    const Index tasks = std::ssize(assignment_.tasks);
    outcome_.sent += std::ssize(assignment_.sent);
    if (tasks == 0)
      return;
    ++outcome_.requests;
    outcome_.tasks[at(worker)] += tasks;
    const double end = time + seconds(worker, tasks);
    outcome_.seconds = std::max(outcome_.seconds, end);
    requests_.emplace(end, worker);
  }

  double seconds(int worker, Index tasks) {
    double& speed = now_[at(worker)];
    if (speeds_.change == 0)
      return static_cast<double>(tasks) / speed;
    double sum = 0;
    for (Index task = 0; task < tasks; ++task) {
      sum += 1 / speed;
      const double u = 2 * fraction(random_) - 1;
      speed = speeds_.drifts ? speed * std::pow(1 + speeds_.change, u)
                             : speeds_.speeds[at(worker)] * (1 + speeds_.change * u);
    }
    return sum;
  }

  using Request = std::pair<double, int>; ///< when, who

  Strategy& strategy_;
  const Speeds& speeds_;
  std::vector<double> now_; ///< speeds
  Random random_;
  const Observer& observer_;
  std::priority_queue<Request, std::vector<Request>, std::greater<>> requests_;
  Assignment assignment_;
  Outcome outcome_;
};

} // namespace

Speeds uniform_speeds(int workers, double low, double high, std::uint64_t seed) {
  Random random(seed);
  Speeds speeds;
  for (int worker = 0; worker < workers; ++worker)
    speeds.speeds.push_back(low + (high - low) * fraction(random));
  return speeds;
}

Speeds speeds_of(int workers, std::span<const double> set, std::uint64_t seed) {
  Random random(seed);
  Speeds speeds;
  for (int worker = 0; worker < workers; ++worker)
    speeds.speeds.push_back(set[at(draw(random, std::ssize(set)))]);
  return speeds;
}

std::vector<double> Outcome::shares() const {
  const double all = static_cast<double>(std::accumulate(tasks.begin(), tasks.end(), Index{0}));
  std::vector<double> shares;
  for (const Index done : tasks)
    shares.push_back(static_cast<double>(done) / all);
  return shares;
}

Outcome simulate(Strategy& strategy, const Speeds& speeds, std::uint64_t seed, const Observer& observer) {
  relative_speeds(speeds.speeds); // refuses what is no speed
  plan::check("change", speeds.change, {1e-300, 0.99, true});
  return Simulation(strategy, speeds, seed, observer).run();
}

} // namespace hetgrid::dynamic
