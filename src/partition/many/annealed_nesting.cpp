// Simulated annealing over nestings ([DeFlumere14] chapter 8 anneals cells): moves turn a cut, exchange two processes, graft a
// part elsewhere, or make a process a guest or a host. The volume of a nesting is a sum over its tree, whatever the number of
// cells, and a move takes whole rectangles along.
//
// A move changes a few nodes, which are noted: it is judged by what changes with them, and taken back if it is refused.
#include "layout/subscript.hpp"
#include "partition/many/changing_volume.hpp"
#include "partition/many/nesting_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

namespace hetgrid::partition {
namespace {

class NestingMoves {
public:
  NestingMoves(Nesting start, std::span<const double> areas, Guests guests);

  const Nesting& nesting() const { return nesting_; }
  /// \return false if this move was none
  bool move(std::mt19937_64& random);
  /// Nodes of the last move; some may come twice.
  const std::vector<int>& changed() const { return changed_; }
  void take_back();
  void make_again(); ///< what was taken back

private:
  struct Place {
    int node;
    bool guest;
  };

  const Nesting::Node& node(int index) const { return nesting_.nodes[at(index)]; }
  /// A node that is about to be changed.
  Nesting::Node& change(int index);
  /// Its guests are about to be changed.
  void change_guests(int index);
  void change_next_guest(int process);
  bool used(int index) const { return node(index).cut != Cut::none || node(index).host >= 0; }
  bool within(int index, int part) const;
  int any_node(std::mt19937_64& random) const;
  Place place(int process) const { return {host_[at(process)], node(host_[at(process)]).host != process}; }
  /// Of those at the nodes that have changed.
  void note_places();
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
  bool any_move(std::mt19937_64& random);

