// Nestings on N x N cells.
#pragma once

#include "hetgrid/partition.hpp"
#include "partition/many/nesting.hpp"

#include <cstdint>
#include <span>

namespace hetgrid::partition {

enum class Borders {
  straight, ///< cuts are whole lines, guests rectangles: the numbers of cells are as near to those asked for as this allows
  ragged ///< every process has as many cells as asked for: it may share the last line at a cut, or not fill that of a guest
};

/// \param processes of the partition that stand for those of the nesting \param counts of their cells, with the sum N^2
Partition partition_of(const Nesting& nesting, std::span<const int> processes,
                       std::span<const std::int64_t> counts, std::int64_t cells, Borders borders);

} // namespace hetgrid::partition
