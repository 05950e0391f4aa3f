// All processes get their workspace, or none goes on.
#pragma once

#include "comm/collectives.hpp"
#include "comm/grid.hpp"
#include "hetgrid/error.hpp"

#include <new>
#include <string>

namespace hetgrid::linalg {

/// Throws on every process if `failure` is not empty on any. Collective over the grid.
/// \throws SystemError
inline void agree_on_success(const comm::Grid& grid, const std::string& failure) {
  std::vector<std::int64_t> failed{!failure.empty()};
  comm::all_reduce(failed, MPI_MAX, grid.all());
  if (failed[0])
    throw SystemError(failure.empty() ? "another process of the grid could not get its workspace" : failure);
}

/// Runs `reserve`, which gets the workspace of `purpose`. Collective over the grid.
/// \throws SystemError, on every process, if it throws std::bad_alloc or SystemError on any
template <typename Reserve>
void reserve_together(const comm::Grid& grid, const std::string& purpose, Reserve&& reserve) {
  std::string failure;
  try {
    reserve();
  } catch (const std::bad_alloc&) {
    failure = "no memory for " + purpose;
  } catch (const SystemError& error) {
    failure = error.what();
  }
  agree_on_success(grid, failure);
}

} // namespace hetgrid::linalg
