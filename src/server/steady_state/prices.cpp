#include "server/steady_state/prices.hpp"

#include <cmath>
#include <limits>

namespace hetgrid::server::steady {

// Dual: min port + sum u_i with u_i w_i + port price_i >= 1, where w = update / work and price = transfer / work. The worker
// that is enrolled in part has u = 0.
Prices shadow_prices(std::span<const Step> steps) {
  Prices prices;
  double port = 1;
  for (const std::size_t i : by_price(steps)) {
    port -= steps[i].transfer / steps[i].update;
    if (port <= 0) {
      prices.port = steps[i].work / steps[i].transfer;
      break;
    }
  }
  for (const Step& step : steps)
    prices.workers.push_back(std::max(0.0, step.work - prices.port * step.transfer) / step.update);
  return prices;
}

std::size_t select_by_prices(const Clocks& clocks, const Prices& prices) {
  std::size_t best = 0;
  double best_value = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    const Step& step = clocks.step(i);
    const double end = clocks.completion_of(i);
    double value = step.work - prices.port * (end - clocks.time()) - prices.workers[i] * step.update;
    for (std::size_t j = 0; j < clocks.size(); ++j)
      if (j != i)
        value -= prices.workers[j] * std::max(0.0, end - std::max(clocks.time(), clocks.clock(j).ready));
    if (value > best_value) {
      best = i;
      best_value = value;
    }
  }
  return best;
}

namespace {

/// Of the second half of a short run.
double rate_of(std::span<const Step> steps, Reception reception, const Prices& prices) {
  constexpr int count = 300;
  Clocks clocks(steps, reception);

  double time = 0, work = 0;
  for (int k = 0; k < 2 * count; ++k) {
    clocks.select(select_by_prices(clocks, prices));
    if (k == count - 1) {
      time = clocks.time();
      work = clocks.work();
    }
  }
  return (clocks.work() - work) / (clocks.time() - time);
}

} // namespace

Prices good_prices(std::span<const Step> steps, Reception reception, int changes, std::mt19937_64& random) {
  constexpr double least = 0.02; // of the highest price: what is 0 could not be multiplied
  constexpr double factors[] = {0.1, 0.5, 1};
  Prices best = shadow_prices(steps);
  const double highest = std::max(best.port, std::ranges::max(best.workers));
  best.port = std::max(best.port, least * highest);
  for (double& price : best.workers)
    price = std::max(price, least * highest);
  double best_rate = rate_of(steps, reception, best);
  std::normal_distribution<double> normal;
  const auto one_of = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  for (int k = 0; k < changes; ++k) {
    // half of the prices by a little, half of them by more, or one by much
    Prices changed = best;
    const std::size_t kind = one_of(std::size(factors));
    const std::size_t single = kind == 2 ? one_of(steps.size() + 1) : steps.size() + 1;
    for (std::size_t i = 0; i <= steps.size(); ++i)
      if (kind == 2 ? i == single : one_of(2) == 0)
        (i < steps.size() ? changed.workers[i] : changed.port) *= std::exp(factors[kind] * normal(random));
    const double rate = rate_of(steps, reception, changed);
    if (rate >= best_rate) {
      best = std::move(changed);
      best_rate = rate;
    }
  }
  return best;
}

} // namespace hetgrid::server::steady
