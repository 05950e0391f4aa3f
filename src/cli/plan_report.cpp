#include "cli/plan_report.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace hetgrid::cli {

std::vector<std::string> hosts_of(const plan::Platform& platform) {
  std::vector<std::string> hosts;
  for (const plan::ProcessSpeed& process : platform.processes)
    hosts.push_back(process.host);
  if (std::ranges::all_of(hosts, &std::string::empty))
    hosts.clear();
  return hosts;
}

const char* precision(const plan::Problem& problem) {
  return problem.element_bytes == 4   ? "single precision"
         : problem.element_bytes == 8 ? "double precision"
                                      : "double complex";
}

std::string why_idle(const plan::Plan& plan) {
  if (plan.shapes.empty())
    return "the grid has fewer places than there are processes";
  const auto used = [](const plan::ConsideredShape& shape) { return shape.p * shape.q; };
  const plan::ConsideredShape& larger = *std::ranges::max_element(plan.shapes, {}, used);
  if (used(larger) <= plan.arrangement.p * plan.arrangement.q)
    return "no grid of more processes was found faster";
  return fmt::format("a {} x {} grid of {} processes is predicted to take {:.4g} s", larger.p, larger.q,
                     used(larger), larger.seconds);
}

std::string assumptions(const plan::Platform& platform) {
  const plan::Network& network = platform.network;
  double fastest = 0;
  for (const plan::ProcessSpeed& process : platform.processes)
    fastest = std::max(fastest, process.gflops);
  return fmt::format(
      "{:.4g} GF/s for the smallest cycle-time, every process on a host of its own, {} with {:.3g} us "
      "and {:.3g} GB/s",
      fastest, network.medium == plan::Medium::bus ? "a bus" : "a switch",
      1e6 * network.between_hosts.latency, 1e-9 / network.between_hosts.seconds_per_byte);
}

} // namespace hetgrid::cli
