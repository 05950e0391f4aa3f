#include "cli/multiply/plan.hpp"

#include <algorithm>

#include "cli/options/arguments.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_policies.hpp"
#include "linalg/server/star.hpp"

namespace hetgrid::cli {
namespace {

constexpr double fewest_chunks = 8; ///< of C: a run that is interrupted loses those that are not finished

/// The server alone has no links, by which policies differ: one whose chunks are as large as the memory, since operands may be larger.
struct Chosen {
  std::string policy;
  double seconds = 0; ///< that are to be expected; 0: nothing was compared
};
Chosen policy_for(const plan::Platform& platform, const server::Product& product, const std::string& policy,
                  const server::Uncertainty& uncertainty, bool added = false) {
  if (policy == "auto" && platform.processes.size() == 1)
    return {"orroml"};
  if (policy != "auto")
    return {policy};
  const server::Star star = linalg::star_of(platform, product);
  check_simulation_length(star, product);
  const std::vector<server::Judged> compared = server::compare_policies(star, product, added, uncertainty);
  return {chosen_policy(policy, compared, product), compared.front().seconds};
}

} // namespace

server::Product product_of(const MatrixLayout& c, Index k, Index block_size) {
  return {c.by_rows ? c.n : c.m,
          c.by_rows ? c.m : c.n,
          k,
          block_size,
          static_cast<int>(c.element_bytes()),
          true,
          true};
}

ProductPlan make_plan(const std::string& platform, const server::Product& product,
                      const std::string& policy) {
  ProductPlan plan{
      platform, plan::platform_from_json(platform), server::product_for(policy, product), policy, {}, {}};
  plan.star = linalg::star_of(plan.platform, plan.product);
  check_simulation_length(plan.star, plan.product);
  const auto decisions = server::make_policy(policy, plan.star, plan.product);
  if (plan.on_demand())
    plan.schedule.predicted = server::simulate(plan.star, plan.product, *decisions);
  else
    plan.schedule = server::static_plan(plan.star, plan.product, *decisions);
  return plan;
}

ProductPlan make_plan(const Surroundings& surroundings, const ServiceOptions& options, const MatrixLayout& c,
                      Index k) {
  plan::Platform platform = platform_with_memory(surroundings, options, c.element_bytes());
  const std::vector<double> memory = memory_of_workers(platform);
  const Index block_size =
      options.block_size > 0
          ? options.block_size
          : suitable_block_size(std::ranges::min(memory), c.element_bytes(), std::max({c.m, c.n, k}));
  const server::Product product = product_of(c, k, block_size);
  if (options.policy != "auto" && server::product_for(options.policy, product).added)
    return make_plan(plan::to_json(platform), product, options.policy);
  const double c_bytes = static_cast<double>(c.bytes()), each = c_bytes / static_cast<double>(memory.size()),
               least =
                   8 * static_cast<double>(block_size * block_size) * static_cast<double>(c.element_bytes()),
               largest = std::max(least, c_bytes / fewest_chunks);
  const server::Uncertainty uncertainty = server::uncertainty_from_text("--speed-error", options.speed_error);
  // Those who share chunks or ask for tasks use all of the memory. If speeds are what they are said to be, a plan has the advantage
  // that a run can be resumed.
  std::optional<Chosen> on_demand;
  if (options.policy == "auto" && !uncertainty.exact() && platform.processes.size() > 1)
    if (Chosen all = policy_for(platform, product, "auto", uncertainty, true);
        server::product_for(all.policy, product).added)
      on_demand = std::move(all);
  const std::string whole = plan::to_json(platform);
  // Chunks as large as the memory are the fewest to send, but may be too few for all workers to have as much as they can do.
  std::optional<ProductPlan> best;
  double seconds = 0;
  for (double most : {largest, each, each / 4, each / 16}) {
    most = std::clamp(most, least, largest);
    for (plan::ProcessSpeed& process : platform.processes)
      process.memory = std::min(process.memory, most);
    if (best && memory_of_workers(platform) == memory_of_workers(best->platform))
      continue;
    const Chosen chosen = policy_for(platform, product, options.policy, uncertainty);
    ProductPlan plan = make_plan(plan::to_json(platform), product, chosen.policy);
    const double expected =
        uncertainty.exact() || chosen.seconds == 0 ? plan.schedule.predicted.seconds : chosen.seconds;
    if (!best || expected < seconds) {
      best = std::move(plan);
      seconds = expected;
    }
  }
  if (on_demand && on_demand->seconds < seconds)
    return make_plan(whole, product, on_demand->policy);
  return std::move(*best);
}

} // namespace hetgrid::cli
