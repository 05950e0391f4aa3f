// Parts have the processes i .. j - 1. f(i, j, u) is the least volume of such a part, u = log(width / height); volumes are
// symmetric in u. As the area of a part is known, a vertical cut at k of a part of height h leaves
//   f(i, j, u) = min_k h + f(i, k, u + log(area(i, k) / area(i, j))) + f(k, j, u + log(area(k, j) / area(i, j))),
// a horizontal one the same with -u. f is tabulated for some u and interpolated between them; the cuts are then chosen once
// more from the whole square down, where all rectangles are known.
#include "partition/many/nesting_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace hetgrid::partition {
namespace {

/// Of u: ratios of sides up to e^4 = 55; longer parts are taken for as long.
constexpr double largest = 4;
constexpr std::size_t samples = 33;
constexpr double spacing = largest / (samples - 1);

using Volumes = std::array<double, samples>; ///< for u = 0, spacing, .. largest

class DynamicNesting {
public:
  /// \param areas of the processes of a part, or of bundles of them \param bundles what cuts in these cost
  DynamicNesting(std::span<const double> areas, double margin, Guests guests,
                 std::span<const Volumes> bundles = {});

  /// Of the part.
  const Volumes& volumes() const { return part_[count_].volume; }
  /// Cuts the part, which is a node of a nesting. \param fill (node, first and one behind the last process, u) for what is not cut
  template <typename Fill>
  void build(Nesting& nesting, int node, double u, Fill&& fill) {
    build(nesting, node, 0, count_, u, fill);
  }

private:
  struct Choice {
    double volume = infinity;
    Cut cut = Cut::none;
    std::size_t k = 0; ///< first process of the second part
  };
  struct Part {
    double log_area = 0;
    Volumes volume{}; ///< of one process: 0
  };

  Choice best(std::size_t i, std::size_t j, double u);
  double without_cut(std::size_t i, std::size_t j, double width, double height);
  double interpolated(const Part& part, double u) const;
  template <typename Fill>
  void build(Nesting& nesting, int node, std::size_t i, std::size_t j, double u, Fill& fill);

  Part& part(std::size_t i, std::size_t j) { return part_[i * (count_ + 1) + j]; }

