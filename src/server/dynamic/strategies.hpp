// The strategies, one a file; registry.cpp has their names.
#pragma once

#include "hetgrid/dynamic.hpp"

namespace hetgrid::dynamic {

std::unique_ptr<Strategy> random(const Tasks& tasks, int workers, const Options& options);
std::unique_ptr<Strategy> sorted(const Tasks& tasks, int workers, const Options& options);
std::unique_ptr<Strategy> data_aware(const Tasks& tasks, int workers, const Options& options);
std::unique_ptr<Strategy> two_phases(const Tasks& tasks, int workers, const Options& options);
std::unique_ptr<Strategy> greedy(const Tasks& tasks, int workers, const Options& options);
std::unique_ptr<Strategy> partition(const Tasks& tasks, int workers, const Options& options);
/// Greedy or partition, whichever sends fewer blocks if speeds are as wrong as they may be.
std::unique_ptr<Strategy> by_what_is_known(const Tasks& tasks, int workers, const Options& options);

} // namespace hetgrid::dynamic
