// All shapes p x q with at most n cells are candidates, each with the fastest p q processes: a slow process
// helps only if the grid it makes possible is faster than the one without it. A candidate cannot be faster
// than perfect balance allows, N^3 / (sum of 1/t of its processes) plus the transfers of perfectly equal
// lines; in the order of that bound the search stops as soon as the bound of the next candidate exceeds the
// best time found.
#include "plan/grid_shape.hpp"

#include "plan/objective.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace hetgrid::plan {
namespace {

/// Predicted times closer than this, relatively, count as equal.
constexpr double tie = 1e-9;

struct Shape {
  int p, q;
  double bound; ///< of the predicted time
};

/// Time of N steps; `rows` and `columns` are the largest shares of a grid row and of a grid column.
double transfer_time(int p, int q, double rows, double columns, const Options& options) {
  const double n = options.matrix_blocks;
  return n * n * options.block_transfer_time * ((q > 1 ? rows : 0) + (p > 1 ? columns : 0));
}

/// Among grids of the same predicted time: fewer processes, then closer to a square, then p <= q.
bool preferred(const Arrangement& a, const Arrangement& b) {
  const auto rank = [](const Arrangement& x) {
    return std::tuple{x.p * x.q, std::max(x.p, x.q) - std::min(x.p, x.q), x.p};
  };
  return rank(a) < rank(b);
}

double largest_share(const std::vector<int>& counts) {
  return static_cast<double>(*std::ranges::max_element(counts)) /
         std::accumulate(counts.begin(), counts.end(), 0);
}

} // namespace

double predicted_time(const Plan& plan, const Options& options) {
  const double n = options.matrix_blocks;
  const double fastest = *std::ranges::min_element(plan.cycle_times);
  return n * n * n / (plan.panel_work * fastest) + transfer_time(plan.arrangement.p, plan.arrangement.q,
                                                                 largest_share(plan.rows.count),
                                                                 largest_share(plan.columns.count), options);
}

Plan plan_with_chosen_shape(std::span<const double> cycle_times, const Options& options) {
  std::vector<double> sorted(cycle_times.begin(), cycle_times.end());
  std::ranges::sort(sorted);
  const int n = static_cast<int>(sorted.size());
  const double blocks = options.matrix_blocks;

  std::vector<Shape> shapes;
  for (int p = 1; p <= n; ++p)
    for (int q = 1; p * q <= n; ++q) {
      const double work =
          upper_bound(std::span(sorted).first(static_cast<std::size_t>(p) * static_cast<std::size_t>(q)));
      shapes.push_back(
          {p, q,
           blocks * blocks * blocks / (work * sorted[0]) + transfer_time(p, q, 1.0 / p, 1.0 / q, options)});
    }
  std::ranges::stable_sort(shapes, {}, &Shape::bound);

  Plan best;
  double best_time = 0;
  Options with_shape = options;
  for (const Shape& shape : shapes) {
    if (!best.cycle_times.empty() && shape.bound > best_time * (1 + tie))
      break;
    with_shape.p = shape.p;
    with_shape.q = shape.q;
    Plan plan = make_plan(cycle_times, with_shape);
    const double time = predicted_time(plan, options);
    if (best.cycle_times.empty() || time < best_time * (1 - tie) ||
        (time <= best_time * (1 + tie) && preferred(plan.arrangement, best.arrangement))) {
      best = std::move(plan);
      best_time = time;
    }
  }
  return best;
}

} // namespace hetgrid::plan
