#include "partition/many/changing_volume.hpp"

#include "layout/subscript.hpp"

#include <limits>

namespace hetgrid::partition {
ChangingVolume::ChangingVolume(const Nesting& nesting, std::span<const double> areas, double margin)
    : volume_(areas, margin), figures_(nesting.nodes.size()), touched_(nesting.nodes.size(), 1), update_(1) {
  recompute(nesting, 0);
}

void ChangingVolume::update(const Nesting& nesting, std::span<const int> changed) {
  ++update_;
  former_.clear();
  for (int node : changed) {
    const Nesting::Node& here = nesting.nodes[at(node)];
    const bool is_used = here.cut != Cut::none || here.host >= 0;
    for (; is_used && node >= 0 && touched_[at(node)] != update_; node = nesting.nodes[at(node)].parent)
      touched_[at(node)] = update_;
  }
  if (touched_[0] == update_)
    recompute(nesting, 0);
}

void ChangingVolume::swap_update() {
  for (auto& [node, figures] : former_)
    std::swap(figures_[at(node)], figures);
}

double ChangingVolume::operator()(const Nesting& nesting) {
  const Figures& all = figures_[0];
  return fits(nesting, 0, 1, 1) ? all.across + all.down + all.guests
                                : std::numeric_limits<double>::infinity();
}

/// Of the nodes that are touched.
void ChangingVolume::recompute(const Nesting& nesting, int node) {
  former_.emplace_back(node, figures_[at(node)]);
  const Nesting::Node& here = nesting.nodes[at(node)];
  if (here.cut == Cut::none) {
    figures_[at(node)] = of_leaf(nesting, here);
    return;
  }
  for (const int child : here.child)
    if (touched_[at(child)] == update_)
      recompute(nesting, child);
  const Figures &first = figures_[at(here.child[0])], &second = figures_[at(here.child[1])];
  Figures sum{first.area + second.area, first.across + second.across + 1, first.down + second.down + 1,
              first.guests + second.guests, first.hosts + second.hosts};
  const double part = first.area / sum.area;
  if (here.cut == Cut::vertical)
    sum.across = part * first.across + (1 - part) * second.across;
  else
    sum.down = part * first.down + (1 - part) * second.down;
  figures_[at(node)] = sum;
}

ChangingVolume::Figures ChangingVolume::of_leaf(const Nesting& nesting, const Nesting::Node& leaf) const {
  Figures figures;
  figures.area = volume_.areas()[at(leaf.host)];
  figures.hosts = leaf.guest >= 0;
  for (int guest = leaf.guest; guest >= 0; guest = nesting.next_guest[at(guest)]) {
    figures.area += volume_.areas()[at(guest)];
    figures.guests += 2 * volume_.side(guest);
  }
  return figures;
}

/// Sides are computed as NestingVolume does: a guest who just fits there fits here.
bool ChangingVolume::fits(const Nesting& nesting, int node, double width, double height) {
  if (figures_[at(node)].hosts == 0)
    return true;
  const Nesting::Node& here = nesting.nodes[at(node)];
  if (here.cut != Cut::none) {
    const auto [first, second] = here.child;
    const double part = figures_[at(first)].area / figures_[at(node)].area;
    return here.cut == Cut::vertical ? fits(nesting, first, width * part, height) &&
                                           fits(nesting, second, width * (1 - part), height)
                                     : fits(nesting, first, width, height * part) &&
                                           fits(nesting, second, width, height * (1 - part));
  }
  volume_.open(width, height);
  for (int guest = here.guest; guest >= 0; guest = nesting.next_guest[at(guest)])
    if (!volume_.admit(guest))
      return false;
  return true;
}

} // namespace hetgrid::partition
