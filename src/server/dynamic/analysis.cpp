#include "hetgrid/dynamic_analysis.hpp"

#include "hetgrid/error.hpp"
#include "plan/limits.hpp"

#include <boost/math/tools/minima.hpp>

#include <cmath>
#include <numeric>

namespace hetgrid::dynamic {
namespace {

constexpr double smallest_beta = 1e-6, largest_beta = 700; ///< e^-beta is neither 1 nor 0

double sum_of_powers(std::span<const double> shares, double exponent) {
  double sum = 0;
  for (const double share : shares)
    sum += std::pow(share, exponent);
  return sum;
}

Volumes exact_volumes(Kernel kernel, double n, std::span<const double> shares, double beta) {
  const double left = std::exp(-beta);
  Volumes volumes;
  for (const double share : shares) {
    const double done = -std::expm1(-beta * share); // of the tasks within reach
    if (kernel == Kernel::outer_product) {
      const double x = std::sqrt(done);
      volumes.first += 2 * n * x;
      volumes.second += left * n * n * share * 2 / (1 + x);
    } else {
      const double x = std::cbrt(done);
      volumes.first += 3 * n * n * x * x;
      // (1 - x^2) / (1 - x^3), without the common factor 1 - x
      volumes.second += left * n * n * n * share * 3 * (1 + x) / (1 + x + x * x);
    }
  }
  return volumes;
}

/// Theorem 6 and the end of 4.2, signs and factors corrected. Of the matrix product, x_k^2 is (beta rs)^(2/3) (1 - beta rs / 3)
/// at first order, where 1 is printed.
Volumes first_order_volumes(Kernel kernel, double n, std::span<const double> shares, double beta,
                            double coefficient) {
  const double left = std::exp(-beta);
  if (kernel == Kernel::outer_product) {
    const double half = sum_of_powers(shares, 0.5), three_halves = sum_of_powers(shares, 1.5);
    return {2 * n * (std::sqrt(beta) * half - std::pow(beta, 1.5) * three_halves / 4),
            2 * n * left * n * (1 - std::sqrt(beta) * three_halves)};
  }
  const double two_thirds = sum_of_powers(shares, 2.0 / 3), five_thirds = sum_of_powers(shares, 5.0 / 3);
  return {3 * n * n *
              (std::pow(beta, 2.0 / 3) * two_thirds - coefficient * std::pow(beta, 5.0 / 3) * five_thirds),
          3 * n * n * left * n * (1 - std::pow(beta, 2.0 / 3) * five_thirds)};
}

} // namespace

double blocks_per_side(const Tasks& tasks) {
  const double count = static_cast<double>(tasks.count());
  return tasks.kernel == Kernel::outer_product ? std::sqrt(count) : std::cbrt(count);
}

std::vector<double> relative_speeds(std::span<const double> speeds) {
  if (speeds.empty())
    throw ArgumentError("speeds", "(none)", "at least one");
  for (std::size_t k = 0; k < speeds.size(); ++k)
    plan::check("speeds[" + std::to_string(k) + "]", speeds[k], {1e-300, 1e300});
  const double largest = *std::ranges::max_element(speeds);
  std::vector<double> shares(speeds.begin(), speeds.end());
  for (double& share : shares)
    share /= largest;
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares)
    share /= sum;
  return shares;
}

double lower_bound(Kernel kernel, double n, std::span<const double> shares) {
  return kernel == Kernel::outer_product ? 2 * n * sum_of_powers(shares, 0.5)
                                         : 3 * n * n * sum_of_powers(shares, 2.0 / 3);
}

Volumes volumes(Kernel kernel, double n, std::span<const double> shares, double beta, Form form) {
  if (form == Form::exact)
    return exact_volumes(kernel, n, shares, beta);
  return first_order_volumes(kernel, n, shares, beta, form == Form::printed ? 1 : 1.0 / 3);
}

double optimal_beta(Kernel kernel, double n, std::span<const double> shares, Form form) {
  constexpr int bits = std::numeric_limits<double>::digits / 2; // a minimum is not found more exactly
  constexpr int intervals = 32; // with few tasks for a worker there is another minimum at 0: no first phase
  // From e^-beta n^3 = 1 on no task is left for a second phase; and the expansions are none beyond beta rs = 1.
  const double last = std::min(3 * std::log(n) + 1,
                               form == Form::exact ? largest_beta : 1 / *std::ranges::max_element(shares));
  const auto volume = [&](double beta) { return volumes(kernel, n, shares, beta, form).sum(); };
  const auto grid = [&](int k) { return std::clamp(last * k / intervals, smallest_beta, last); };
  int best = 0;
  for (int k = 1; k <= intervals; ++k)
    if (volume(grid(k)) < volume(grid(best)))
      best = k;
  return boost::math::tools::brent_find_minima(volume, grid(best - 1), grid(best + 1), bits).first;
}

double optimal_beta(Kernel kernel, double n, int workers, Form form) {
  return optimal_beta(kernel, n, std::vector<double>(static_cast<std::size_t>(workers), 1.0 / workers), form);
}

Analysis analyse(const Tasks& tasks, std::span<const double> speeds, Form form) {
  const std::vector<double> shares = relative_speeds(speeds);
  const double n = blocks_per_side(tasks);
  Analysis analysis;
  analysis.lower_bound = lower_bound(tasks.kernel, n, shares);
  analysis.beta = optimal_beta(tasks.kernel, n, shares, form);
  analysis.volumes = volumes(tasks.kernel, n, shares, analysis.beta, form);
  analysis.agnostic_beta = optimal_beta(tasks.kernel, n, static_cast<int>(speeds.size()), form);
  analysis.agnostic = volumes(tasks.kernel, n, shares, analysis.agnostic_beta, form);
  analysis.threshold = std::exp(-analysis.agnostic_beta) * static_cast<double>(tasks.count());
  return analysis;
}

} // namespace hetgrid::dynamic
