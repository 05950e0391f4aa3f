#include "api/agreed_plan.hpp"

#include "api/border.hpp"
#include "comm/collectives.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace hetgrid::api {

plan::Plan agreed_plan(std::span<const double> cycle_times, const plan::Options& options, MPI_Comm comm) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  std::string text;
  if (rank == 0) {
    try {
      text = plan::to_json(plan::make_plan(cycle_times, options));
    } catch (const std::exception& error) {
      report_failure("the planner", error.what());
    }
  }
  comm::broadcast(text, 0, comm);
  if (text.empty())
    throw SystemError("process 0 found no plan");
  return plan::plan_from_json(text);
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
