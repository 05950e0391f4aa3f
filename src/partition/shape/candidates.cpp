#include "hetgrid/best_partitions.hpp"
#include "hetgrid/error.hpp"
#include "partition/metrics.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/star.hpp"
#include "partition/shape/registry.hpp"
#include "partition/shape/shares.hpp"
#include "schedule/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace hetgrid::partition {
namespace {

/// The fastest way to draw a shape, of those that fit into the memory if there are any.
struct Fastest {
  std::optional<Bands> partition; ///< none: there is an obstacle
  PredictedTime time;
  bool fits = false;
  std::string obstacle;
  int lookahead = 0;

  bool is_better_than(const Fastest& other) const {
    if (!partition || !other.partition)
      return partition.has_value();
    return fits != other.fits ? fits : time.seconds < other.time.seconds;
  }
};

/// A process needs more memory than it has.
struct Shortage {
  std::size_t process;
  double owned;  ///< bytes of its cells
  double factor; ///< what it has over what it needs
};

class Search {
public:
  Search(const Run& run, std::int64_t cells) : run_(run), cells_(cells), limited_(run.platform) {}

  Candidate candidate(const Shape& shape);

private:
  Fastest fastest(const Shape& shape, std::span<const double> shares) const;
  Fastest drawn(const Shape& shape, std::span<const double> shares) const;
  /// The fastest process begins before the others, and may have more than its share.
  bool has_sizes(const Shape& shape) const {
    return shape.overlaps &&
           (run_.schedule.algorithm == Algorithm::sco || run_.schedule.algorithm == Algorithm::pco);
  }
  std::vector<Shortage> shortages(const Bands& partition, const Run& run) const;
  void predict_time(Fastest& found) const;

  const Run& run_;
  std::int64_t cells_;
  /// With memories for which the last shape fitted that is not slow.
  plan::Platform limited_;
};

/// Times are predicted as far as anybody asks for them: not of what does not fit beside what does.
Fastest Search::drawn(const Shape& shape, std::span<const double> shares) const {
  const Drawn all = shape.draw(shares, cells_);
  std::vector<bool> fits;
  for (const Bands& way : all.ways)
    fits.push_back(shortages(way, run_).empty());
  const bool any_fits = std::ranges::find(fits, true) != fits.end();
  Fastest best;
  best.obstacle = all.obstacle;
  for (std::size_t k = 0; k < all.ways.size(); ++k)
    if (fits[k] || !any_fits) {
      const bool is_compared = fits[k] || all.ways.size() > 1 || has_sizes(shape);
      Fastest found{all.ways[k], {}, fits[k], {}, run_.schedule.lookahead};
      if (is_compared)
        predict_time(found);
      if (found.is_better_than(best))
        best = std::move(found);
    }
  return best;
}

/// Under SCO and PCO with the best share of a process that begins before the others: the sides of what the others have, in
/// proportion to each other, are t times as long, t from 1/16 to 1, as finely as cells are.
Fastest Search::fastest(const Shape& shape, std::span<const double> shares) const {
  Fastest best = drawn(shape, shares);
  if (!has_sizes(shape))
    return best;
  double side = 1;
  const auto try_side = [&](double t) {
    if (t <= 0 || t > 1)
      return;
    if (Fastest found = drawn(shape, shrunk(shares, t * t)); found.is_better_than(best)) {
      best = std::move(found);
      side = t;
    }
  };
  constexpr int coarse = 16;
  for (int k = 1; k < coarse; ++k)
    try_side(static_cast<double>(k) / coarse);
  for (double step = 0.5 / coarse; step * static_cast<double>(cells_) > 0.25; step /= 2)
    for (const double t : {side - step, side + step})
      try_side(t);
  return best;
}

std::vector<Shortage> Search::shortages(const Bands& partition, const Run& run) const {
  const std::vector<plan::ProcessSpeed>& processes = run.platform.processes;
  std::vector<Shortage> all;
  if (std::ranges::all_of(processes, [](const plan::ProcessSpeed& process) { return process.memory == 0; }))
    return all;
  const std::vector<ProcessMetrics> owned = metrics(partition);
  const double bytes_per_cell = 3 * elements_per_cell(partition, run) * run.problem.element_bytes;
  for (std::size_t k = 0; k < owned.size(); ++k)
    if (const double needed = bytes_needed(partition, run, owned[k]);
        processes[k].memory > 0 && needed > processes[k].memory)
      all.push_back({k, static_cast<double>(owned[k].cells) * bytes_per_cell, processes[k].memory / needed});
  return all;
}

/// With the best lookahead, unless it is given: only where messages share a star the time depends on it. Each window takes room, so
/// that one more has to pay.
void Search::predict_time(Fastest& found) const {
  const Bands& partition = *found.partition;
  const Schedule& given = run_.schedule;
  found.time = predict(partition, run_);
  if (given.algorithm != Algorithm::pio || given.lookahead > 0 || given.depth == 0 ||
      !messages_share_star(partition, run_))
    return;
  constexpr double least_gain = 0.01;
  Run run = run_;
  for (int ahead = schedule::windows_of_product(true); ahead <= schedule::furthest_lookahead; ++ahead) {
    run.schedule.lookahead = ahead;
    if (!shortages(partition, run).empty())
      return;
    if (const PredictedTime time = predict(partition, run);
        time.seconds < (1 - least_gain) * found.time.seconds) {
      found.time = time;
      found.lookahead = ahead;
    }
  }
}

/// Slow shapes begin with what another one has found, which receives about as much.
Candidate Search::candidate(const Shape& shape) {
  constexpr int attempts = 20; // to find shares for which what is received finds room, too
  plan::Platform limited = shape.is_slow ? limited_ : run_.platform;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::vector<double> shares = proportional_shares(limited, run_.problem);
    if (shares.empty())
      break;
    const Fastest found = fastest(shape, shares);
    if (!found.partition)
      return {shape.name, found.obstacle, {}, 0, {}};
    const Bands& partition = *found.partition;
    if (found.fits && !shape.is_slow)
      limited_ = limited;
    if (found.fits)
      return {shape.name,     {}, rectangles(partition), volume_of_communication(partition), found.time,
              found.lookahead};
    for (const Shortage& shortage : shortages(partition, run_)) {
      double& memory = limited.processes[shortage.process].memory;
      memory = std::min(memory, shortage.owned) * shortage.factor;
    }
  }
  return {shape.name, "the matrices and what is received do not fit into the memory", {}, 0, {}};
}

