#include "partition/many/nesting.hpp"

#include "layout/subscript.hpp"

#include <cmath>
#include <limits>

namespace hetgrid::partition {
Nesting::Nesting(int processes, int host) : nodes(1), next_guest(at(processes), -1) {
  nodes[0].host = host;
}

std::pair<int, int> Nesting::divide(int node, Cut cut) {
  const int first = static_cast<int>(nodes.size());
  nodes.resize(nodes.size() + 2);
  nodes[at(first)].parent = nodes[at(first) + 1].parent = node;
  nodes[at(node)] = {cut, nodes[at(node)].parent, {first, first + 1}, -1, -1};
  return {first, first + 1};
}

void Nesting::add_guest(int node, int process, std::span<const double> areas) {
  int* link = &nodes[at(node)].guest;
  while (*link >= 0 && areas[at(*link)] >= areas[at(process)])
    link = &next_guest[at(*link)];
  next_guest[at(process)] = *link;
  *link = process;
}

NestingVolume::NestingVolume(std::span<const double> areas, double margin) : areas_(areas), margin_(margin) {
  for (const double area : areas)
    side_.push_back(std::sqrt(area));
}

double NestingVolume::operator()(const Nesting& nesting) {
  node_area_.resize(nesting.nodes.size());
  add_areas(nesting, 0);
  return of(nesting, 0, 1, 1);
}

double NestingVolume::add_areas(const Nesting& nesting, int node) {
  const Nesting::Node& here = nesting.nodes[at(node)];
  double area = 0;
  if (here.cut != Cut::none) {
    area = add_areas(nesting, here.child[0]) + add_areas(nesting, here.child[1]);
  } else {
    area = areas_[at(here.host)];
    for (int guest = here.guest; guest >= 0; guest = nesting.next_guest[at(guest)])
      area += areas_[at(guest)];
  }
  return node_area_[at(node)] = area;
}

double NestingVolume::of(const Nesting& nesting, int node, double width, double height) {
  const Nesting::Node& here = nesting.nodes[at(node)];
  if (here.cut != Cut::none) {
    const auto [first, second] = here.child;
    const double part = node_area_[at(first)] / node_area_[at(node)];
    if (here.cut == Cut::vertical)
      return height + of(nesting, first, width * part, height) +
             of(nesting, second, width * (1 - part), height);
    return width + of(nesting, first, width, height * part) + of(nesting, second, width, height * (1 - part));
  }
  double sum = 0;
  open(width, height);
  for (int guest = here.guest; guest >= 0; guest = nesting.next_guest[at(guest)]) {
    if (!admit(guest))
      return std::numeric_limits<double>::infinity();
    sum += 2 * side_[at(guest)];
  }
  return sum;
}

void NestingVolume::open(double width, double height) {
  packing_.reset(width - 2 * margin_, height - 2 * margin_);
}

bool NestingVolume::admit(int process) {
  return packing_.add(side_[at(process)] + margin_);
}

} // namespace hetgrid::partition
