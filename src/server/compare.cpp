// Which policy is fastest depends on what is known: where speeds may be wrong, each is made with those of the star and simulated
// with others.
#include "hetgrid/dynamic_simulation.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "plan/limits.hpp"
#include "server/message_simulation.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>

namespace hetgrid::server {
namespace {

constexpr double least_error = 1e-300;
constexpr std::uint64_t pairs_of_draws = 4;
constexpr Index most_tried_tasks = 100'000; ///< of policies that give them out one by one
constexpr Index given_to_all =
    20'000; ///< transfers that are simulated of every policy, however slow it is, if it has no more
/// Mostly fast: the first to be simulated, so that others can be given up.
constexpr std::array first_tried{std::string_view("shared-chunks"), std::string_view("ommoml")};

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
  star.pack_seconds_per_block /= factors[star.server < 0 ? workers : static_cast<std::size_t>(star.server)];
  return star;
}

constexpr const char* expected_error = "a part from 0 to 0.99, or unknown";
static_assert(largest_speed_error == 0.99);

/// \param limit  a policy that takes longer, seconds, is given up
Judged judge(const PolicyInfo& info, const Star& star, const Product& product,
             const std::vector<Star>& possible, double limit) {
  Judged judged{info, {}, 0, "", false};
  try {
    const Product mine = product_for(info.name, product);
    if (const Least least = least_of(info.name, star, mine);
        least.transfers > given_to_all && least.seconds > limit && possible.empty())
      throw GivenUp();
    const auto outcome = [&](const Star& true_one, double most) {
      return simulate_within({given_to_all, most}, true_one, mine, *make_policy(info.name, star, mine));
    };
    if (possible.empty()) {
      judged.outcome = outcome(star, limit);
      judged.seconds = judged.outcome.seconds;
      return judged;
    }
    const auto draws = static_cast<double>(possible.size());
    double sum = 0;
    for (const Star& one : possible)
      sum += outcome(one, limit * draws - sum).seconds;
    judged.outcome = outcome(star, std::numeric_limits<double>::infinity());
    judged.seconds = sum / draws;
  } catch (const GivenUp&) {
    judged.given_up = true;
    judged.seconds = limit;
  } catch (const ArgumentError& error) { // star and product are legal: no memory for this one
    judged.obstacle = error.what();
  }
  return judged;
}

} // namespace

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
                                     const Uncertainty& uncertainty) {
  validate(star);
  validate(product);
  plan::check("speed_error", uncertainty.speed_error, {least_error, largest_speed_error, true});
  std::vector<Star> possible;
  if (!uncertainty.exact())
    for (std::uint64_t seed = 1; seed <= pairs_of_draws; ++seed)
      for (const bool mirrored : {false, true})
        possible.push_back(drawn(star, uncertainty, seed, mirrored));
  const bool few_tasks = product.r() * product.s() <= most_tried_tasks / product.t();
  std::vector<PolicyInfo> compared;
  for (const PolicyInfo& info : policies())
    if ((info.compared || (info.by_tasks && few_tasks && !possible.empty())) && (added || !info.added))
      compared.push_back(info);
  const auto turn = [](const PolicyInfo& info) {
    return std::ranges::find(first_tried, info.name) - first_tried.begin();
  };
  std::ranges::stable_sort(compared, {}, turn);
  std::vector<Judged> all;
  double least = std::numeric_limits<double>::infinity();
  for (const PolicyInfo& info : compared) {
    all.push_back(judge(info, star, product, possible, least));
    if (all.back().feasible())
      least = std::min(least, all.back().seconds);
  }
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
