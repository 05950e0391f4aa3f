// Traces of all ranks on rank 0.
#pragma once

#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "cli/output/trace.hpp"

namespace hetgrid::cli {

/// What every rank did, on rank 0; nothing elsewhere. Collective. Clocks are those of hosts: on each, the first rank's
/// beginning is 0; hosts have left the barrier before the run at about the same time. A simulation has one clock.
/// \param mine times as kernel::now() told them
std::vector<RankTrace> gather_trace(const MpiSession& session, RankTrace mine);

} // namespace hetgrid::cli
