#include "hetgrid/error.hpp"
#include "partition/metrics.hpp"
#include "partition/model/computation.hpp"
#include "partition/shape/registry.hpp"
#include "partition/shape/shares.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace hetgrid::partition {
namespace {

/// The fastest way to draw a shape.
struct Fastest {
  std::optional<Bands> partition; ///< none: there is an obstacle
  PredictedTime time;
  std::string obstacle;

  /// The other one if that is faster, or the only one of the two.
  void improve(Fastest other) {
    if (other.partition && (!partition || other.time.seconds < time.seconds))
      *this = std::move(other);
  }
};

class Search {
public:
  Search(const Run& run, std::int64_t cells) : run_(run), cells_(cells) {}

  Candidate candidate(const Shape& shape) const;

private:
  Fastest fastest(const Shape& shape, std::span<const double> shares) const;
  Fastest drawn(const Shape& shape, std::span<const double> shares) const;
  bool relieve(const Bands& partition, plan::Platform& limited) const;

  const Run& run_;
  std::int64_t cells_;
};

Fastest Search::drawn(const Shape& shape, std::span<const double> shares) const {
  const Drawn all = shape.draw(shares, cells_);
  Fastest best;
  best.obstacle = all.obstacle;
  for (const Bands& way : all.ways)
    best.improve({way, predict(way, run_), {}});
  return best;
}

/// Under SCO and PCO with the best share of a process that begins before the others: the sides of what the others have, in
/// proportion to each other, are t times as long, t from 1/16 to 1, as finely as cells are.
Fastest Search::fastest(const Shape& shape, std::span<const double> shares) const {
  Fastest best = drawn(shape, shares);
  if (!shape.overlaps || (run_.algorithm != Algorithm::sco && run_.algorithm != Algorithm::pco))
    return best;
  double side = 1;
  const auto try_side = [&](double t) {
    if (t <= 0 || t > 1)
      return;
    const double before = best.partition ? best.time.seconds : INFINITY;
    best.improve(drawn(shape, shrunk(shares, t * t)));
    if (best.partition && best.time.seconds < before)
      side = t;
  };
  constexpr int coarse = 16;
  for (int k = 1; k < coarse; ++k)
    try_side(static_cast<double>(k) / coarse);
  for (double step = 0.5 / coarse; step * static_cast<double>(cells_) > 0.25; step /= 2)
    for (const double t : {side - step, side + step})
      try_side(t);
  return best;
}

/// Of processes that need more memory than they have, `limited` gets less in proportion: shares follow. \return were there any?
bool Search::relieve(const Bands& partition, plan::Platform& limited) const {
  const std::vector<ProcessMetrics> all = metrics(partition);
  bool short_of_memory = false;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (const double memory = run_.platform.processes[k].memory; memory > 0)
      if (const double needed = bytes_needed(partition, run_, all[k]); needed > memory) {
        const double owned = 3 * static_cast<double>(all[k].cells) * elements_per_cell(partition, run_) *
                             run_.problem.element_bytes;
        limited.processes[k].memory = owned * memory / needed;
        short_of_memory = true;
      }
  return short_of_memory;
}

Candidate Search::candidate(const Shape& shape) const {
  constexpr int attempts = 20; // to find shares for which what is received finds room, too
  plan::Platform limited = run_.platform;
  Candidate candidate{shape.name, "the matrices and what is received do not fit into the memory", {}, 0, {}};
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::vector<double> shares = proportional_shares(limited, run_.problem);
    if (shares.empty())
      return candidate;
    const Fastest found = fastest(shape, shares);
    if (!found.partition)
      return {shape.name, found.obstacle, {}, 0, {}};
    if (!relieve(*found.partition, limited))
      return {shape.name,
              {},
              rectangles(*found.partition),
              volume_of_communication(*found.partition),
              found.time};
  }
  return candidate;
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

std::vector<Candidate> candidates(const plan::Platform& platform, const plan::Problem& problem,
                                  Algorithm algorithm, const Topology& topology, std::int64_t cells) {
  const Run run{platform, problem, algorithm, topology};
  const std::size_t processes = platform.processes.size();
  if (processes < 2)
    throw ArgumentError("processes", std::to_string(processes), "at least 2");
  if (cells < 1 || cells > Partition::most_cells)
    throw ArgumentError("cells", std::to_string(cells), "1 to " + std::to_string(Partition::most_cells));
  check(cells, static_cast<int>(processes), run);
  const Search search(run, cells);
  std::vector<Candidate> all;
  for (const Shape& shape : shapes_for(processes))
    all.push_back(search.candidate(shape));
  std::ranges::stable_sort(all, {}, [](const Candidate& candidate) {
    return std::tuple(!candidate.feasible(), candidate.time.seconds, candidate.volume);
  });
  return best_of_each_name(std::move(all));
}

} // namespace hetgrid::partition
