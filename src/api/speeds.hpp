// Speeds of processes for plans that nobody made by hand.
#pragma once

#include "comm/mpi_check.hpp"

#include <string>
#include <vector>

namespace hetgrid::api {

struct Speeds {
  std::vector<double> cycle_times;  ///< by rank in the communicator
  double operations_per_second = 0; ///< of a process with cycle-time 1, dgemm
  std::string origin;               ///< where they come from, to be shown
  bool measured = false;            ///< on the processes as they were: they may change
};

/// Of the processes of `comm`, all of which are in MPI_COMM_WORLD: as HETGRID_CYCLE_TIMES or HETGRID_PLATFORM say, else
/// measured, in at most 0.3 s, which is done once for each set of processes. Measured times that differ by less than
/// such a measurement can tell are equal. Collective; every process gets the same result.
/// \throws ArgumentError, InputError, on every process
Speeds speeds_of(MPI_Comm comm);

/// The next speeds_of for this process measures it anew, if nobody gave its speed. Local.
void forget_measured_speed() noexcept;

} // namespace hetgrid::api
