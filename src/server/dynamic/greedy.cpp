// Three departures from DynamicOuter and DynamicMatrix, none of which needs to know a speed:
//   - one new index at a time, of any axis, and of those looked at the one with the most tasks left for a block that has to be
//     sent; so boxes of different workers keep out of each other's way, and stay as near to cubes as the tasks left let them,
//   - only blocks are sent that some task needs,
//   - a request gets no more than a part of what is left for a worker, so that all end together.
// With limited room the box moves on once its faces fill it.
// A second phase is not needed: in the end a slab is the task with the fewest missing blocks. Where no index has a task within
// the box, a random task joins it.
#include "server/dynamic/greedy.hpp"
#include "server/dynamic/strategies.hpp"

namespace hetgrid::dynamic {
namespace {

/// Tasks of a slab of which nothing is done.
Index tasks_of_slab(const Box& box, Axis axis) {
  const auto [lines, along] = slab_axes(axis);
  return std::ssize(box.members(lines)) * std::ssize(box.members(along));
}

/// More tasks for a block that is sent.
bool better(const SlabValue& one, const SlabValue& other) {
  return one.tasks * other.blocks > other.tasks * one.blocks;
}

} // namespace

Greedy::Greedy(const Tasks& tasks, int workers, const Options& options)
    : OnDemand(tasks, workers, options), candidates_(options.candidates), portion_(options.portion),
      random_(options.seed), boxes_(at(workers), Box(tasks)) {}

void Greedy::look(int worker, std::vector<Task>& view, Assignment&) {
  Box& box = boxes_[at(worker)];
  if (const auto slab = best_slab(worker)) {
    append_slab(undone(), box, slab->axis, slab->x, view);
    box.add(slab->axis, slab->x);
    if (const Index room = ledger().capacity(worker); room > 0)
      while (box.faces() > room && box.members(slab->axis).size() > 1)
        box.remove_oldest(slab->axis);
    return;
  }
  const Task task = order_.next(undone(), random_);
  box.add(Axis::rows, task.i);
  box.add(Axis::columns, task.j);
  box.add(Axis::steps, task.k);
  view.push_back(task);
}

/// Indices of the box are looked at as well: a task that joined it may have left some behind. Once nothing of a slab is done, no
/// other of its axis is better.
std::optional<Greedy::Slab> Greedy::best_slab(int worker) {
  const Box& box = boxes_[at(worker)];
  std::optional<Slab> best;
  if (box.empty())
    return best;
  for (const Axis axis : axes) {
    const Index all = tasks_of_slab(box, axis);
    each_candidate(extent(tasks(), axis), [&](Index x) {
      const SlabValue slab = value(ledger(), worker, box, axis, x);
      if (slab.tasks > 0 && (!best || better(slab, best->value)))
        best = Slab{axis, x, slab};
      return slab.tasks == all;
    });
  }
  return best;
}

/// All indices, from a random one on, so that ties do not bring workers together, or some random ones, until visit() is content.
template <typename Visit>
void Greedy::each_candidate(Index indices, Visit&& visit) {
  const bool all = candidates_ == 0 || candidates_ >= indices;
  const Index first = draw(random_, indices);
  for (Index k = 0; k < (all ? indices : candidates_); ++k)
    if (visit(all ? (first + k) % indices : draw(random_, indices)))
      return;
}

std::unique_ptr<Strategy> greedy(const Tasks& tasks, int workers, const Options& options) {
  return std::make_unique<Greedy>(tasks, workers, options);
}

} // namespace hetgrid::dynamic
