// Grids: hetgrid's own plans and ScaLAPACK's block-cyclic distribution, whose panel is the grid itself.
#include "hetgrid/distribution.hpp"
#include "hetgrid/error.hpp"

#include <numeric>

namespace hetgrid::plan {

Distribution distribution_of(const Plan& plan) {
  Distribution panel{
      "hetgrid", static_cast<int>(plan.rows.order.size()), static_cast<int>(plan.columns.order.size()), {}};
  panel.owner.reserve(plan.rows.order.size() * plan.columns.order.size());
  for (const int i : plan.rows.order)
    for (const int j : plan.columns.order)
      panel.owner.push_back(plan.arrangement.at(i, j));
  return panel;
}

Distribution uniform_distribution(const Arrangement& grid) {
  return {"uniform", grid.p, grid.q, grid.process};
}

Distribution uniform_distribution(int p, int q) {
  if (p < 1 || q < 1)
    throw ArgumentError("p, q", std::to_string(p) + ", " + std::to_string(q), "at least 1");
  Arrangement grid{p, q, std::vector<int>(static_cast<std::size_t>(p) * static_cast<std::size_t>(q))};
  std::iota(grid.process.begin(), grid.process.end(), 0);
  return uniform_distribution(grid);
}

} // namespace hetgrid::plan
