// Parts have the processes i .. j - 1. f(i, j, u) is the least volume of such a part, u = log(width / height); volumes are
// symmetric in u. As the area of a part is known, a vertical cut at k of a part of height h leaves
//   f(i, j, u) = min_k h + f(i, k, u + log(area(i, k) / area(i, j))) + f(k, j, u + log(area(k, j) / area(i, j))),
// a horizontal one the same with -u. f is tabulated for some u and interpolated between them; the cuts are then chosen once
// more from the whole square down, where all rectangles are known.
#include "partition/many/nesting_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hetgrid::partition {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of u: ratios of sides up to e^4 = 55; longer parts are taken for as long.
constexpr double largest = 4;
constexpr std::size_t samples = 33;
constexpr double spacing = largest / (samples - 1);

class DynamicNesting {
public:
  DynamicNesting(std::span<const double> areas, double margin, Guests guests);

  Nesting search();

private:
  struct Choice {
    double volume = infinity;
    Cut cut = Cut::none;
    std::size_t k = 0; ///< first process of the second part
  };
  struct Part {
    double log_area = 0;
    double volume[samples] = {}; ///< for u = 0, spacing, .. largest; of one process: 0
  };

  Choice best(std::size_t i, std::size_t j, double u);
  double without_cut(std::size_t i, std::size_t j, double width, double height);
  double interpolated(const Part& part, double u) const;
  void build(Nesting& nesting, int node, std::size_t i, std::size_t j, double u);

  Part& part(std::size_t i, std::size_t j) { return part_[i * (count_ + 1) + j]; }

  NestingVolume volume_;
  Guests guests_;
  std::size_t count_;
  std::vector<double> sides_{0}; ///< of squares of the first k processes
  std::vector<Part> part_;
};

DynamicNesting::DynamicNesting(std::span<const double> areas, double margin, Guests guests)
    : volume_(areas, margin), guests_(guests), count_(areas.size()), part_((count_ + 1) * (count_ + 1)) {
  for (std::size_t k = 0; k < count_; ++k)
    sides_.push_back(sides_.back() + volume_.side(static_cast<int>(k)));
  for (std::size_t i = 0; i < count_; ++i) {
    double area = 0;
    for (std::size_t j = i + 1; j <= count_; ++j)
      part(i, j).log_area = std::log(area += areas[j - 1]);
  }
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

void DynamicNesting::build(Nesting& nesting, int node, std::size_t i, std::size_t j, double u) {
  const Choice choice = best(i, j, u);
  if (choice.cut == Cut::none) {
    nesting.nodes[static_cast<std::size_t>(node)].host = static_cast<int>(i);
    for (std::size_t guest = i + 1; guest < j; ++guest)
      nesting.add_guest(node, static_cast<int>(guest), volume_.areas());
    return;
  }
  const auto [first, second] = nesting.divide(node, choice.cut);
  const double sign = choice.cut == Cut::vertical ? 1 : -1, log_area = part(i, j).log_area;
  build(nesting, first, i, choice.k, u + sign * (part(i, choice.k).log_area - log_area));
  build(nesting, second, choice.k, j, u + sign * (part(choice.k, j).log_area - log_area));
}

Nesting DynamicNesting::search() {
  Nesting nesting(static_cast<int>(count_), 0);
  build(nesting, 0, 0, count_, 0);
  return nesting;
}

} // namespace

Nesting nest_by_dynamic_programming(std::span<const double> areas, double margin, Guests guests) {
  return DynamicNesting(areas, margin, guests).search();
}

} // namespace hetgrid::partition
