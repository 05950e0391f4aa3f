// Random partitions of a panel.
#pragma once

#include "hetgrid/owner_map.hpp"
#include "testing/support/random_grid.hpp"

#include <utility>
#include <vector>

namespace hetgrid::testing {

using layout::Index;

/// Cuts a rectangle at random, again and again; the pieces get random owners.
inline void cut_at_random(Random& random, const layout::Rectangle& r, int nprocs,
                          std::vector<layout::Rectangle>& pieces) {
  const bool by_rows = uniform_int(random, 0, 1) == 0;
  const Index extent = by_rows ? r.rows : r.columns;
  if (extent == 1 || uniform_int(random, 0, 4) == 0) {
    pieces.push_back(r);
    pieces.back().owner = uniform_int(random, 0, nprocs - 1);
    return;
  }
  const Index first = uniform_int(random, 1, static_cast<int>(extent) - 1);
  layout::Rectangle a = r, b = r;
  (by_rows ? a.rows : a.columns) = first;
  (by_rows ? b.row : b.column) += first;
  (by_rows ? b.rows : b.columns) -= first;
  cut_at_random(random, a, nprocs, pieces);
  cut_at_random(random, b, nprocs, pieces);
}

inline layout::OwnerMap random_owner_map(Random& random, int nprocs, int largest_panel) {
  const Index rows = uniform_int(random, 1, largest_panel), columns = uniform_int(random, 1, largest_panel);
  std::vector<layout::Rectangle> pieces;
  cut_at_random(random, {0, 0, rows, columns, 0}, nprocs, pieces);
  return {nprocs, rows, columns, std::move(pieces)};
}

} // namespace hetgrid::testing
