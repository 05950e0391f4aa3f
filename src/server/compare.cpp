// Which policy is fastest depends on what is known: where speeds may be wrong, each is made with those of the star and simulated
// with others.
#include "hetgrid/dynamic_simulation.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "plan/in_parallel.hpp"
#include "plan/limits.hpp"
#include "server/judge.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>

namespace hetgrid::server {
namespace {

constexpr double least_error = 1e-300;

/// What speeds may be: those of the workers, and that of the server, which packs as fast as it computes.
/// \param mirrored  who is fast in a draw is slow in its mirror image (antithetic variates): both together favour nobody
Star drawn(Star star, const Uncertainty& uncertainty, std::uint64_t seed, bool mirrored) {
  const std::size_t workers = star.workers.size();
  const bool unknown = uncertainty.unknown;
  const double low = unknown ? 10 : 1 - uncertainty.speed_error,
               high = unknown ? 100 : 1 + uncertainty.speed_error;
  std::vector<double> factors =
      dynamic::uniform_speeds(static_cast<int>(workers) + (star.server < 0), low, high, seed).speeds;
  if (mirrored)
    for (double& factor : factors)
      factor = low + high - factor;
  if (unknown) {
    const double mean =
        std::accumulate(factors.begin(), factors.end(), 0.0) / static_cast<double>(factors.size());
    for (double& factor : factors)
      factor /= mean;
  }
  for (std::size_t k = 0; k < workers; ++k)
    star.workers[k].seconds_per_update /= factors[k];
  const double of_server = factors[star.server < 0 ? workers : static_cast<std::size_t>(star.server)];
  star.pack_seconds_per_block /= of_server;
  star.server_seconds_per_update /= of_server;
  return star;
}

constexpr const char* expected_error = "a part from 0 to 0.99, or unknown";
static_assert(largest_speed_error == 0.99);

} // namespace

Judge::Judge(const Star& star, const Product& product, const Uncertainty& uncertainty,
             std::uint64_t pairs_of_draws)
    : star_(star), product_(product) {
  plan::check("speed_error", uncertainty.speed_error, {least_error, largest_speed_error, true});
  if (!uncertainty.exact())
    for (std::uint64_t seed = 1; seed <= pairs_of_draws; ++seed)
      for (const bool mirrored : {false, true})
        possible_.push_back(drawn(star, uncertainty, seed, mirrored));
}

Judged Judge::operator()(const PolicyInfo& info, const Patience& patience) const {
  Judged judged{info, {}, 0, "", false};
  try {
    const Product mine = product_for(info.name, product_);
    if (const Least least = least_of(info.name, star_, mine);
        least.transfers > static_cast<double>(patience.transfers) && least.seconds > patience.seconds &&
        exact())
      throw GivenUp();
    const auto outcome = [&](const Star& true_one, double most) {
      return simulate_within({patience.transfers, most}, true_one, mine,
                             *make_policy(info.name, star_, mine));
    };
    if (exact()) {
      judged.outcome = outcome(star_, patience.seconds);
      judged.seconds = judged.outcome.seconds;
      return judged;
    }
    const auto draws = static_cast<double>(possible_.size());
    double sum = 0;
    for (const Star& one : possible_)
      sum += outcome(one, patience.seconds * draws - sum).seconds;
    judged.outcome = outcome(star_, std::numeric_limits<double>::infinity());
    judged.seconds = sum / draws;
  } catch (const GivenUp&) {
    judged.given_up = true;
    judged.seconds = patience.seconds;
  } catch (const ArgumentError& error) { // star and product are legal: no memory for this one
    judged.obstacle = error.what();
  }
  return judged;
}

plan::Platform with_equal_speeds(plan::Platform platform) {
  double sum = 0;
  for (const plan::ProcessSpeed& process : platform.processes)
    sum += process.gflops;
  for (plan::ProcessSpeed& process : platform.processes) {
    process.gflops = sum / static_cast<double>(platform.processes.size());
    process.cycle_time = 1;
    process.curve.clear();
  }
  return platform;
}

Uncertainty uncertainty_from_text(const std::string& name, const std::string& text) {
  if (text == "unknown")
    return {0, true};
  Uncertainty uncertainty;
  const char* const end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, uncertainty.speed_error);
  if (status != std::errc() || rest != end ||
      !(uncertainty.speed_error == 0 ||
        (uncertainty.speed_error >= least_error && uncertainty.speed_error <= largest_speed_error)))
    throw ArgumentError(name, text, expected_error);
  return uncertainty;
}

bool is_for_runs(std::string_view policy) {
  return policy == "auto" || std::ranges::any_of(policies(), [&](const PolicyInfo& info) {
           return info.name == policy && (info.compared || info.added);
         });
}

std::vector<Judged> compare_policies(const Star& star, const Product& product, bool added,
                                     const Uncertainty& uncertainty, const Judged* known) {
  validate(star);
  validate(product);
  const Judge judge(star, product, uncertainty);
  std::vector<PolicyInfo> compared;
  for (const PolicyInfo& info : policies())
    if ((info.compared || (info.by_tasks && has_few_tasks(product) && !judge.exact())) &&
        (added || !info.added))
      compared.push_back(info);
  std::ranges::stable_sort(compared, {}, [](const PolicyInfo& info) { return turn_of(info.name); });
  std::vector<Judged> all(compared.size());
  constexpr double rounding = 1 + 1e-9; // who takes so long must not be given up
  if (!judge.exact())
    known = nullptr;
  double least = known ? known->seconds * rounding : std::numeric_limits<double>::infinity();
  const std::size_t in_turn = known ? 0 : std::min(mostly_fast.size(), compared.size());
  for (std::size_t k = 0; k < in_turn; ++k) {
    all[k] = judge(compared[k], {given_to_all, least});
    if (all[k].feasible())
      least = std::min(least, all[k].seconds);
  }
  plan::in_parallel(compared.size() - in_turn, [&](std::size_t k) {
    const PolicyInfo& info = compared[in_turn + k];
    all[in_turn + k] = known && info.name == known->policy.name ? *known : judge(info, {given_to_all, least});
  });
  const auto place = [](const Judged& judged) { // in the list of all: of those alike the first
    return std::ranges::find(policies(), judged.policy.name, &PolicyInfo::name) - policies().begin();
  };
  std::ranges::sort(all, {}, [&](const Judged& judged) {
    return std::tuple(!judged.feasible(), judged.given_up, judged.seconds, judged.outcome.enrolled(),
                      place(judged));
  });
  return all;
}

} // namespace hetgrid::server