  NestingVolume volume_;
  Guests guests_;
  std::size_t count_;
  std::vector<double> sides_{0}; ///< of squares of the first k processes
  std::vector<Part> part_;
};

DynamicNesting::DynamicNesting(std::span<const double> areas, double margin, Guests guests,
                               std::span<const Volumes> bundles)
    : volume_(areas, margin), guests_(guests), count_(areas.size()), part_((count_ + 1) * (count_ + 1)) {
  for (std::size_t k = 0; k < count_; ++k)
    sides_.push_back(sides_.back() + volume_.side(static_cast<int>(k)));
  for (std::size_t i = 0; i < count_; ++i) {
    double area = 0;
    for (std::size_t j = i + 1; j <= count_; ++j)
      part(i, j).log_area = std::log(area += areas[j - 1]);
  }
  for (std::size_t k = 0; k < bundles.size(); ++k)
    part(k, k + 1).volume = bundles[k];
  for (std::size_t length = 2; length <= count_; ++length)
    for (std::size_t i = 0; i + length <= count_; ++i)
      for (std::size_t sample = 0; sample < samples; ++sample)
        part(i, i + length).volume[sample] =
            best(i, i + length, spacing * static_cast<double>(sample)).volume;
}

double DynamicNesting::interpolated(const Part& part, double u) const {
  const double x = std::min(std::abs(u), largest) / spacing;
  const auto below = std::min(static_cast<std::size_t>(x), samples - 2);
  const double weight = x - static_cast<double>(below);
  return part.volume[below] + weight * (part.volume[below + 1] - part.volume[below]);
}

DynamicNesting::Choice DynamicNesting::best(std::size_t i, std::size_t j, double u) {
  const Part& whole = part(i, j);
  const double height = std::exp((whole.log_area - u) / 2), width = std::exp((whole.log_area + u) / 2);
  Choice choice;
  for (std::size_t k = i + 1; k < j; ++k) {
    const Part &first = part(i, k), &second = part(k, j);
    const double a = first.log_area - whole.log_area, b = second.log_area - whole.log_area;
    const double vertical = height + interpolated(first, u + a) + interpolated(second, u + b);
    const double horizontal = width + interpolated(first, u - a) + interpolated(second, u - b);
    if (std::min(vertical, horizontal) < choice.volume)
      choice = vertical <= horizontal ? Choice{vertical, Cut::vertical, k}
                                      : Choice{horizontal, Cut::horizontal, k};
  }
  if (2 * (sides_[j] - sides_[i + 1]) < choice.volume)
    if (const double volume = without_cut(i, j, width, height); volume < choice.volume)
      choice = {volume, Cut::none, j};
  return choice;
}

/// The fastest, who comes first, is the host.
double DynamicNesting::without_cut(std::size_t i, std::size_t j, double width, double height) {
  if (j - i > 1 && guests_ == Guests::none)
    return infinity;
  volume_.open(width, height);
  for (std::size_t guest = i + 1; guest < j; ++guest)
    if (!volume_.admit(static_cast<int>(guest)))
      return infinity;
  return 2 * (sides_[j] - sides_[i + 1]);
}

template <typename Fill>
void DynamicNesting::build(Nesting& nesting, int node, std::size_t i, std::size_t j, double u, Fill& fill) {
  const Choice choice = best(i, j, u);
  if (choice.cut == Cut::none) {
    fill(node, i, j, u);
    return;
  }
  const auto [first, second] = nesting.divide(node, choice.cut);
  const double sign = choice.cut == Cut::vertical ? 1 : -1, log_area = part(i, j).log_area;
  build(nesting, first, i, choice.k, u + sign * (part(i, choice.k).log_area - log_area), fill);
  build(nesting, second, choice.k, j, u + sign * (part(choice.k, j).log_area - log_area), fill);
}

/// Processes first .. end - 1 have a part without a cut.
void settle(Nesting& nesting, int part, std::size_t first, std::size_t end, std::span<const double> areas) {
  nesting.nodes[static_cast<std::size_t>(part)].host = static_cast<int>(first);
  while (++first < end)
    nesting.add_guest(part, static_cast<int>(first), areas);
}

/// More processes than these are nested in as many bundles. Time grows with the cube of this, and twice as many bundles make
/// volumes smaller by 0.03 %.
constexpr std::size_t many = 128;

Nesting nest_bundles(std::span<const double> areas, double margin, Guests guests) {
  const std::size_t size = (areas.size() + many - 1) / many;
  std::vector<DynamicNesting> bundles;
  std::vector<double> bundle_areas;
  std::vector<Volumes> volumes;
  for (std::size_t first = 0; first < areas.size(); first += size) {
    const std::span<const double> bundle = areas.subspan(first, std::min(size, areas.size() - first));
    bundle_areas.push_back(std::accumulate(bundle.begin(), bundle.end(), 0.0));
    bundles.emplace_back(bundle, margin, guests);
    volumes.push_back(bundles.back().volumes());
  }
  Nesting nesting(static_cast<int>(areas.size()), 0);
  DynamicNesting(bundle_areas, margin, Guests::none, volumes)
      .build(nesting, 0, 0, [&](int part, std::size_t bundle, std::size_t, double u) {
        bundles[bundle].build(nesting, part, u, [&](int node, std::size_t first, std::size_t end, double) {
          settle(nesting, node, bundle * size + first, bundle * size + end, areas);
        });
      });
  return nesting;
}

} // namespace

Nesting nest_by_dynamic_programming(std::span<const double> areas, double margin, Guests guests) {
  if (areas.size() > many)
    return nest_bundles(areas, margin, guests);
  Nesting nesting(static_cast<int>(areas.size()), 0);
  DynamicNesting(areas, margin, guests)
      .build(nesting, 0, 0, [&](int node, std::size_t first, std::size_t end, double) {
        settle(nesting, node, first, end, areas);
      });
  return nesting;
}

} // namespace hetgrid::partition
