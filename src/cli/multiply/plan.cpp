#include "cli/multiply/plan.hpp"

#include <algorithm>

#include "cli/options/arguments.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_policies.hpp"
#include "linalg/server/star.hpp"

namespace hetgrid::cli {
namespace {

constexpr double fewest_chunks = 8; ///< of C: a run that is interrupted loses those that are not finished
constexpr double fewest_blocks = 8; ///< that a worker has room for, however small C is

/// Those who are left out have room for a block, which is enough for nothing.
plan::Platform enrolled(plan::Platform platform, const server::Star& star, const server::Product& product) {
  const double block = static_cast<double>(product.block_size * product.block_size) * product.element_bytes;
  for (int process = 0; process < static_cast<int>(platform.processes.size()); ++process) {
    const auto worker = std::ranges::find(star.workers, process, &server::Worker::process);
    const double most = worker == star.workers.end() ? block : block * static_cast<double>(worker->buffers);
    double& memory = platform.processes[static_cast<std::size_t>(process)].memory;
    memory = std::min(memory, most);
  }
  return platform;
}

/// The fastest plan, or that of a policy, and the seconds that are to be expected.
struct Chosen {
  plan::Platform platform;
  std::string policy;
  double seconds;
};
Chosen chosen_for(const plan::Platform& platform, const server::Product& product, const std::string& policy,
                  const server::Uncertainty& uncertainty, bool added) {
  const server::Star star = linalg::star_of(platform, product);
  check_simulation_length(star, product);
  const server::Choice choice = server::choose_policy(policy, star, product, added, uncertainty);
  return {enrolled(platform, server::enrolled(star, choice.enrolment), product),
          chosen_policy(policy, choice.policies, product), choice.policies.front().seconds};
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
  const server::Uncertainty uncertainty = server::uncertainty_from_text("--speed-error", options.speed_error);
  // Those who share chunks or ask for tasks: if speeds are what they are said to be, a plan has the advantage that a run can be resumed.
  std::optional<Chosen> on_demand;
  if (options.policy == "auto" && !uncertainty.exact() && platform.processes.size() > 1)
    if (Chosen all = chosen_for(platform, product, "auto", uncertainty, true);
        server::product_for(all.policy, product).added)
      on_demand = std::move(all);
  const double least = fewest_blocks * static_cast<double>(block_size * block_size) *
                       static_cast<double>(c.element_bytes()),
               most = std::max(least, static_cast<double>(c.bytes()) / fewest_chunks);
  for (plan::ProcessSpeed& process : platform.processes)
    process.memory = std::min(process.memory, most);
  // The server alone has no links, by which policies differ, and may have to read: the larger the chunks, the less.
  if (platform.processes.size() == 1)
    return make_plan(plan::to_json(platform), product, options.policy == "auto" ? "orroml" : options.policy);
  const Chosen planned = chosen_for(platform, product, options.policy, uncertainty, false);
  const Chosen& best = on_demand && on_demand->seconds < planned.seconds ? *on_demand : planned;
  return make_plan(plan::to_json(best.platform), product, best.policy);
}

} // namespace hetgrid::cli
