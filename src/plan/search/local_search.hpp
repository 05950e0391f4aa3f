// Iterated local search for shares and arrangement together.
#pragma once

#include "plan/search/progress_meter.hpp"
#include "plan/search/search.hpp"

namespace hetgrid::plan {

/// At least as good as search_heuristically(). Memory linear in the number of processes.
/// \param bound  no W on this grid is larger; becomes that of the solution
/// \param effort  part of the usual number of disturbances
Solution iterated_local_search(std::span<const double> sorted, int p, int q, std::uint64_t seed, double bound,
                               ProgressMeter& meter, double effort = 1);

} // namespace hetgrid::plan
