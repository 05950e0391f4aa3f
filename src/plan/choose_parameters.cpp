#include "plan/choose_parameters.hpp"

#include "plan/model/model.hpp"

#include <algorithm>

namespace hetgrid::plan {
namespace {

/// Columns.
constexpr int candidates[] = {32, 48, 64, 96, 128, 192, 256};
/// What a width has to save of the time with the routine's own: predictions of two widths differ in error by as much.
constexpr double least_gain = 0.02;
/// Of larger grids, runs are predicted in a few steps.
constexpr std::size_t few_processes = 64;

} // namespace

int& width_of(Operation operation, schedule::Parameters& parameters) {
  switch (operation) {
  case Operation::getrf:
    return parameters.lu.width;
  case Operation::geqrf:
    return parameters.qr.width;
  case Operation::potrf:
    return parameters.cholesky.width;
  case Operation::gemm:
    break;
  }
  return parameters.gemm_depth;
}

void choose_parameters(Plan& plan, const Platform& platform, const Problem& problem) {
  const std::vector<int>& processes = plan.arrangement.process;
  if (std::ranges::none_of(processes, [&](int process) {
        return platform.processes[static_cast<std::size_t>(process)].kernels.by_width != WidthRates();
      }))
    return;
  const Detail detail = processes.size() <= few_processes ? Detail::full : Detail::quick;
  double least = (1 - least_gain) * predicted_seconds(plan, platform, problem, detail);
  Plan tried = plan;
  for (const int width : candidates) {
    width_of(problem.operation, tried.parameters) = width;
    if (const double seconds = predicted_seconds(tried, platform, problem, detail); seconds < least) {
      least = seconds;
      plan.parameters = tried.parameters;
    }
  }
}

} // namespace hetgrid::plan
