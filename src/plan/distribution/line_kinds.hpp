// Rows (columns) of a panel that have the same owners, block by block, are of one kind. A panel of rectangles has few
// kinds, however many blocks: what is counted by kinds costs no more for a large panel than for a small one.
#pragma once

#include "hetgrid/distribution.hpp"

#include <cstdint>
#include <vector>

namespace hetgrid::plan {

struct LineKinds {
  std::vector<int> row, column; ///< kind of each row and column of the panel, numbered as they come
  int rows = 0, columns = 0;    ///< kinds
  std::vector<int> owner;       ///< of the blocks of a kind of row and one of column, row-major

  explicit LineKinds(const Distribution& distribution);

  int owner_of(int row_kind, int column_kind) const {
    return owner[static_cast<std::size_t>(row_kind) * static_cast<std::size_t>(columns) +
                 static_cast<std::size_t>(column_kind)];
  }
};

/// How many lines of each kind a matrix of so many blocks has. \param kind of each line of the panel
std::vector<double> lines_of_kinds(const std::vector<int>& kind, int kinds, std::int64_t blocks);

} // namespace hetgrid::plan