  Nesting nesting_;
  std::vector<int> free_; ///< indices of nodes
  std::vector<int> host_; ///< of each process: the node where it is, as a host or a guest
  std::span<const double> areas_;
  Guests guests_;
  // Of the last move, in the order of its changes: what was there before, or what it made after it is taken back.
  std::vector<int> changed_;
  std::vector<Nesting::Node> nodes_;             ///< at changed_
  std::vector<std::pair<int, int>> next_guests_; ///< of processes
  std::vector<int> free_nodes_;
};

// Of the annealing: found by trial on random speeds.
constexpr double heat = 0.1;  ///< first temperature over the mean half-perimeter of a square
constexpr double cold = 1e-3; ///< last temperature over the first
constexpr std::size_t moves_a_process = 4000;
/// Of all moves, as if each looked at one for every process: results depend on how many moves there are.
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
  host_.resize(areas.size());
  changed_.resize(most);
  std::iota(changed_.begin(), changed_.end(), 0);
  note_places();
}

Nesting::Node& NestingMoves::change(int index) {
  changed_.push_back(index);
  nodes_.push_back(node(index));
  return nesting_.nodes[at(index)];
}

void NestingMoves::change_next_guest(int process) {
  next_guests_.emplace_back(process, nesting_.next_guest[at(process)]);
}

void NestingMoves::change_guests(int index) {
  for (int guest = change(index).guest; guest >= 0; guest = nesting_.next_guest[at(guest)])
    change_next_guest(guest);
}

void NestingMoves::take_back() {
  for (std::size_t k = nodes_.size(); k-- > 0;)
    std::swap(nesting_.nodes[at(changed_[k])], nodes_[k]);
  for (std::size_t k = next_guests_.size(); k-- > 0;)
    std::swap(nesting_.next_guest[at(next_guests_[k].first)], next_guests_[k].second);
  std::swap(free_, free_nodes_);
  note_places();
}

void NestingMoves::make_again() {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    std::swap(nesting_.nodes[at(changed_[k])], nodes_[k]);
  for (auto& [process, next] : next_guests_)
    std::swap(nesting_.next_guest[at(process)], next);
  std::swap(free_, free_nodes_);
  note_places();
}

void NestingMoves::note_places() {
  for (const int index : changed_) {
    if (node(index).host < 0)
      continue;
    host_[at(node(index).host)] = index;
    for (int guest = node(index).guest; guest >= 0; guest = nesting_.next_guest[at(guest)])
      host_[at(guest)] = index;
  }
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

void NestingMoves::take_out(Place from, int process) {
  if (!from.guest)
    return;
  change_guests(from.node);
  int* link = &nesting_.nodes[at(from.node)].guest;
  while (*link != process)
    link = &nesting_.next_guest[at(*link)];
  *link = nesting_.next_guest[at(process)];
}

void NestingMoves::put(Place to, int process) {
  if (!to.guest) {
    change(to.node).host = process;
    return;
  }
  change_guests(to.node);
  change_next_guest(process);
  nesting_.add_guest(to.node, process, areas_);
}

bool NestingMoves::turn(int index) {
  if (node(index).cut == Cut::none)
    return false;
  Cut& cut = change(index).cut;
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
  Nesting::Node moved = node(from);
  moved.parent = parent;
  change(to) = moved;
  if (moved.cut != Cut::none)
    for (const int child : moved.child)
      change(child).parent = to;
}

int NestingMoves::detach(int part) {
  const int parent = node(part).parent, *const child = node(parent).child;
  const int sibling = child[0] == part ? child[1] : child[0];
  relocate(sibling, parent, node(parent).parent);
  change(sibling) = {};
  change(part).parent = -1;
  return sibling;
}

void NestingMoves::graft(int part, int target, Cut cut, int free) {
  const int parent = node(target).parent;
  relocate(target, free, target);
  change(target) = {cut, parent, {free, part}, -1, -1};
  change(part).parent = target;
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
    change(from.node) = {};
    free_.push_back(from.node);
  }
  const int target = any_node(random);
  if (node(target).cut == Cut::none && (!from.guest || random() >> 63)) {
    put({target, true}, process);
    return true;
  }
  const int part = free_.back();
  free_.pop_back();
  const int free = free_.back();
  free_.pop_back();
  change(part).host = process;
  graft(part, target, any_cut(random), free);
  return true;
}

bool NestingMoves::any_move(std::mt19937_64& random) {
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

bool NestingMoves::move(std::mt19937_64& random) {
  changed_.clear();
  nodes_.clear();
  next_guests_.clear();
  free_nodes_ = free_;
  if (!any_move(random))
    return false;
  note_places();
  return true;
}

/// Volumes are compared by what is quick to find and, where that is too near, in full: what is decided does not depend on how
/// it is found.
class Annealing {
public:
  Annealing(const Nesting& start, std::span<const double> areas, double margin, Guests guests,
            std::uint64_t seed)
      : full_(areas, margin), random_(seed), now_(start, areas, guests),
        changing_(now_.nesting(), areas, margin), volume_(changing_(now_.nesting())), best_(start),
        least_(volume_) {}

  void try_move(double temperature);
  const Nesting& best() const { return best_; }

private:
  bool accepts(double changed, double temperature);
  /// The same, by the volumes in full.
  bool accepts_in_full(std::optional<double> chance, double temperature);
  void keep_if_best();
  double rounding() const { return ChangingVolume::rounding() * volume_; }

  NestingVolume full_;
  std::mt19937_64 random_;
  NestingMoves now_;
  ChangingVolume changing_;
  double volume_;                 ///< up to rounding
  std::optional<double> in_full_; ///< as NestingVolume has it, if anybody asked
  std::optional<double> moved_;   ///< the same, after a move that is judged
  Nesting best_;                  ///< met so far
  double least_;                  ///< its volume
  std::optional<double> least_in_full_;
};

void Annealing::try_move(double temperature) {
  if (!now_.move(random_))
    return;
  changing_.update(now_.nesting(), now_.changed());
  moved_.reset();
  const double changed = changing_(now_.nesting());
  if (!accepts(changed, temperature)) {
    changing_.swap_update();
    now_.take_back();
    return;
  }
  volume_ = changed;
  in_full_ = moved_;
  keep_if_best();
}

bool Annealing::accepts(double changed, double temperature) {
  if (changed < volume_ - rounding())
    return true;
  if (changed <= volume_ + rounding())
    return accepts_in_full({}, temperature);
  const double chance = unit(random_), limit = std::exp((volume_ - changed) / temperature);
  const bool is_near = std::abs(chance - limit) <= 8 * rounding() / temperature * limit;
  return is_near ? accepts_in_full(chance, temperature) : chance < limit;
}

bool Annealing::accepts_in_full(std::optional<double> chance, double temperature) {
  moved_ = full_(now_.nesting());
  if (!in_full_) {
    now_.take_back();
    in_full_ = full_(now_.nesting());
    now_.make_again();
  }
  return *moved_ <= *in_full_ ||
         (chance ? *chance : unit(random_)) < std::exp((*in_full_ - *moved_) / temperature);
}

void Annealing::keep_if_best() {
  if (volume_ > least_ + rounding())
    return;
  if (!(volume_ < least_ - rounding())) { // not even where nothing fits: infinity
    if (!in_full_)
      in_full_ = full_(now_.nesting());
    if (!least_in_full_)
      least_in_full_ = full_(best_);
    if (*in_full_ >= *least_in_full_)
      return;
  }
  best_ = now_.nesting();
  least_ = volume_;
  least_in_full_ = in_full_;
}

} // namespace

Nesting anneal(const Nesting& start, std::span<const double> areas, double margin, Guests guests,
               std::uint64_t seed) {
  if (areas.size() < 2)
    return start;
  double sides = 0;
  for (const double area : areas)
    sides += std::sqrt(area);
  const double hot = heat * 2 * sides / static_cast<double>(areas.size());
  const std::size_t moves = std::min(moves_a_process * areas.size(), most_nodes / areas.size());
  Annealing annealing(start, areas, margin, guests, seed);
  for (std::size_t k = 0; k < moves; ++k)
    annealing.try_move(hot * std::pow(cold, static_cast<double>(k) / static_cast<double>(moves)));
  return annealing.best();
}

} // namespace hetgrid::partition
