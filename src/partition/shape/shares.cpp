#include "partition/shape/shares.hpp"

#include "plan/local_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hetgrid::partition {
namespace {

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// What the processes can update together in a time, of each.
std::vector<double> most_elements(const plan::Platform& platform, const plan::Problem& problem, double time) {
  std::vector<double> elements;
  for (const plan::ProcessSpeed& process : platform.processes)
    elements.push_back(plan::most_elements(process, problem, time));
  return elements;
}

} // namespace

std::vector<double> proportional_shares(const plan::Platform& platform, const plan::Problem& problem) {
  const double elements = static_cast<double>(problem.n) * static_cast<double>(problem.n);
  const auto enough = [&](double time) { return sum(most_elements(platform, problem, time)) >= elements; };
  // Time grows by powers of two until it is enough, then is bisected to the last bit.
  double high = 1;
  while (!enough(high) && std::isfinite(high))
    high *= 2;
  if (!std::isfinite(high))
    return {};
  double low = 0;
  for (double middle = high / 2; low < middle && middle < high; middle = low + (high - low) / 2)
    (enough(middle) ? high : low) = middle;
  std::vector<double> shares = most_elements(platform, problem, high);
  const double total = sum(shares);
  for (double& share : shares)
    share /= total;
  return shares;
}

std::vector<double> shrunk(std::span<const double> shares, double factor) {
  std::vector<double> result(shares.begin(), shares.end());
  const auto largest = std::ranges::max_element(result);
  const double others = sum(result) - *largest;
  for (double& share : result)
    share *= factor;
  *largest = 1 - factor * others;
  return result;
}

} // namespace hetgrid::partition
