#include "server/dynamic/undone.hpp"

namespace hetgrid::dynamic {

Shape shape(const Tasks& tasks, Operand operand) {
  switch (operand) {
  case Operand::a:
    return {tasks.rows, tasks.steps};
  case Operand::b:
    return {tasks.steps, tasks.columns};
  case Operand::c:
    break;
  }
  return {tasks.rows, tasks.columns};
}

Undone::Undone(const Tasks& tasks)
    : tasks_(tasks), left_(tasks.count()), columns_(tasks.rows * tasks.steps, tasks.columns),
      rows_(tasks.columns * tasks.steps, tasks.rows) {
  for (Index line = 0; line < tasks.rows * tasks.steps; ++line)
    for (Index j = 0; j < tasks.columns; ++j)
      columns_.set(line, j);
  for (Index line = 0; line < tasks.columns * tasks.steps; ++line)
    for (Index i = 0; i < tasks.rows; ++i)
      rows_.set(line, i);
  for (const Operand operand : {Operand::a, Operand::b, Operand::c}) {
    const auto [rows, columns] = shape(tasks, operand);
    needing_[static_cast<std::size_t>(operand)].assign(
        at(rows * columns), static_cast<std::int32_t>(tasks.count() / (rows * columns)));
  }
}

void Undone::remove(const Task& task) {
  columns_.reset(task.i * tasks_.steps + task.k, task.j);
  rows_.reset(task.j * tasks_.steps + task.k, task.i);
  for (const Block& block : blocks_of(task))
    --needing_[static_cast<std::size_t>(block.operand)][at(number(tasks_, block))];
  --left_;
}

} // namespace hetgrid::dynamic
