// Order of the blocks in a panel.
#pragma once

#include "plan/objective.hpp"

#include <span>
#include <vector>

namespace hetgrid::plan {

/// The dynamic-programming order of [Boudet99] 2.3.2 (Table 1): order[s] is the process that the allocation
/// of s + 1 chunks adds to that of s chunks so that max_i c_i t_i / sum c_i grows least. Ties go to the
/// lowest index. \param counts chunks each process gets in all
std::vector<int> dynamic_programming_order(std::span<const double> cycle_times, std::span<const int> counts);

/// For LU and QR, where the matrix shrinks from the left (Table 2): the dynamic-programming order reversed,
/// so that whatever remains of a panel is balanced. Equal processes come in their own order.
std::vector<int> factorization_order(std::span<const double> cycle_times, std::span<const int> counts);

/// For products, where all blocks are updated at every step and any order balances: owners spread evenly.
std::vector<int> spread_order(std::span<const int> counts);

/// [Boudet99] 3.2.2: the processes of grid column j, with n_i block rows each, work like one of cycle-time
/// 1 / sum_i (n_i / t_ij). One value per grid column.
std::vector<double> equivalent_column_times(const TimeMatrix& t, std::span<const int> row_counts);
/// The same for the grid rows.
std::vector<double> equivalent_row_times(const TimeMatrix& t, std::span<const int> column_counts);

} // namespace hetgrid::plan
