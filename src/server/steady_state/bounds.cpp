// Bounds of what a star computes per second: bandwidth-centric, [Dongarra06] 6.1, in closed form; and with the buffers that there
// are, by a linear program.
#include "hetgrid/error.hpp"
#include "plan/limits.hpp"
#include "server/steady_state/clocks.hpp"
#include "server/steady_state/simplex.hpp"

#include <numeric>

namespace hetgrid::server {

void validate(std::span<const Step> steps) {
  constexpr plan::Range update{1e-300, 1e18}, transfer{1e-300, 1e18, true}, work{1e-300, 1e18, true};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string name = "steps[" + std::to_string(i) + "]";
    plan::check(name + ".work", steps[i].work, work);
    if (steps[i].work == 0)
      continue;
    plan::check(name + ".update", steps[i].update, update);
    plan::check(name + ".transfer", steps[i].transfer, transfer);
  }
  if (std::ranges::none_of(steps, [](const Step& step) { return step.work > 0; }))
    throw ArgumentError("steps", "none with work", "at least one");
}

steady::Workers steady::workers_of(std::span<const Step> steps) {
  validate(steps);
  Workers workers;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].work > 0) {
      workers.steps.push_back(steps[i]);
      workers.numbers.push_back(static_cast<int>(i));
    }
  return workers;
}

SteadyState steady_state(std::span<const Step> all) {
  const auto [steps, numbers] = steady::workers_of(all);
  SteadyState state{0, std::vector<double>(all.size())};
  double port = 1; // what is left of a second of it
  for (const std::size_t i : steady::by_price(steps)) {
    const Step& step = steps[i];
    const double needed =
        step.transfer / step.update; // to compute all the time; the last worker does in part
    const double x = step.work / step.update * (needed <= port ? 1 : port / needed);
    port = std::max(0.0, port - needed);
    state.work[static_cast<std::size_t>(numbers[i])] = x;
    state.rate += x;
  }
  return state;
}

std::vector<std::size_t> steady::by_price(std::span<const Step> steps) {
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return steps[i].transfer / steps[i].work; });
  return order;
}

namespace {

// Between two transfers to worker i its buffers last for `buffered` seconds; what is sent to j meanwhile takes transfer_j, and
// then i's own transfer_i. For every selection of j, i is thus dry for
//   e_ij = max(0, transfer_j + own transfer_i - buffered_i),
//   ends when ready:  a transfer ends when the updates before are done: own = 1, buffered = update_i
//   two buffers:      a transfer begins when those before the last are done: own = 2, buffered = 2 update_i
// and several transfers between two of i's make it dry for no less than the sum of theirs, as own transfer_i <= buffered_i.
double dry(const Step& i, const Step& j, Reception reception) {
  const double buffers = reception == Reception::two_buffers ? 2 : 1;
  return std::max(0.0, j.transfer - buffers * (i.update - i.transfer));
}

} // namespace

double steady_state_with_buffers(std::span<const Step> all, Reception reception) {
  const double unlimited = steady_state(all).rate;
  const std::vector<Step> steps = steady::workers_of(all).steps;
  constexpr std::size_t most = 64; // the program has as many variables and constraints
  if (steps.size() > most)
    return unlimited;
  // n_j selections a second: max sum n_j work_j, sum n_j transfer_j <= 1, n_i update_i + sum n_j e_ij <= 1
  const std::size_t p = steps.size();
  std::vector<std::vector<double>> a;
  std::vector<double> objective;
  std::vector<double>& port = a.emplace_back();
  for (const Step& step : steps) {
    objective.push_back(step.work);
    port.push_back(step.transfer);
  }
  for (std::size_t i = 0; i < p; ++i) {
    std::vector<double> row(p);
    for (std::size_t j = 0; j < p; ++j)
      row[j] = i == j                                 ? steps[i].update
               : steps[i].transfer <= steps[i].update ? dry(steps[i], steps[j], reception)
                                                      : 0;
    a.push_back(std::move(row));
  }
  return std::min(unlimited, steady::largest_sum(std::move(a), std::move(objective)));
}

} // namespace hetgrid::server
