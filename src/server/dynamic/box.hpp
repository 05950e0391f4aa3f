// Indices i, j and k of which a worker has the blocks, or is to have them: I x J x K of [Beaumont14] 4.1. It grows by slabs, all
// tasks of an index that is new with the indices of the two other axes that are there.
#pragma once

#include "server/dynamic/ledger.hpp"

namespace hetgrid::dynamic {

enum class Axis { rows, columns, steps };
inline constexpr std::array axes{Axis::rows, Axis::columns, Axis::steps};

Index extent(const Tasks& tasks, Axis axis);

class Box {
public:
  explicit Box(const Tasks& tasks);

  bool empty() const { return members_[0].empty(); }
  bool contains(Axis axis, Index x) const { return sets_[place(axis)].test(0, x); }
  std::span<const Index> members(Axis axis) const { return members_[place(axis)]; }
  std::span<const Word> set(Axis axis) const { return sets_[place(axis)].line(0); }
  void add(Axis axis, Index x);
  void remove_oldest(Axis axis);
  /// Of its three faces, blocks.
  Index faces() const;

private:
  static std::size_t place(Axis axis) { return static_cast<std::size_t>(axis); }

  std::array<std::vector<Index>, 3> members_;
  std::array<BitLines, 3> sets_;
};

/// A slab as lines of tasks: one line for every index of an axis, along the other.
struct SlabAxes {
  Axis lines, along;
};
constexpr SlabAxes slab_axes(Axis axis) {
  return axis == Axis::rows      ? SlabAxes{Axis::steps, Axis::columns}
         : axis == Axis::columns ? SlabAxes{Axis::steps, Axis::rows}
                                 : SlabAxes{Axis::rows, Axis::columns};
}

/// The task of a slab: x on its axis, the others in the order of slab_axes().
constexpr Task slab_task(Axis axis, Index x, Index line, Index along) {
  return axis == Axis::rows      ? Task{x, along, line}
         : axis == Axis::columns ? Task{along, x, line}
                                 : Task{line, along, x};
}

/// What of the line is left.
std::span<const Word> slab_line(const Undone& undone, Axis axis, Index x, Index line);

/// What a worker would do and need for a slab.
struct SlabValue {
  Index tasks = 0;  ///< that are left
  Index blocks = 0; ///< that they need and the worker does not hold
};
SlabValue value(const Ledger& ledger, int worker, const Box& box, Axis axis, Index x);

/// Tasks of the slab that are left. \param x may be in the box
void append_slab(const Undone& undone, const Box& box, Axis axis, Index x, std::vector<Task>& tasks);

} // namespace hetgrid::dynamic