/// Those that cannot be come last. Times are in classes, each wide of what is no difference; the first class begins with the
/// least time.
void sort_fastest_first(std::vector<Candidate>& all) {
  double least = INFINITY;
  for (const Candidate& candidate : all)
    if (candidate.feasible())
      least = std::min(least, candidate.time.seconds);
  std::ranges::stable_sort(all, {}, [least](const Candidate& candidate) {
    const double time_class =
        std::floor(std::log(candidate.time.seconds / least) / std::log1p(no_difference));
    return candidate.feasible() ? std::tuple(false, time_class, candidate.volume, candidate.time.seconds)
                                : std::tuple(true, 0.0, std::int64_t{0}, 0.0);
  });
}

/// The best of those with the same name stay, in their order.
std::vector<Candidate> best_of_each_name(std::vector<Candidate> sorted) {
  std::vector<Candidate> best;
  for (Candidate& candidate : sorted)
    if (std::ranges::find(best, candidate.shape, &Candidate::shape) == best.end())
      best.push_back(std::move(candidate));
  return best;
}

} // namespace

Topology topology_of(const plan::Network& network) {
  const auto centre = std::ranges::find(network.links, plan::Link{});
  if (centre == network.links.end())
    return {};
  return {static_cast<int>(centre - network.links.begin())};
}

std::vector<Candidate> candidates(const plan::Platform& platform, const plan::Problem& problem,
                                  const Schedule& schedule, const Topology& topology, std::int64_t cells) {
  const Run run{platform, problem, schedule, topology};
  const std::size_t processes = platform.processes.size();
  if (processes < 2 || processes > most_processes)
    throw ArgumentError("processes", std::to_string(processes), "2 to " + std::to_string(most_processes));
  if (cells < 1 || cells > Partition::most_cells)
    throw ArgumentError("cells", std::to_string(cells), "1 to " + std::to_string(Partition::most_cells));
  check(cells, static_cast<int>(processes), run);
  Search search(run, cells);
  std::vector<Candidate> all;
  for (const Shape& shape : shapes_for(processes))
    all.push_back(search.candidate(shape));
  sort_fastest_first(all);
  return best_of_each_name(std::move(all));
}

std::vector<Candidate> candidates(const plan::Platform& platform, const plan::Problem& problem,
                                  const Schedule& schedule, std::int64_t cells) {
  return candidates(platform, problem, schedule, topology_of(platform.network), cells);
}

} // namespace hetgrid::partition
