#include "server/dynamic/box.hpp"

namespace hetgrid::dynamic {

Index extent(const Tasks& tasks, Axis axis) {
  return axis == Axis::rows ? tasks.rows : axis == Axis::columns ? tasks.columns : tasks.steps;
}

Box::Box(const Tasks& tasks)
    : sets_{BitLines(1, tasks.rows), BitLines(1, tasks.columns), BitLines(1, tasks.steps)} {}

void Box::add(Axis axis, Index x) {
  if (contains(axis, x))
    return;
  members_[place(axis)].push_back(x);
  sets_[place(axis)].set(0, x);
}

void Box::remove_oldest(Axis axis) {
  std::vector<Index>& members = members_[place(axis)];
  sets_[place(axis)].reset(0, members.front());
  members.erase(members.begin());
}

Index Box::faces() const {
  const Index i = std::ssize(members_[0]), j = std::ssize(members_[1]), k = std::ssize(members_[2]);
  return i * k + k * j + i * j;
}

std::span<const Word> slab_line(const Undone& undone, Axis axis, Index x, Index line) {
  return axis == Axis::rows      ? undone.columns(x, line)
         : axis == Axis::columns ? undone.rows(x, line)
                                 : undone.columns(line, x);
}

namespace {

/// Of the blocks of a slab: those of its lines, X(x, line), those along them, X(x, along), and those of the worker's own face,
/// X(line, along).
struct SlabBlocks {
  Operand line, along, face;
};
constexpr SlabBlocks slab_blocks(Axis axis) {
  return axis == Axis::rows      ? SlabBlocks{Operand::a, Operand::c, Operand::b}
         : axis == Axis::columns ? SlabBlocks{Operand::b, Operand::c, Operand::a}
                                 : SlabBlocks{Operand::a, Operand::b, Operand::c};
}

Block block_of(const Task& task, Operand operand) {
  return blocks_of(task)[static_cast<std::size_t>(operand)];
}

} // namespace

SlabValue value(const Ledger& ledger, int worker, const Box& box, Axis axis, Index x) {
  thread_local std::vector<Word> used; // along the lines
  const auto [lines, along] = slab_axes(axis);
  const SlabBlocks operands = slab_blocks(axis);
  const Holdings& holdings = ledger.holdings(worker);
  const std::span<const Word> set = box.set(along);
  const auto lacks = [&](const Task& task, Operand operand) {
    return ledger.travels(operand) && !holdings.contains(block_of(task, operand)) ? 1 : 0;
  };
  used.assign(set.size(), 0);
  SlabValue value;
  for (const Index line : box.members(lines)) {
    const std::span<const Word> left = slab_line(ledger.undone(), axis, x, line);
    const std::span<const Word> face = ledger.travels(operands.face)
                                           ? holdings.lines(operands.face).line(line)
                                           : set; // has all that is asked for
    Index tasks = 0;
    for (std::size_t word = 0; word < set.size(); ++word) {
      const Word both = left[word] & set[word];
      if (both == 0)
        continue;
      used[word] |= both;
      tasks += std::popcount(both);
      if (const Word lacking = both & ~face[word])
        value.blocks += std::popcount(lacking);
    }
    value.tasks += tasks;
    if (tasks > 0)
      value.blocks += lacks(slab_task(axis, x, line, 0), operands.line);
  }
  if (ledger.travels(operands.along))
    for (std::size_t word = 0; word < used.size(); ++word)
      each_bit(used[word], static_cast<Index>(word) * 64,
               [&](Index bit) { value.blocks += lacks(slab_task(axis, x, 0, bit), operands.along); });
  return value;
}

void append_slab(const Undone& undone, const Box& box, Axis axis, Index x, std::vector<Task>& tasks) {
  const auto [lines, along] = slab_axes(axis);
  const std::span<const Word> set = box.set(along);
  for (const Index line : box.members(lines)) {
    const std::span<const Word> left = slab_line(undone, axis, x, line);
    for (std::size_t word = 0; word < set.size(); ++word)
      each_bit(left[word] & set[word], static_cast<Index>(word) * 64,
               [&](Index bit) { tasks.push_back(slab_task(axis, x, line, bit)); });
  }
}

} // namespace hetgrid::dynamic
