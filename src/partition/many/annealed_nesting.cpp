// Simulated annealing over nestings ([DeFlumere14] chapter 8 anneals cells): moves turn a cut, exchange two processes, graft a
// part elsewhere, or make a process a guest or a host. The volume of a nesting is a sum over its tree, whatever the number of
// cells, and a move takes whole rectangles along.
#include "partition/many/nesting_search.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace hetgrid::partition {
namespace {

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

class NestingMoves {
public:
  NestingMoves(Nesting start, std::span<const double> areas, Guests guests);

  const Nesting& nesting() const { return nesting_; }
  /// \return false if this move was none
  bool move(std::mt19937_64& random);

private:
  struct Place {
    int node;
    bool guest;
  };

  Nesting::Node& node(int index) { return nesting_.nodes[at(index)]; }
  bool used(int index) const {
    return nesting_.nodes[at(index)].cut != Cut::none || nesting_.nodes[at(index)].host >= 0;
  }
  bool within(int index, int part) const;
  int any_node(std::mt19937_64& random) const;
  Place place(int process) const;
  void take_out(Place from, int process);
  void put(Place to, int process);
  /// Moves what is at a node to another index.
  void relocate(int from, int to, int parent);

  bool turn(int index);
  bool exchange(int a, int b);
  /// Takes a part, not the whole square, out of the tree. \return an index that is free now
  int detach(int part);
  /// Cuts what is at `target` from `part`. \param free index for what was at `target`
  void graft(int part, int target, Cut cut, int free);
  bool move_part(int part, std::mt19937_64& random);
  bool move_process(int process, std::mt19937_64& random);

