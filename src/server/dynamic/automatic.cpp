// Which strategy sends fewest blocks depends on how many workers share how many tasks and on how wrong speeds may be: it is
// tried, on an instance of bounded size, with speeds drawn from what is known of them.
#include "hetgrid/dynamic_simulation.hpp"
#include "server/dynamic/strategies.hpp"
#include "server/dynamic/undone.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::dynamic {
namespace {

constexpr double most_tried_tasks = 64'000; ///< of a matrix product with 40 blocks a side
constexpr std::uint64_t draws = 3;

using Maker = std::unique_ptr<Strategy> (*)(const Tasks&, int, const Options&);

/// All sides smaller by a factor, faces and the room for them by its square.
struct Trial {
  Tasks tasks;
  Options options;
};
Trial trial(const Tasks& tasks, const Options& options) {
  const double dimensions = tasks.kernel == Kernel::outer_product ? 2 : 3,
               factor = std::min(
                   1.0, std::pow(most_tried_tasks / static_cast<double>(tasks.count()), 1 / dimensions));
  const auto scaled = [](Index size, double factor, Index least) {
    return std::max(least, static_cast<Index>(std::llround(factor * static_cast<double>(size))));
  };
  Trial trial{{tasks.kernel, scaled(tasks.rows, factor, 1), scaled(tasks.columns, factor, 1),
               scaled(tasks.steps, factor, 1)},
              options};
  for (Index& room : trial.options.capacity)
    if (room > 0)
      room = scaled(room, std::pow(factor, dimensions - 1), 3);
  return trial;
}

/// Within the error of what is believed; where nothing is, as different as in [Beaumont14].
Speeds drawn_speeds(int workers, const Options& options, std::uint64_t seed) {
  if (options.speeds.empty())
    return uniform_speeds(workers, 10, 100, seed);
  Speeds speeds = uniform_speeds(workers, 1 - options.speed_error, 1 + options.speed_error, seed);
  for (std::size_t k = 0; k < speeds.speeds.size(); ++k)
    speeds.speeds[k] *= options.speeds[k];
  return speeds;
}

Index blocks_sent(Maker make, const Tasks& tasks, int workers, const Options& options) {
  Index sum = 0;
  for (std::uint64_t seed = 1; seed <= draws; ++seed)
    sum += simulate(*make(tasks, workers, options), drawn_speeds(workers, options, seed)).sent;
  return sum;
}

} // namespace

std::unique_ptr<Strategy> by_what_is_known(const Tasks& tasks, int workers, const Options& options) {
  constexpr Maker candidates[] = {partition, greedy};
  const Trial tried = trial(tasks, options);
  const Maker best = *std::ranges::min_element(
      candidates, {}, [&](Maker make) { return blocks_sent(make, tried.tasks, workers, tried.options); });
  return best(tasks, workers, options);
}

} // namespace hetgrid::dynamic
