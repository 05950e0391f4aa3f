// DynamicOuter and DynamicMatrix, [Beaumont14] 3.2 and 4.1: a worker is sent all blocks of a random new i, j and k with those
// that it has, whether there are tasks left for them or not, and does all tasks that this makes possible.
#include "server/dynamic/data_aware.hpp"
#include "server/dynamic/strategies.hpp"

namespace hetgrid::dynamic {

DataAware::DataAware(const Tasks& tasks, int workers, const Options& options)
    : OnDemand(tasks, workers, options), random_(options.seed), boxes_(at(workers), Box(tasks)) {}

void DataAware::look(int worker, std::vector<Task>& view, Assignment& assignment) {
  for (const Axis axis : axes)
    grow(worker, axis, view, assignment);
}

void DataAware::grow(int worker, Axis axis, std::vector<Task>& view, Assignment& assignment) {
  Box& box = boxes_[at(worker)];
  const Index all = extent(tasks(), axis);
  if (std::ssize(box.members(axis)) == all)
    return;
  Index x = draw(random_, all);
  while (box.contains(axis, x))
    x = draw(random_, all);
  box.add(axis, x);
  append_slab(undone(), box, axis, x, view);
  const auto [lines, along] = slab_axes(axis);
  for (const Index line : box.members(lines))
    for (const Index other : box.members(along))
      for (const Block& block : blocks_of(slab_task(axis, x, line, other)))
        send_ahead(worker, block, assignment);
}

std::unique_ptr<Strategy> data_aware(const Tasks& tasks, int workers, const Options& options) {
  return std::make_unique<DataAware>(tasks, workers, options);
}

} // namespace hetgrid::dynamic
