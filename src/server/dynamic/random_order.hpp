// Tasks that are left, one after the other at random.
#pragma once

#include "server/dynamic/undone.hpp"

#include <random>

namespace hetgrid::dynamic {

using Random = std::mt19937_64;

/// One of 0 .. n-1. (The standard's distributions differ between libraries.)
inline Index draw(Random& random, Index n) {
  return static_cast<Index>(random() % static_cast<std::uint64_t>(n));
}

/// A list made by its first use, from which tasks that others have been given go when they are met.
class RandomOrder {
public:
  /// Any of those that are left, all with the same probability. \param undone not empty
  Task next(const Undone& undone, Random& random) {
    if (list_.empty())
      fill(undone);
    for (;;) {
      const std::size_t place = at(draw(random, std::ssize(list_)));
      const Task task = task_of(undone.tasks(), list_[place]);
      if (undone.contains(task))
        return task;
      list_[place] = list_.back();
      list_.pop_back();
    }
  }

private:
  static Task task_of(const Tasks& tasks, std::uint32_t number) {
    const Index n = number;
    return {n / tasks.steps / tasks.columns, n / tasks.steps % tasks.columns, n % tasks.steps};
  }
  void fill(const Undone& undone) {
    list_.reserve(at(undone.left()));
    for (std::uint32_t number = 0; number < static_cast<std::uint64_t>(undone.tasks().count()); ++number)
      if (undone.contains(task_of(undone.tasks(), number)))
        list_.push_back(number);
  }

  std::vector<std::uint32_t> list_;
};

} // namespace hetgrid::dynamic
