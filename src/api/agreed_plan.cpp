#include "api/agreed_plan.hpp"

#include "api/border.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "plan/quiet_arithmetic.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace hetgrid::api {
namespace {

/// What is known: the cycle-times and who shares a node. Collective over `comm`.
plan::Platform known_platform(std::span<const double> cycle_times, int rank, MPI_Comm comm) {
  const comm::Communicator node = comm::Communicator::split_by_node(comm);
  int first_of_node = rank;
  comm::broadcast(&first_of_node, 1, 0, node.get());
  std::vector<std::int64_t> first(cycle_times.size(), 0);
  first[static_cast<std::size_t>(rank)] = first_of_node;
  comm::all_reduce(first, MPI_SUM, comm);
  plan::Platform platform = plan::platform_from_cycle_times(cycle_times);
  for (std::size_t k = 0; k < first.size(); ++k)
    platform.processes[k].host = std::to_string(first[k]);
  return platform;
}

/// make_plan on process 0, and its text everywhere; empty if it throws, after `failed(error)`. Collective over `comm`.
template <typename Failed>
std::string agreed_text(const plan::Platform& platform, const plan::Options& options, int rank, MPI_Comm comm,
                        Failed&& failed) {
  std::string text;
  if (rank == 0) {
    const plan::QuietArithmetic quiet;
    try {
      text = plan::to_json(plan::make_plan(platform, options));
    } catch (const std::exception& error) {
      failed(error);
    }
  }
  comm::broadcast(text, 0, comm);
  return text;
}

} // namespace

plan::Plan agreed_plan(std::span<const double> cycle_times, const plan::Options& options, MPI_Comm comm) {
  const int rank = comm::rank_in(comm);
  const std::string text =
      agreed_text(known_platform(cycle_times, rank, comm), options, rank, comm,
                  [](const std::exception& error) { report_failure("the planner", error.what()); });
  if (text.empty())
    throw SystemError("process 0 found no plan");
  return plan::plan_from_json(text);
}

std::optional<plan::Plan> agreed_plan_within(std::span<const double> memory,
                                             std::span<const double> cycle_times,
                                             const plan::Options& options, MPI_Comm comm) {
  const int rank = comm::rank_in(comm);
  plan::Platform platform = known_platform(cycle_times, rank, comm);
  for (std::size_t k = 0; k < memory.size(); ++k)
    platform.processes[k].memory = memory[k];
  const std::string text = agreed_text(platform, options, rank, comm, [](const std::exception&) {});
  return text.empty() ? std::nullopt : std::optional(plan::plan_from_json(text));
}

void order_equal_processes(plan::Plan& plan, char order) {
  std::map<double, std::vector<int>> sets; // cycle-time -> processes on the grid
  for (const int process : plan.arrangement.process)
    sets[plan.cycle_times[static_cast<std::size_t>(process)]].push_back(process);
  for (auto& [time, processes] : sets)
    std::ranges::sort(processes, std::greater{}); // taken from the back
  const int p = plan.arrangement.p, q = plan.arrangement.q;
  for (int k = 0; k < p * q; ++k) {
    const int i = order == 'C' ? k % p : k / q, j = order == 'C' ? k / p : k % q;
    int& process = plan.arrangement.process[static_cast<std::size_t>(i * q + j)];
    std::vector<int>& set = sets[plan.cycle_times[static_cast<std::size_t>(process)]];
    process = set.back();
    set.pop_back();
  }
}

} // namespace hetgrid::api
