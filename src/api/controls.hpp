// The environment variables that steer hetgrid where a program does not say what it wants.
#pragma once

#include "comm/grid.hpp"
#include "hetgrid/layout.hpp"
#include "hetgrid/server_policies.hpp"

#include <optional>
#include <string>
#include <vector>

namespace hetgrid::api {

/// HETGRID, HETGRID_CYCLE_TIMES, HETGRID_PLATFORM, HETGRID_MIN_N, HETGRID_MEMORY, HETGRID_PARTITION,
/// HETGRID_SERVER_POLICY, HETGRID_SERVER_SPEED_ERROR, HETGRID_SERVER_MEMORY, HETGRID_VERBOSE. They must be the same for all
/// processes of a program.
struct Controls {
  bool on = true;                  ///< HETGRID = on (default), off
  std::vector<double> cycle_times; ///< HETGRID_CYCLE_TIMES = 1,3: by rank in MPI_COMM_WORLD; empty: not given
  std::string platform;            ///< HETGRID_PLATFORM: file of `hetgrid probe`; empty: not given
  std::optional<layout::Index> least_n; ///< HETGRID_MIN_N: order from which on calls are intercepted
  std::string partition =
      "auto"; ///< HETGRID_PARTITION: of intercepted products: auto, grid or the name of a shape
  std::optional<layout::Index> memory; ///< HETGRID_MEMORY = 500M: bytes of each process for intercepted calls
  std::string server_policy = "guided"; ///< HETGRID_SERVER_POLICY: of products with workers
  server::Uncertainty server_speeds;    ///< HETGRID_SERVER_SPEED_ERROR = 0.3, unknown: for the policy auto
  std::optional<layout::Index>
      server_memory; ///< HETGRID_SERVER_MEMORY = 500M: bytes of each worker; 0, empty: a quarter of what is free
  bool verbose = false; ///< HETGRID_VERBOSE = 0 (default), 1
};

/// As they were at the first call. \throws ArgumentError, at every call, if one is malformed
const Controls& controls();

/// With HETGRID_VERBOSE: what HETGRID_TUNING has for a grid, on standard error of its first process. Local.
void tell_tuning(const comm::Grid& grid) noexcept;

} // namespace hetgrid::api
