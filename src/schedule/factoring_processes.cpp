#include "schedule/factoring_processes.hpp"

#include <algorithm>
#include <utility>

namespace hetgrid::schedule {

std::vector<int> fast_processes(std::span<const double> cycle_times) {
  constexpr double tolerance = 1.25;
  std::vector<int> fast;
  const double fastest = *std::ranges::min_element(cycle_times);
  for (std::size_t process = 0; process < cycle_times.size(); ++process)
    if (cycle_times[process] <= tolerance * fastest)
      fast.push_back(static_cast<int>(process));
  return fast;
}

int solver_of_chunk(std::span<const int> solvers, std::size_t number, std::size_t behind, int factoring) {
  const auto turn = [&](std::size_t k) { return solvers[k % solvers.size()]; };
  if (behind == 1 && turn(number) == factoring)
    return turn(number + 1);
  if (behind == 2 && turn(number - 1) == factoring)
    return turn(number - 1);
  return turn(number);
}

FactoringProcesses::FactoringProcesses(std::span<const double> cycle_times, std::vector<int> columns)
    : columns_(std::move(columns)), fast_(fast_processes(cycle_times)), turns_(cycle_times.size()) {}

int FactoringProcesses::next(std::span<const int> owners) const {
  const auto owns = [&](int process) { return std::ranges::find(owners, process) != owners.end(); };
  const auto is_near = [&](int process) { return column(process) == column(owners[0]); };
  std::vector<int> candidates = fast_;
  if (std::ranges::any_of(fast_, owns))
    std::erase_if(candidates, [&](int process) { return !owns(process); });
  else if (std::ranges::any_of(fast_, is_near))
    std::erase_if(candidates, [&](int process) { return !is_near(process); });
  return *std::ranges::min_element(candidates, {},
                                   [&](int process) { return turns_[static_cast<std::size_t>(process)]; });
}

} // namespace hetgrid::schedule
