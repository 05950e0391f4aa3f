// A slow process helps only if the grid it makes possible is faster than the one without it: all shapes p x q with at
// most n cells are candidates, each with the fastest p q processes. What a shape can be worth is its predicted time if
// its processes were equally fast, with the same power together: [Lastovetsky04] 2 takes that for the best that an
// uneven distribution can reach. In the order of these prospects shapes are planned until the next one's is not better
// than the best plan. Where there are many processes, not all shapes are looked at but, for numbers of processes that
// fall by 15 %, those p x floor(m / p) that a search uphill over p finds.
#include "plan/grid_shape.hpp"

#include "hetgrid/error.hpp"
#include "plan/machine.hpp"
#include "plan/model/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

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

/// Plans made at most: their cost grows with the number of processes faster than their number helps.
int most_plans(std::size_t processes) {
  return processes <= 16 ? 64 : processes <= 64 ? 12 : processes <= 256 ? 6 : 3;
}

/// Of more processes than this the searches together take long: shapes are compared with less effort, the best get all: what
/// that is worth differs by about as much as the margin.
constexpr std::size_t many_processes = 24;
constexpr double effort_of_comparison = 0.1;
constexpr double refinement_margin = 1.02;
std::size_t most_refined(std::size_t processes) {
  return processes <= 64 ? 3 : 1;
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
    const double doubles = in_doubles(
        static_cast<double>(problem_.n) * static_cast<double>(problem_.n) / size, problem_.element_bytes);
    std::vector<int> chosen(order_.begin(), order_.begin() + size);
    std::ranges::sort(chosen);
    Platform levelled{platform_.block_size, {}, platform_.network};
    levelled.network.pairs.clear();
    levelled.network.links.clear();
    double gflops = 0;
    for (const int process : chosen) {
      if (!platform_.network.links.empty())
        levelled.network.links.push_back(platform_.network.links[static_cast<std::size_t>(process)]);
      levelled.processes.push_back(platform_.processes[static_cast<std::size_t>(process)]);
      gflops += levelled.processes.back().gflops_at(doubles) / size;
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

class Prospects {
public:
  Prospects(const Platform& platform, const Problem& problem)
      : levelled_(platform, problem), problem_(problem) {
    constexpr int few = 64;
    const int n = static_cast<int>(platform.processes.size());
    if (n <= few)
      look_at_all(n);
    else
      look_at_ladder(n);
  }

  /// Best first.
  std::vector<Prospect> sorted() const {
    std::vector<Prospect> all;
    for (const auto& [shape, seconds] : seconds_)
      all.push_back({shape.first, shape.second, seconds});
    std::ranges::sort(all, [](const Prospect& a, const Prospect& b) {
      return a.seconds < b.seconds || (a.seconds == b.seconds && preference(a) < preference(b));
    });
    return all;
  }

private:
  void look_at_all(int n) {
    for (int size = n; size >= 1; --size)
      for (int p = 1; p <= size; ++p)
        if (size % p == 0)
          seconds(p, size);
  }

  void look_at_ladder(int n) {
    constexpr double hopeless = 1.5; // times the best so far: still fewer processes are no better
    int p = static_cast<int>(std::sqrt(n));
    double least = std::numeric_limits<double>::infinity();
    for (int size = n; size >= 1; size = static_cast<int>(0.85 * size)) {
      p = std::min(p, size);
      for (const double factor : {1.25, 1.0}) // long steps, then steps of one row
        for (bool moved = true; moved;) {
          moved = false;
          const int longer = std::min(size, std::max(p + 1, static_cast<int>(p * factor))),
                    shorter = std::max(1, std::min(p - 1, static_cast<int>(p / factor)));
          for (const int next : {longer, shorter})
            if (seconds(next, size) < seconds(p, size)) {
              p = next;
              moved = true;
            }
        }
      least = std::min(least, seconds(p, size));
      if (seconds(p, size) > hopeless * least)
        break;
      p = std::max(1, static_cast<int>(std::lround(p * std::sqrt(0.85)))); // the same proportions
    }
  }

  /// Of the grid p x floor(size / p).
  double seconds(int p, int size) {
    const int q = size / p;
    const auto [place, is_new] = seconds_.try_emplace({p, q}, 0.0);
    if (is_new) {
      Plan plan = uniform_plan(p, q);
      plan.operation = problem_.operation;
      const Platform levelled = levelled_.fastest(p * q);
      plan.parameters.machine = machine_of(levelled);
      place->second = predicted_seconds(plan, levelled, problem_, Detail::quick);
    }
    return place->second;
  }

  Levelled levelled_;
  const Problem& problem_;
  std::map<std::pair<int, int>, double> seconds_;
};

/// Plans shapes and keeps the best.
class Choice {
public:
  Choice(const Platform& platform, const Options& options) : platform_(platform), options_(options) {}

  void consider(const Prospect& shape, double effort) {
    Options with_shape = options_;
    with_shape.p = shape.p;
    with_shape.q = shape.q;
    if (options_.progress)
      with_shape.progress = [this](const SearchStatus& status) {
        stopped_ = stopped_ || !options_.progress(status);
        return !stopped_;
      };
    try {
      PlannedGrid planned = planned_grid(platform_, with_shape, effort);
      const ConsideredShape considered{shape.p, shape.q, planned.seconds};
      shapes_.push_back(considered);
      if (best_.cycle_times.empty() || is_better(considered)) {
        best_ = std::move(planned.plan);
        best_shape_ = considered;
      }
    } catch (const ArgumentError& error) { // too little memory on this grid, or too many trees
      too_small_ = error;
    }
  }

  /// Those of the best shapes that may still be better than the best one once more, with all effort.
  void refine() {
    std::vector<ConsideredShape> shapes = shapes_;
    std::ranges::stable_sort(shapes, {}, &ConsideredShape::seconds);
    const std::size_t most = std::min(shapes.size(), most_refined(platform_.processes.size()));
    for (std::size_t k = 0; k < most && !stopped_; ++k)
      if (shapes[k].seconds <= best_shape_.seconds * refinement_margin)
        refine(shapes[k]);
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
  void refine(const ConsideredShape& shape) {
    consider({shape.p, shape.q, shape.seconds}, 1);
    const double slower = std::max(shape.seconds, shapes_.back().seconds);
    std::erase_if(shapes_, [&, erased = false](const ConsideredShape& x) mutable {
      if (erased || x.p != shape.p || x.q != shape.q || x.seconds != slower)
        return false;
      return erased = true; // of the two the slower one
    });
  }

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
  const std::vector<Prospect> shapes = Prospects(platform, options.problem).sorted();
  // Who is left idle wants to know what the grid would be like with everyone. The squarest one: where communication is hidden,
  // prospects differ by no more than how blocks happen to be shared out, and it may not be among the first.
  const Prospect largest = *std::ranges::min_element(
      shapes, {}, [](const Prospect& shape) { return std::pair(-shape.p * shape.q, preference(shape)); });
  const int most = most_plans(platform.processes.size());
  const double effort = platform.processes.size() > many_processes ? effort_of_comparison : 1;
  Choice choice(platform, options);
  int plans = 0;
  bool with_largest = false;
  for (const Prospect& shape : shapes) {
    if (choice.stopped() ||
        (choice.found() && (plans >= most || shape.seconds > choice.best_shape().seconds * prospect_margin)))
      break;
    choice.consider(shape, effort);
    ++plans;
    with_largest = with_largest || (shape.p == largest.p && shape.q == largest.q);
  }
  if (!with_largest && !choice.stopped())
    choice.consider(largest, effort);
  if (effort < 1)
    choice.refine();
  return choice.best();
}

} // namespace hetgrid::plan
