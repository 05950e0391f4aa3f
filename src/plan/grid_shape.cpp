// A slow process helps only if the grid it makes possible is faster than the one without it: all shapes p x q with at
// most n cells are candidates, each with the fastest p q processes. What a shape can be worth is its predicted time if
// its processes were equally fast, with the same power together: [Lastovetsky04] 2 takes that for the best that an
// uneven distribution can reach. In the order of these prospects shapes are planned until the next one's is not better
// than the best plan.
#include "plan/grid_shape.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

namespace hetgrid::plan {
namespace {

/// Predicted times closer than this, relatively, count as equal.
constexpr double tie = 1e-6;

/// A shape whose prospect is worse than the best plan by more than this factor is not planned. Prospects are not
/// bounds: a process faster than the average does the master steps faster than the levelled ones would.
constexpr double prospect_margin = 1.1;

struct Prospect {
  int p, q;
  double seconds; ///< if all processes had the same speed
};

/// Fewer processes, then closer to a square, then p <= q.
template <typename Shape>
std::tuple<int, int, int> preference(const Shape& x) {
  return {x.p * x.q, std::max(x.p, x.q) - std::min(x.p, x.q), x.p};
}

/// Numbers of processes that grids are made for: all if there are few processes; else the largest numbers one by one,
/// since there a shape can be lost by one process, and smaller ones in steps of 3 %.
std::vector<int> grid_sizes(int n) {
  constexpr int all = 64, one_by_one = 32;
  std::vector<int> sizes;
  for (int size = n; size >= 1;) {
    sizes.push_back(size);
    size = size <= all || size > n - one_by_one ? size - 1 : static_cast<int>(0.97 * size);
  }
  return sizes;
}

/// Plans made at most: their cost grows with the number of processes faster than their number helps.
int most_plans(std::size_t processes) {
  return processes <= 16 ? 64 : processes <= 64 ? 12 : processes <= 256 ? 6 : 3;
}

/// The fastest processes of a platform, levelled to the same speed.
class Levelled {
public:
  Levelled(const Platform& platform, const Problem& problem) : platform_(platform), problem_(problem) {
    order_.resize(platform.processes.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, {}, [&](int process) {
      return platform.processes[static_cast<std::size_t>(process)].cycle_time;
    });
  }

  /// Their fastest `size`, in the order of the platform's ranks.
  Platform fastest(int size) const {
    const double elements = static_cast<double>(problem_.n) * static_cast<double>(problem_.n) / size;
    std::vector<int> chosen(order_.begin(), order_.begin() + size);
    std::ranges::sort(chosen);
    Platform levelled{platform_.block_size, {}, platform_.network};
    levelled.network.pairs.clear();
    double gflops = 0;
    for (const int process : chosen) {
      levelled.processes.push_back(platform_.processes[static_cast<std::size_t>(process)]);
      gflops += levelled.processes.back().gflops_at(elements) / size;
    }
    for (ProcessSpeed& process : levelled.processes) {
      process.cycle_time = 1;
      process.gflops = gflops;
      process.curve.clear();
    }
    for (std::size_t k = 0; !platform_.network.pairs.empty() && k < chosen.size(); ++k)
      for (const int other : chosen)
        levelled.network.pairs.push_back(platform_.link(chosen[k], other));
    return levelled;
  }

private:
  const Platform& platform_;
  const Problem& problem_;
  std::vector<int> order_;
};

std::vector<Prospect> prospects(const Platform& platform, const Problem& problem) {
  const Levelled levelled(platform, problem);
  std::vector<Prospect> all;
  for (const int size : grid_sizes(static_cast<int>(platform.processes.size()))) {
    const Platform fastest = levelled.fastest(size);
    for (int p = 1; p <= size; ++p)
      if (size % p == 0) {
        Plan plan = uniform_plan(p, size / p);
        plan.operation = problem.operation;
        all.push_back({p, size / p, predict(plan, fastest, problem).seconds});
      }
  }
  std::ranges::sort(all, [](const Prospect& a, const Prospect& b) {
    return a.seconds < b.seconds || (a.seconds == b.seconds && preference(a) < preference(b));
  });
  return all;
}

/// Plans shapes and keeps the best.
class Choice {
public:
  Choice(const Platform& platform, const Options& options) : platform_(platform), options_(options) {}

  void consider(const Prospect& shape) {
    Options with_shape = options_;
    with_shape.p = shape.p;
    with_shape.q = shape.q;
    if (options_.progress)
      with_shape.progress = [this](const SearchStatus& status) {
        stopped_ = stopped_ || !options_.progress(status);
        return !stopped_;
      };
    try {
      Plan plan = plan_on_grid(platform_, with_shape);
      const ConsideredShape considered{shape.p, shape.q, predict(plan, platform_, options_.problem).seconds};
      shapes_.push_back(considered);
      if (best_.cycle_times.empty() || is_better(considered)) {
        best_ = std::move(plan);
        best_shape_ = considered;
      }
    } catch (const ArgumentError& error) { // too little memory on this grid
      too_small_ = error;
    }
  }

  bool found() const { return !shapes_.empty(); }

  bool stopped() const { return stopped_; }
  const ConsideredShape& best_shape() const { return best_shape_; }

  Plan best() {
    if (!found())
      throw *too_small_;
    std::ranges::stable_sort(shapes_, {}, &ConsideredShape::seconds);
    best_.shapes = std::move(shapes_);
    return std::move(best_);
  }

private:
  bool is_better(const ConsideredShape& shape) const {
    return shape.seconds < best_shape_.seconds * (1 - tie) ||
           (shape.seconds <= best_shape_.seconds * (1 + tie) && preference(shape) < preference(best_shape_));
  }

  const Platform& platform_;
  const Options& options_;
  Plan best_;
  ConsideredShape best_shape_;
  std::vector<ConsideredShape> shapes_;
  std::optional<ArgumentError> too_small_;
  bool stopped_ = false;
};

} // namespace

Plan plan_with_chosen_shape(const Platform& platform, const Options& options) {
  const std::vector<Prospect> shapes = prospects(platform, options.problem);
  const int n = static_cast<int>(platform.processes.size());
  Choice choice(platform, options);
  int plans = 0;
  bool with_all = false;
  for (const Prospect& shape : shapes) {
    if (choice.stopped() || (choice.found() && plans >= most_plans(platform.processes.size())) ||
        (choice.found() && shape.seconds > choice.best_shape().seconds * prospect_margin))
      break;
    choice.consider(shape);
    ++plans;
    with_all = with_all || shape.p * shape.q == n;
  }
  // Who is left idle wants to know what the grid would be like with everyone.
  const auto everyone = std::ranges::find_if(shapes, [&](const Prospect& x) { return x.p * x.q == n; });
  if (!with_all && !choice.stopped())
    choice.consider(*everyone);
  return choice.best();
}

} // namespace hetgrid::plan
