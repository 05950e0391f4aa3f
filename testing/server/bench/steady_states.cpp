// Stars in the long run: rules, search and optimum over the bandwidth-centric bound.
#include "testing/plan/bench/bench.hpp"
#include "testing/server/random_stars.hpp"

#include "hetgrid/server_steady_state.hpp"

#include <fmt/core.h>

#include <array>

namespace hetgrid::bench {
namespace {

using namespace hetgrid::server;
using hetgrid::testing::RandomStars;

constexpr std::array rules{Rule::local, Rule::global, Rule::global_two_steps, Rule::local_two_steps};

struct Case {
  RandomStars stars;
  int platforms;
  Reception reception;
  double target; ///< of the search, over the bound; 0: none
};

const Case cases[] = {
    {{5, 20, 20}, 200, Reception::ends_when_ready, 0.895}, {{5, 20, 20}, 200, Reception::two_buffers, 0},
    {{3, 20, 20}, 100, Reception::ends_when_ready, 0},     {{4, 8, 8}, 100, Reception::ends_when_ready, 0},
    {{3, 6, 6}, 100, Reception::two_buffers, 0},           {{1000, 20, 20}, 5, Reception::ends_when_ready, 0},
};

/// Means over the platforms.
struct Means {
  std::array<double, rules.size()> rule{};
  double best_rule = 0, search = 0, with_buffers = 0;
  double worst_of_rule = 1e9, worst_of_optimum = 1e9; ///< search over the best rule, over the optimum
  double most_seconds = 0;
  int optima = 0;
};

Means measure(const Case& one, std::uint64_t seed) {
  constexpr Index most_states = 50'000;
  std::mt19937_64 random(seed);
  Means means;
  for (int k = 0; k < one.platforms; ++k) {
    const std::vector<Step> steps = one.stars(random);
    const double share = 1 / (steady_state(steps).rate * one.platforms), start = cpu_seconds();
    const double found = periodic_schedule(steps, one.reception).rate;
    means.most_seconds = std::max(means.most_seconds, cpu_seconds() - start);
    means.search += found * share;
    means.with_buffers += steady_state_with_buffers(steps, one.reception) * share;
    double best = 0;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
      const double rate = follow(steps, rules[rule], one.reception).rate;
      means.rule[rule] += rate * share;
      best = std::max(best, rate);
    }
    means.best_rule += best * share;
    means.worst_of_rule = std::min(means.worst_of_rule, found / best);
    if (steps.size() > 8)
      continue;
    if (const auto optimum = optimal_schedule(steps, one.reception, most_states)) {
      ++means.optima;
      means.worst_of_optimum = std::min(means.worst_of_optimum, found / optimum->rate);
    }
  }
  return means;
}

} // namespace

nlohmann::ordered_json steady_states(const BenchOptions& options) {
  fmt::print("c and w whole numbers from 1, mu from 2; means over the bandwidth-centric bound\n"
             "{:>7}{:>6}{:>6}{:>13}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}{:>8}{:>9}{:>8}{:>9}{:>8}\n",
             "workers", "c, w", "mu", "reception", "stars", "local", "global", "two", "l. two", "best",
             "search", "bound", "/ best", "optima", "/ optimum", "s");
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const Case& one : cases) {
    const Means means = measure(one, options.seed);
    const bool optimal = means.optima == 0 || means.worst_of_optimum >= 0.99;
    const bool met = means.search >= one.target && optimal && means.most_seconds < 2;
    const char* const reception = one.reception == Reception::two_buffers ? "two buffers" : "when ready";
    fmt::print("{:>7}{:>6}{:>6}{:>13}{:>9}", one.stars.workers, one.stars.most_cost, one.stars.most_mu,
               reception, one.platforms);
    for (const double rate : means.rule)
      fmt::print("{:>8.3f}", rate);
    fmt::print("{:>8.3f}{:>9.4f}{:>8.3f}{:>9.4f}{:>8}", means.best_rule, means.search, means.with_buffers,
               means.worst_of_rule, means.optima);
    fmt::print("{:>9}{:>8.2f}  {}\n", means.optima > 0 ? fmt::format("{:.4f}", means.worst_of_optimum) : "-",
               means.most_seconds, verdict(met));
    figures.push_back({{"workers", one.stars.workers},
                       {"most_cost", one.stars.most_cost},
                       {"most_mu", one.stars.most_mu},
                       {"reception", reception},
                       {"platforms", one.platforms},
                       {"rules", means.rule},
                       {"best_rule", means.best_rule},
                       {"search", means.search},
                       {"target", one.target},
                       {"bound_with_buffers", means.with_buffers},
                       {"least_over_best_rule", means.worst_of_rule},
                       {"optima", means.optima},
                       {"least_over_optimum", means.optima > 0 ? means.worst_of_optimum : 0},
                       {"most_seconds", means.most_seconds},
                       {"met", met}});
  }
  return figures;
}

} // namespace hetgrid::bench
