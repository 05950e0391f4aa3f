// Partitions that `hetgrid time gemm --partition` runs on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "cli/time/speeds.hpp"
#include "cli/time/timing.hpp"
#include "hetgrid/owner_map.hpp"
#include "hetgrid/parameters.hpp"

namespace hetgrid::cli {

struct TimedPartition {
  std::string name; ///< of its shape, or of its file
  layout::OwnerMap map;
  int lookahead = 0;               ///< of products on it: schedule::Parameters::gemm_lookahead
  std::optional<double> predicted; ///< seconds, on rank 0, where speeds were measured or given as a platform
};

/// Those of the given names, for an algorithm, on as many cells as C has blocks in its larger dimension: "auto" for the shape that is predicted
/// to be fastest, a shape that `hetgrid shape` lists, as in square-corner, or a file of `hetgrid shape --json`. Collective.
/// \throws ArgumentError, on all ranks, for a shape that there is not, or not for these speeds
std::vector<TimedPartition> make_partitions(const MpiSession& session, const Speeds& speeds,
                                            const std::vector<std::string>& names, const Case& one,
                                            const schedule::Parameters& parameters);

} // namespace hetgrid::cli
