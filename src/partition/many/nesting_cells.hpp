// Nestings on N x N cells.
#pragma once

#include "hetgrid/best_partitions.hpp"
#include "partition/many/nesting.hpp"

#include <cstdint>
#include <span>

namespace hetgrid::partition {

/// Ragged: every process has as many cells as asked for, it may share the last line at a cut, or not fill that of a guest.
/// Straight: cuts are whole lines, guests rectangles.
/// \param processes of the partition that stand for those of the nesting \param counts of their cells, with the sum N^2
Partition partition_of(const Nesting& nesting, std::span<const int> processes,
                       std::span<const std::int64_t> counts, std::int64_t cells, Borders borders);

} // namespace hetgrid::partition
