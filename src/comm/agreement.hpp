// All processes get their memory, or none goes on.
#pragma once

#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"

#include <new>
#include <string>
#include <vector>

namespace hetgrid::comm {

/// Throws on every process if `failure` is not empty on any. Collective over `comm`.
/// \throws SystemError
inline void agree_on_success(MPI_Comm comm, const std::string& failure) {
  std::vector<std::int64_t> failed{!failure.empty()};
  all_reduce(failed, MPI_MAX, comm);
  if (failed[0])
    throw SystemError(failure.empty() ? "another process of the grid could not get its workspace" : failure);
}

/// Runs `reserve`, which gets the memory of `purpose`. Collective over `comm`.
/// \throws SystemError, on every process, if it throws std::bad_alloc or SystemError on any
template <typename Reserve>
void reserve_together(MPI_Comm comm, const std::string& purpose, Reserve&& reserve) {
  std::string failure;
  try {
    reserve();
  } catch (const std::bad_alloc&) {
    failure = "no memory for " + purpose;
  } catch (const SystemError& error) {
    failure = error.what();
  }
  agree_on_success(comm, failure);
}

} // namespace hetgrid::comm
