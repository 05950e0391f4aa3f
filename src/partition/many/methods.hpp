// Partitions among any number of processes with a small volume of communication, one method a file. Speeds are in the order of
// the processes; only their ratios matter. \throws ArgumentError, all of them, as cells_in_proportion() does.
#pragma once

#include "hetgrid/best_partitions.hpp"
#include "partition/many/nesting_search.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hetgrid::partition {

/// A column for each process: the traditional partition, [DeFlumere14] 2.2.1.
Partition one_dimensional(std::span<const double> speeds, std::int64_t cells, Borders borders);

/// plan::column_based_partition(), [DeFlumere14] 2.2.2.
Partition column_based(std::span<const double> speeds, std::int64_t cells, Borders borders);

/// plan::two_step_distribution() on a p x q grid of all processes: [Lastovetsky04] sections 4 and 6 with one generalised block
/// for the whole matrix. VoC / N^2 = p + q - 2. \throws ArgumentError unless p q is the number of processes
Partition grid_based(std::span<const double> speeds, std::int64_t cells, int p, int q, Borders borders);

/// Rectangles by nested cuts, and squares within them if guests are allowed. The best such partition of up to
/// most_for_exact_nesting processes (before its lines are rounded to cells).
Partition nested(std::span<const double> speeds, std::int64_t cells, Guests guests, Borders borders,
                 std::uint64_t seed = 1);

/// The nesting of nested(), which other speeds of the same processes may have, too.
struct FoundNesting {
  std::vector<int> processes; ///< by non-increasing speed
  Nesting nesting;            ///< of their places in this order
};
FoundNesting find_nesting(std::span<const double> speeds, std::int64_t cells, Guests guests,
                          std::uint64_t seed = 1);
/// The partition with this nesting and the areas that the speeds ask for.
Partition nested(const FoundNesting& found, std::span<const double> speeds, std::int64_t cells,
                 Borders borders);

/// A square for each process but the fastest, which has the rest: Square Corner of [DeFlumere14] for any number of processes.
/// \return none if the squares do not fit into the matrix beside each other
std::optional<Partition> separate_squares(std::span<const double> speeds, std::int64_t cells,
                                          Borders borders);

} // namespace hetgrid::partition
