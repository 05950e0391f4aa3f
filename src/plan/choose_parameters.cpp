#include "plan/choose_parameters.hpp"

#include "plan/model/model.hpp"
#include "plan/precision.hpp"
#include "schedule/parameters.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace hetgrid::plan {
namespace {

/// Columns.
constexpr int candidates[] = {32, 48, 64, 96, 128, 192, 256};
/// What a width, or lookahead, has to save of the time with the routine's own: predictions of two differ in error by as much.
constexpr double least_gain = 0.02;
/// Of larger grids, runs are predicted in a few steps.
constexpr std::size_t few_processes = 64;

bool on_several_hosts(const Plan& plan, const Platform& platform) {
  const std::vector<int>& processes = plan.arrangement.process;
  return std::ranges::any_of(processes,
                             [&](int process) { return !platform.same_host(processes.front(), process); });
}

/// Of a product on several hosts: seconds of the messages of a window in those of its multiply.
double communication_of(const Plan& plan, const Platform& platform, const Problem& problem) {
  const auto [p, q] = std::pair<double, double>{plan.arrangement.p, plan.arrangement.q};
  double gflops = 0;
  for (const int process : plan.arrangement.process)
    gflops += platform.processes[static_cast<std::size_t>(process)].gflops;
  const auto n = static_cast<double>(problem.n);
  const double bytes = problem.element_bytes * n * (p + q - 2) / (p * q); // of an inner index
  const double multiply = operation_weight(problem) * 2 * n * n / (1e9 * gflops);
  return bytes * plan.parameters.machine.seconds_per_byte / multiply;
}

/// So many windows more take little of the memory of each process whose memory is known.
bool have_room(const Plan& plan, const Platform& platform, const Problem& problem, int windows) {
  constexpr double little = 1.0 / 16;
  const auto n = static_cast<double>(problem.n);
  const double bytes = windows * schedule::gemm_depth(plan.parameters) * problem.element_bytes *
                       (n / plan.arrangement.p + n / plan.arrangement.q);
  return std::ranges::all_of(plan.arrangement.process, [&](int process) {
    const double memory = platform.processes[static_cast<std::size_t>(process)].memory;
    return memory == 0 || bytes <= little * memory;
  });
}

/// Messages are asked for and passed on between two strips of the multiply: where there are many, or many pass them on, links are
/// idle unless several windows are under way. In simulations of 4 to 16 processes more than two ahead save 13 to 19 % from about
/// this part on, which the model does not see, and nothing below; five are as good as seven.
void choose_lookahead(Plan& plan, const Platform& platform, const Problem& problem) {
  constexpr double much_communication = 0.25;
  constexpr int far = 5;
  if (problem.operation != Operation::gemm || plan.parameters.gemm_lookahead != 0 ||
      !on_several_hosts(plan, platform) ||
      !have_room(plan, platform, problem, far + 1 - schedule::windows_of_product(true)))
    return;
  Plan ahead = plan;
  ahead.parameters.gemm_lookahead = far;
  const auto seconds = [&](const Plan& p) { return predicted_seconds(p, platform, problem, Detail::quick); };
  if (communication_of(plan, platform, problem) >= much_communication ||
      seconds(ahead) < (1 - least_gain) * seconds(plan))
    plan.parameters = ahead.parameters;
}

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
  choose_lookahead(plan, platform, problem);
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
