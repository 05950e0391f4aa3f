#include "server/steady_state/simplex.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace hetgrid::server::steady {
namespace {

/// The tableau: constraints with their slack variables in the place of the variable that they have made basic. As a >= 0, the
/// origin is feasible and the program bounded.
struct Tableau {
  std::vector<std::vector<double>> a;
  std::vector<double> right, cost;
  double value = 0;

  std::size_t leaving(std::size_t column) const;
  void pivot(std::size_t row, std::size_t column);
};

std::size_t Tableau::leaving(std::size_t column) const {
  std::size_t best = a.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i][column] > 0 && (best == a.size() || right[i] * a[best][column] < right[best] * a[i][column]))
      best = i;
  return best;
}

// The entering variable and the slack of the row change places.
void Tableau::pivot(std::size_t row, std::size_t column) {
  const double scale = 1 / a[row][column];
  for (double& element : a[row])
    element *= scale;
  a[row][column] = scale;
  right[row] *= scale;
  const auto eliminate = [&](std::vector<double>& line, double& end) {
    const double factor = line[column];
    line[column] = 0;
    for (std::size_t j = 0; j < line.size(); ++j)
      line[j] -= factor * a[row][j];
    end -= factor * right[row];
  };
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i != row && a[i][column] != 0)
      eliminate(a[i], right[i]);
  eliminate(cost, value);
}

} // namespace

double largest_sum(std::vector<std::vector<double>> a, std::vector<double> objective) {
  const double largest = *std::ranges::max_element(objective);
  const std::size_t rows = a.size();
  Tableau tableau{std::move(a), std::vector<double>(rows, 1), std::move(objective), 0};
  // Degenerate programs may need many pivots, or, by rounding, not end: then there is no answer.
  const std::size_t most = 50 * (rows + tableau.cost.size());
  for (std::size_t step = 0; step < most; ++step) {
    const auto entering = std::ranges::find_if(tableau.cost, [&](double c) { return c > 1e-12 * largest; });
    if (entering == tableau.cost.end())
      return -tableau.value;
    const auto column = static_cast<std::size_t>(entering - tableau.cost.begin());
    tableau.pivot(tableau.leaving(column), column);
  }
  return std::numeric_limits<double>::infinity();
}

} // namespace hetgrid::server::steady
