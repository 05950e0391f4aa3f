// Factorizations whose products follow a policy, as src/linalg/server runs them.
#include "hetgrid/error.hpp"
#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_lu.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace hetgrid::server::lu {
namespace {

/// Of any policy at best.
Run least_run(const Star& star, const Product& product) {
  return {bounds(with_shares(star, product), product).best(), 0};
}

Run run_of(std::string_view policy, const Star& star, const Product& product) {
  const Product core = product_for(policy, product);
  const Star sharing = core.added ? star : with_shares(star, core);
  const Outcome outcome = simulate(sharing, core, *make_policy(policy, sharing, core));
  Run run{outcome.seconds};
  for (std::size_t i = 0; i < sharing.workers.size(); ++i)
    if (sharing.workers[i].process != 0)
      run.bytes += outcome.workers[i].bytes_sent + outcome.workers[i].bytes_returned;
  return run;
}

/// For the choice of panels, which asks often.
Run quick_run_of(std::string_view policy, const Star& star, const Product& product) {
  constexpr double most_tasks = 20'000; // of those who are sent tasks
  const double tasks =
      static_cast<double>(product.r()) * static_cast<double>(product.s()) * static_cast<double>(product.t());
  if (product_for(policy, product).added && tasks > most_tasks)
    return least_run(star, product);
  try {
    return run_of(policy, star, product);
  } catch (const ArgumentError&) { // no policy for so few of the workers
    return {std::numeric_limits<double>::infinity()};
  }
}

ArgumentError no_room() {
  return {"memory", "that of the workers", "room for a chunk of one block on one of them"};
}

} // namespace

std::vector<Panel> look_ahead_panels(const Star& star, const Product& matrix, std::string_view policy) {
  return look_ahead_panels(star, matrix, least_run, std::bind_front(quick_run_of, policy));
}

LookAhead plan_look_ahead(const Star& star, const Product& matrix, std::string_view policy) {
  LookAhead plan{std::string(policy), look_ahead_panels(star, matrix, policy), {}};
  plan.predicted = predict(star, matrix, plan.panels, std::bind_front(run_of, policy));
  return plan;
}

std::vector<JudgedLookAhead> compare_look_ahead(const Star& star, const Product& matrix) {
  Product core = matrix;
  core.k = matrix.block_size;
  std::vector<JudgedLookAhead> all;
  for (Judged& judged : compare_policies(star, core)) {
    JudgedLookAhead one{judged.policy, std::move(judged.obstacle), {}};
    if (one.obstacle.empty())
      one.plan = plan_look_ahead(star, matrix, one.policy.name);
    all.push_back(std::move(one));
  }
  std::ranges::stable_sort(all, {}, [](const JudgedLookAhead& one) {
    return std::pair(!one.obstacle.empty(), one.plan.predicted.seconds);
  });
  if (!all.front().obstacle.empty())
    throw no_room();
  return all;
}

std::string choose_policy(const Star& star, const Product& matrix, const Uncertainty& uncertainty) {
  if (uncertainty.exact())
    return compare_look_ahead(star, matrix).front().plan.policy;
  Product core = matrix;
  core.k = look_ahead_panels(star, matrix, "guided").front().width;
  // As run_of has it: each of the workers gets a share, unless results are added.
  const Judged chunks = compare_policies(with_shares(star, core), core, false, uncertainty).front();
  const std::vector<Judged> all = compare_policies(star, core, true, uncertainty);
  const auto added = std::ranges::find_if(all, [](const Judged& judged) { return judged.policy.added; });
  const bool can_add = added != all.end() && added->feasible();
  if (!chunks.feasible() && !can_add)
    throw no_room();
  const bool adds = can_add && (!chunks.feasible() || added->seconds < chunks.seconds);
  return std::string((adds ? *added : chunks).policy.name);
}

Product all_products(Index n, Index nrhs, Index block_size, int element_bytes) {
  return {n, n, (n + 2) / 3 + nrhs, block_size, element_bytes, false, true};
}

double least_seconds_with_server(Star star, const Product& product) {
  if (std::ranges::none_of(star.workers, [](const Worker& worker) { return worker.process == 0; }))
    star.workers.push_back({0, star.server_seconds_per_update});
  return bounds(star, product).any();
}

} // namespace hetgrid::server::lu
