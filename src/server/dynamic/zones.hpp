// The static partition of the tasks that believed speeds make best.
#pragma once

#include "hetgrid/dynamic.hpp"

namespace hetgrid::dynamic {

/// A worker's own tasks: all of rows x columns x steps.
struct Zone {
  server::Blocks rows, columns, steps;
};

/// Zones that are disjoint and cover all tasks, in proportion to the speeds but for the rounding of their borders.
std::vector<Zone> zones(const Tasks& tasks, std::span<const double> speeds);

} // namespace hetgrid::dynamic
