// The partitioning of Lastovetsky and Reddy's functional performance model: all processes are given the same time, and
// each takes what it can do in it. The elements that it can own within a time,
//
//     x_k(T) = max { x : x / gflops_k(x) <= T, x fits into its memory },
//
// grow with T, and so does what a grid of such processes can own together: the time at which that is the whole matrix
// is found by make_plan, which searches shares for speeds in proportion to x_k(T). No shares are ever extrapolated from
// a speed at another size, which would swing between both sides of a steep fall. What part of its processes' speeds
// together a grid reaches depends on T much less than the speeds do: with that part known, T solves one equation.
#include "plan/local_speeds.hpp"

#include "plan/limits.hpp"
#include "plan/precision.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {
namespace {

/// Elements of each operand that fit.
double elements_in_memory(const ProcessSpeed& process, const Problem& problem) {
  const double n = static_cast<double>(problem.n);
  return process.memory / problem.matrix_bytes() * n * n;
}

bool is_limited(const ProcessSpeed& process, const Problem& problem) {
  return process.memory > 0 && process.memory < problem.matrix_bytes();
}

/// Largest x with x <= T g(x), g the piecewise linear curve.
double most_by_speed(const ProcessSpeed& process, double time) {
  const std::vector<SpeedPoint>& curve = process.curve;
  if (curve.empty())
    return time * process.gflops;
  const auto excess = [&](const SpeedPoint& point) { return time * point.gflops - point.elements; };
  if (excess(curve.back()) >= 0)
    return time * curve.back().gflops;
  for (std::size_t k = curve.size() - 1; k > 0; --k)
    if (const double left = excess(curve[k - 1]), right = excess(curve[k]); left >= 0)
      return curve[k - 1].elements +
             left / (left - right) * (curve[k].elements - curve[k - 1].elements); // the excess is linear
  return time * curve.front().gflops;
}

} // namespace

bool depends_on_sizes(const Platform& platform, const Problem& problem) {
  return std::ranges::any_of(platform.processes, [&](const ProcessSpeed& process) {
    return !process.curve.empty() || is_limited(process, problem);
  });
}

double most_elements(const ProcessSpeed& process, const Problem& problem, double time) {
  const double doubles = in_doubles(1, problem.element_bytes); // d of an element: x <= T g(d x)
  const double most = most_by_speed(process, time * doubles) / doubles;
  return process.memory > 0 ? std::min(most, elements_in_memory(process, problem)) : most;
}

std::vector<double> cycle_times_at(const Platform& platform, const Problem& problem, double time) {
  std::vector<double> times;
  for (const ProcessSpeed& process : platform.processes)
    times.push_back(process.curve.empty() && !is_limited(process, problem)
                        ? process.cycle_time
                        : process.cycle_time * process.gflops * time / most_elements(process, problem, time));
  // Whose memory is next to nothing is as slow as a process may be.
  const double slowest = limits::ratio * std::ranges::min(times);
  for (double& cycle_time : times)
    cycle_time = std::clamp(std::min(cycle_time, slowest), limits::cycle_time.low, limits::cycle_time.high);
  return times;
}

double time_of_whole_matrix(const Platform& platform, const Problem& problem, double efficiency) {
  const double elements = static_cast<double>(problem.n) * static_cast<double>(problem.n);
  const auto owned = [&](double time) {
    double sum = 0;
    for (const ProcessSpeed& process : platform.processes)
      sum += most_elements(process, problem, time);
    return efficiency * sum;
  };
  // The speeds at the last points of the curves need not be the highest: the time is bracketed from above and below.
  double low = 1, high = 1;
  constexpr double longest = 1e40;
  while (owned(high) < elements && high < longest)
    low = high, high *= 2;
  while (owned(low) >= elements && low > 1 / longest)
    high = low, low /= 2;
  for (constexpr double precision = 1e-6; high > low * (1 + precision);) {
    const double middle = std::sqrt(low * high);
    (owned(middle) < elements ? low : high) = middle;
  }
  return high;
}

} // namespace hetgrid::plan