  Nesting nesting_;
  std::vector<int> free_; ///< indices of nodes
  std::span<const double> areas_;
  Guests guests_;
};

// Of the annealing: found by trial on random speeds.
constexpr double heat = 0.1;  ///< first temperature over the mean half-perimeter of a square
constexpr double cold = 1e-3; ///< last temperature over the first
constexpr std::size_t moves_a_process = 4000;
/// To look at, about as many for a move as there are processes.
constexpr std::size_t most_nodes = 250'000'000;

int below(std::size_t count, std::mt19937_64& random) {
  return static_cast<int>(random() % count);
}

double unit(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

Cut any_cut(std::mt19937_64& random) {
  return random() >> 63 ? Cut::vertical : Cut::horizontal;
}

NestingMoves::NestingMoves(Nesting start, std::span<const double> areas, Guests guests)
    : nesting_(std::move(start)), areas_(areas), guests_(guests) {
  const std::size_t most = 2 * areas.size() - 1;
  for (std::size_t index = nesting_.nodes.size(); index < most; ++index)
    free_.push_back(static_cast<int>(index));
  nesting_.nodes.resize(most);
}

bool NestingMoves::within(int index, int part) const {
  while (index >= 0 && index != part)
    index = nesting_.nodes[at(index)].parent;
  return index == part;
}

int NestingMoves::any_node(std::mt19937_64& random) const {
  int index;
  do
    index = below(nesting_.nodes.size(), random);
  while (!used(index));
  return index;
}

NestingMoves::Place NestingMoves::place(int process) const {
  for (std::size_t index = 0;; ++index) {
    const Nesting::Node& here = nesting_.nodes[index];
    if (here.cut == Cut::none && here.host == process)
      return {static_cast<int>(index), false};
    for (int guest = here.guest; guest >= 0; guest = nesting_.next_guest[at(guest)])
      if (guest == process)
        return {static_cast<int>(index), true};
  }
}

void NestingMoves::take_out(Place from, int process) {
  if (!from.guest)
    return;
  int* link = &node(from.node).guest;
  while (*link != process)
    link = &nesting_.next_guest[at(*link)];
  *link = nesting_.next_guest[at(process)];
}

void NestingMoves::put(Place to, int process) {
  if (to.guest)
    nesting_.add_guest(to.node, process, areas_);
  else
    node(to.node).host = process;
}

bool NestingMoves::turn(int index) {
  Cut& cut = node(index).cut;
  if (cut == Cut::none)
    return false;
  cut = cut == Cut::vertical ? Cut::horizontal : Cut::vertical;
  return true;
}

bool NestingMoves::exchange(int a, int b) {
  if (areas_[at(a)] == areas_[at(b)])
    return false;
  const Place place_a = place(a), place_b = place(b);
  take_out(place_a, a);
  take_out(place_b, b);
  put(place_a, b);
  put(place_b, a);
  return true;
}

void NestingMoves::relocate(int from, int to, int parent) {
  node(to) = node(from);
  node(to).parent = parent;
  if (node(to).cut != Cut::none)
    for (const int child : node(to).child)
      node(child).parent = to;
}

int NestingMoves::detach(int part) {
  const int parent = node(part).parent, *child = node(parent).child;
  const int sibling = child[0] == part ? child[1] : child[0];
  relocate(sibling, parent, node(parent).parent);
  node(sibling) = {};
  node(part).parent = -1;
  return sibling;
}

void NestingMoves::graft(int part, int target, Cut cut, int free) {
  const int parent = node(target).parent;
  relocate(target, free, target);
  node(target) = {cut, parent, {free, part}, -1, -1};
  node(part).parent = target;
}

bool NestingMoves::move_part(int part, std::mt19937_64& random) {
  if (part == 0)
    return false;
  const int free = detach(part);
  int target;
  do
    target = any_node(random);
  while (within(target, part));
  graft(part, target, any_cut(random), free);
  return true;
}

/// A guest moves to another host or to a part of its own, a host without guests to another host.
bool NestingMoves::move_process(int process, std::mt19937_64& random) {
  const Place from = place(process);
  if (from.node == 0 && !from.guest)
    return false;
  if (!from.guest && node(from.node).guest >= 0)
    return false;
  if (from.guest) {
    take_out(from, process);
  } else {
    free_.push_back(detach(from.node));
    node(from.node) = {};
    free_.push_back(from.node);
  }
  const int target = any_node(random);
  if (node(target).cut == Cut::none && (!from.guest || random() >> 63)) {
    nesting_.add_guest(target, process, areas_);
    return true;
  }
  const int part = free_.back();
  free_.pop_back();
  const int free = free_.back();
  free_.pop_back();
  node(part).host = process;
  graft(part, target, any_cut(random), free);
  return true;
}

bool NestingMoves::move(std::mt19937_64& random) {
  switch (random() % (guests_ == Guests::allowed ? 4 : 3)) {
  case 0:
    return turn(any_node(random));
  case 1:
    return exchange(below(areas_.size(), random), below(areas_.size(), random));
  case 2:
    return move_part(any_node(random), random);
  default:
    return move_process(below(areas_.size(), random), random);
  }
}

} // namespace

Nesting anneal(const Nesting& start, std::span<const double> areas, double margin, Guests guests,
               std::uint64_t seed) {
  if (areas.size() < 2)
    return start;
  NestingVolume volume_of(areas, margin);
  std::mt19937_64 random(seed);
  NestingMoves now(start, areas, guests), next = now;
  double volume = volume_of(start), least = volume;
  Nesting best = start;
  double sides = 0;
  for (std::size_t k = 0; k < areas.size(); ++k)
    sides += volume_of.side(static_cast<int>(k));
  const double hot = heat * 2 * sides / static_cast<double>(areas.size());
  const std::size_t moves = std::min(moves_a_process * areas.size(), most_nodes / areas.size());
  for (std::size_t k = 0; k < moves; ++k) {
    next = now;
    if (!next.move(random))
      continue;
    const double temperature = hot * std::pow(cold, static_cast<double>(k) / static_cast<double>(moves));
    const double changed = volume_of(next.nesting());
    if (changed > volume && unit(random) >= std::exp((volume - changed) / temperature))
      continue;
    std::swap(now, next);
    volume = changed;
    if (volume < least) {
      least = volume;
      best = now.nesting();
    }
  }
  return best;
}

} // namespace hetgrid::partition
