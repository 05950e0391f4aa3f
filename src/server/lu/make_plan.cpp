// The widths of the panels: 7.3, and better: a width for every step, by dynamic programming over what is left.
#include "hetgrid/error.hpp"
#include "server/lu/core_rates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace hetgrid::server::lu {
namespace {

constexpr Index most_blocks = 100'000; ///< r

void check_size(Index r) {
  if (r < 1 || r > most_blocks)
    throw ArgumentError("r", std::to_string(r), "1 to " + std::to_string(most_blocks));
}

/// Steps of a factorization of r x r blocks; what depends on mu alone is computed once.
class Predictor {
public:
  Predictor(const Star& star, Index r) : star_(star), r_(r) {}

  Step operator()(Index m, Index mu) {
    auto core = cores_.find(mu);
    if (core == cores_.end())
      core = cores_.emplace(mu, core_of(star_, mu, r_)).first;
    return predict_step(star_, core->second, m, mu);
  }
  Plan predict(std::span<const Index> widths) {
    Plan plan;
    Index left = r_;
    for (const Index mu : widths) {
      plan.steps.push_back((*this)(left, mu));
      plan.seconds += plan.steps.back().seconds();
      left -= mu;
    }
    return plan;
  }

private:
  const Star& star_;
  Index r_;
  std::map<Index, Core> cores_;
};

/// All up to 64 or what is affordable, then a ladder up to r.
std::vector<Index> candidate_widths(Index r, std::size_t workers) {
  constexpr double predictions = 2e7; // of steps of one worker
  constexpr double cores = 1.5e4;     // of one worker
  const double p = static_cast<double>(workers);
  const Index dense = static_cast<Index>(
      std::clamp(std::min(predictions / (p * static_cast<double>(r)), cores / p), 4.0, 64.0));
  std::vector<Index> widths;
  for (Index mu = 1; mu <= r; mu = std::max(mu + 1, mu < dense ? mu + 1 : mu * 5 / 4))
    widths.push_back(mu);
  if (widths.back() != r)
    widths.push_back(r);
  return widths;
}

std::vector<Index> equal_widths(Index r, Index mu) {
  std::vector<Index> widths(static_cast<std::size_t>(r / mu), mu);
  if (r % mu != 0)
    widths.push_back(r % mu);
  return widths;
}

std::vector<Index> best_equal_widths(Predictor& predict, Index r, std::span<const Index> candidates) {
  std::vector<Index> best;
  double best_seconds = infinity;
  for (const Index mu : candidates) {
    std::vector<Index> widths = equal_widths(r, mu);
    if (const double seconds = predict.predict(widths).seconds; seconds < best_seconds) {
      best = std::move(widths);
      best_seconds = seconds;
    }
  }
  return best;
}

// T(m) = min over mu of seconds(m, mu) + T(m - mu)
std::vector<Index> best_free_widths(Predictor& predict, Index r, std::span<const Index> candidates) {
  std::vector<double> seconds(static_cast<std::size_t>(r) + 1, infinity);
  std::vector<Index> choice(seconds.size());
  seconds[0] = 0;
  for (Index m = 1; m <= r; ++m)
    for (const Index mu : candidates) {
      if (mu > m)
        break;
      const double all = predict(m, mu).seconds() + seconds[static_cast<std::size_t>(m - mu)];
      if (all < seconds[static_cast<std::size_t>(m)]) {
        seconds[static_cast<std::size_t>(m)] = all;
        choice[static_cast<std::size_t>(m)] = mu;
      }
    }
  std::vector<Index> widths;
  for (Index m = r; m > 0 && choice[static_cast<std::size_t>(m)] > 0; m -= widths.back())
    widths.push_back(choice[static_cast<std::size_t>(m)]);
  return widths;
}

Plan checked(Plan plan) {
  if (plan.steps.empty() || plan.seconds == infinity)
    throw ArgumentError("buffers", "those of the workers",
                        "room for all blocks of a panel on one of them, and for a chunk");
  return plan;
}

} // namespace

Plan predict(const Star& star, Index r, std::span<const Index> widths) {
  validate(star);
  check_size(r);
  Index left = r;
  for (const Index mu : widths) {
    if (mu < 1 || mu > left)
      throw ArgumentError("widths", std::to_string(mu),
                          "positive numbers that add up to " + std::to_string(r));
    left -= mu;
  }
  if (left != 0)
    throw ArgumentError("widths", std::to_string(r - left), "numbers that add up to " + std::to_string(r));
  return checked(Predictor(star, r).predict(widths));
}

Plan make_plan(const Star& star, Index r, Widths kind) {
  validate(star);
  check_size(r);
  const std::vector<Index> candidates = candidate_widths(r, star.workers.size());
  Predictor predictor(star, r);
  const std::vector<Index> widths = kind == Widths::equal ? best_equal_widths(predictor, r, candidates)
                                                          : best_free_widths(predictor, r, candidates);
  return checked(predictor.predict(widths));
}

} // namespace hetgrid::server::lu
