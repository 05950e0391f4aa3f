// Non-decreasing arrangements ([Boudet99] 4.2, 7.1).
#pragma once

#include "hetgrid/plan.hpp"

#include <functional>

namespace hetgrid::plan {

/// Number of non-decreasing arrangements of p q distinct cycle-times (Table 4), by the hook formula. A
/// double, since it grows beyond any integer type.
double count_nondecreasing_arrangements(int p, int q);

/// Calls visit for every non-decreasing arrangement of the processes 0 .. p q - 1, taken to be sorted by
/// cycle-time. \param one_of_each_transpose_pair on a square grid, where transposition changes nothing, visit
/// only those with process 1 in the first column
void for_each_nondecreasing_arrangement(int p, int q, const std::function<void(const Arrangement&)>& visit,
                                        bool one_of_each_transpose_pair = false);

} // namespace hetgrid::plan
