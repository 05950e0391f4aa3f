// Switches transparent mode on for a test program: every PDGEMM, PDGESV ... of any size is taken, on processes of the
// cycle-times 1, 3, 2, 5, 1, 3 ...
#pragma once

#include <cstdlib>
#include <string>

namespace hetgrid::testing {

/// Before the first call of a ScaLAPACK routine; `processes`: all of MPI_COMM_WORLD.
inline void set_transparent_mode(int processes) {
  std::string cycle_times;
  for (int rank = 0; rank < processes; ++rank)
    cycle_times += (rank > 0 ? "," : "") + std::string(1, "1325"[rank % 4]);
  setenv("HETGRID_CYCLE_TIMES", cycle_times.c_str(), 1);
  setenv("HETGRID_MIN_N", "0", 1);
}

} // namespace hetgrid::testing
