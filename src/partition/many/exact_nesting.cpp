// A part is a set of processes and a rectangle; as its area is theirs, a cut into two sets fixes both rectangles. Every cut
// of every set is tried, unless its volume cannot be below the best: the half-perimeters of processes in a w x h rectangle
// are at least 2 sum sqrt(area), w + h of which are counted outside.
#include "partition/many/nesting_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace hetgrid::partition {
namespace {

using Set = std::uint32_t; ///< bit k: process k

class ExactNesting {
public:
  ExactNesting(std::span<const double> areas, double margin, Guests guests);

  Nesting search();

private:
  struct Choice {
    double volume = infinity;
    Cut cut = Cut::none;
    Set first = 0; ///< of the cut
  };

  /// The best of a part if its volume is below `limit`, else infinity or a volume that is not below it.
  Choice best(Set set, double width, double height, double limit);
  double without_cut(Set set, double width, double height);
  /// The same of a cut into `first` and the others.
  double with_cut(Cut cut, Set set, Set first, double width, double height, double limit);
  double least(Set set, double width, double height) const {
    return std::max(0.0, 2 * sides_[set] - width - height);
  }
  void build(Nesting& nesting, int node, Set set, double width, double height);

  NestingVolume volume_;
  Guests guests_;
  std::vector<double> area_, sides_; ///< of sets: sums of areas, of the sides of squares of these
};

ExactNesting::ExactNesting(std::span<const double> areas, double margin, Guests guests)
    : volume_(areas, margin), guests_(guests), area_(std::size_t{1} << areas.size()), sides_(area_.size()) {
  for (Set set = 1; set < area_.size(); ++set) {
    const int process = std::countr_zero(set);
    area_[set] = area_[set & (set - 1)] + areas[static_cast<std::size_t>(process)];
    sides_[set] = sides_[set & (set - 1)] + volume_.side(process);
  }
}

/// The fastest, who comes first, is the host.
double ExactNesting::without_cut(Set set, double width, double height) {
  const Set others = set & (set - 1);
  if (others != 0 && guests_ == Guests::none)
    return infinity;
  volume_.open(width, height);
  for (Set left = others; left != 0; left &= left - 1)
    if (!volume_.admit(std::countr_zero(left)))
      return infinity;
  return 2 * sides_[others];
}

double ExactNesting::with_cut(Cut cut, Set set, Set first, double width, double height, double limit) {
  const double part = area_[first] / area_[set];
  const bool vertical = cut == Cut::vertical;
  const double width1 = vertical ? width * part : width, width2 = vertical ? width - width1 : width;
  const double height1 = vertical ? height : height * part, height2 = vertical ? height : height - height1;
  const double length = vertical ? height : width, least2 = least(set ^ first, width2, height2);
  if (length + least(first, width1, height1) + least2 >= limit)
    return infinity;
  const double volume1 = best(first, width1, height1, limit - length - least2).volume;
  if (length + volume1 + least2 >= limit)
    return infinity;
  return length + volume1 + best(set ^ first, width2, height2, limit - length - volume1).volume;
}

ExactNesting::Choice ExactNesting::best(Set set, double width, double height, double limit) {
  Choice choice{without_cut(set, width, height), Cut::none, set};
  // The fastest is always in the first part: the order of parts does not change the volume.
  const Set others = set & (set - 1), fastest = set ^ others;
  for (Set second = others; second != 0; second = (second - 1) & others)
    for (const Cut cut : {Cut::vertical, Cut::horizontal}) {
      const Set first = fastest | (others ^ second);
      const double volume = with_cut(cut, set, first, width, height, std::min(limit, choice.volume));
      if (volume < choice.volume)
        choice = {volume, cut, first};
    }
  return choice;
}

void ExactNesting::build(Nesting& nesting, int node, Set set, double width, double height) {
  const Choice choice = best(set, width, height, infinity);
  if (choice.cut == Cut::none) {
    nesting.nodes[static_cast<std::size_t>(node)].host = std::countr_zero(set);
    for (Set left = set & (set - 1); left != 0; left &= left - 1)
      nesting.add_guest(node, std::countr_zero(left), volume_.areas());
    return;
  }
  const double part = area_[choice.first] / area_[set];
  const auto [first, second] = nesting.divide(node, choice.cut);
  if (choice.cut == Cut::vertical) {
    build(nesting, first, choice.first, width * part, height);
    build(nesting, second, set ^ choice.first, width * (1 - part), height);
  } else {
    build(nesting, first, choice.first, width, height * part);
    build(nesting, second, set ^ choice.first, width, height * (1 - part));
  }
}

Nesting ExactNesting::search() {
  Nesting nesting(static_cast<int>(volume_.areas().size()), 0);
  build(nesting, 0, static_cast<Set>(area_.size() - 1), 1, 1);
  return nesting;
}

} // namespace

Nesting nest_exactly(std::span<const double> areas, double margin, Guests guests) {
  return ExactNesting(areas, margin, guests).search();
}

} // namespace hetgrid::partition
