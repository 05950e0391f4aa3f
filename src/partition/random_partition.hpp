// Where the searches for partitions begin.
#pragma once

#include "hetgrid/partition.hpp"

#include <cstdint>
#include <random>
#include <span>

namespace hetgrid::partition {

/// Draws a cell's owner without replacement: of the `all` cells that are left, left[k] are process k's.
/// \pre all = the sum of left, >= 1
int draw_owner(std::span<std::int64_t> left, std::int64_t all, std::mt19937_64& random);

/// One of the (4.1) partitions of [DeFlumere14] in which each process k has counts[k] cells, all of them equally likely: q_0
/// of 6.3.1. Same seed, same partition, on any machine.
/// \throws ArgumentError on what Partition refuses, or unless the counts are non-negative and their sum is cells^2
Partition random_partition(std::int64_t cells, std::span<const std::int64_t> counts, std::mt19937_64& random);

} // namespace hetgrid::partition
