// The tasks that nobody has been given.
#pragma once

#include "server/dynamic/bit_lines.hpp"

#include <array>

namespace hetgrid::dynamic {

/// Blocks of an operand: rows x columns.
struct Shape {
  Index rows, columns;
};
Shape shape(const Tasks& tasks, Operand operand);

inline std::size_t at(Index k) {
  return static_cast<std::size_t>(k);
}

/// Where a block is among those of its operand.
inline Index number(const Tasks& tasks, const Block& block) {
  return block.row * shape(tasks, block.operand).columns + block.column;
}

/// C(i, j) += A(i, k) B(k, j).
inline std::array<Block, 3> blocks_of(const Task& task) {
  return {Block{Operand::a, task.i, task.k}, {Operand::b, task.k, task.j}, {Operand::c, task.i, task.j}};
}

/// Two sets of lines, along columns and along rows, so that either is intersected with a set of indices word by word.
class Undone {
public:
  explicit Undone(const Tasks& tasks);

  const Tasks& tasks() const { return tasks_; }
  Index left() const { return left_; }
  bool contains(const Task& task) const { return columns_.test(task.i * tasks_.steps + task.k, task.j); }
  void remove(const Task& task);
  /// j of all T(i, j, k)
  std::span<const Word> columns(Index i, Index k) const { return columns_.line(i * tasks_.steps + k); }
  /// i of all T(i, j, k)
  std::span<const Word> rows(Index j, Index k) const { return rows_.line(j * tasks_.steps + k); }
  /// How many of them need a block.
  Index needing(const Block& block) const {
    return needing_[static_cast<std::size_t>(block.operand)][at(number(tasks_, block))];
  }

private:
  Tasks tasks_;
  Index left_;
  BitLines columns_, rows_;
  std::array<std::vector<std::int32_t>, 3> needing_; ///< by operand
};

} // namespace hetgrid::dynamic
