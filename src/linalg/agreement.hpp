// All processes of a grid get their workspace, or none goes on.
#pragma once

#include "comm/agreement.hpp"
#include "comm/grid.hpp"
#include "linalg/profile.hpp"

namespace hetgrid::linalg {

/// comm::agree_on_success over the grid.
inline void agree_on_success(const comm::Grid& grid, const std::string& failure) {
  const Phase phase(&Profile::idle);
  comm::agree_on_success(grid.all(), failure);
}

/// comm::reserve_together over the grid.
template <typename Reserve>
void reserve_together(const comm::Grid& grid, const std::string& purpose, Reserve&& reserve) {
  const Phase phase(&Profile::idle);
  comm::reserve_together(grid.all(), purpose, reserve);
}

} // namespace hetgrid::linalg
