// Variables of the environment that count for several processes.
#pragma once

#include "comm/collectives.hpp"

#include <cstdlib>
#include <mpi.h>
#include <string>

namespace hetgrid::comm {

/// The value that the first process of `comm` has, or `otherwise`: launchers may hand variables on to their own host alone.
/// Collective.
inline std::string variable_of_first(MPI_Comm comm, const char* variable, const char* otherwise = "") {
  const char* const value = std::getenv(variable);
  std::string text = value ? value : otherwise;
  broadcast(text, 0, comm);
  return text;
}

} // namespace hetgrid::comm
