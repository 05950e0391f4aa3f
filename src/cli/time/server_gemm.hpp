// hetgrid time server-gemm: C = A B, all three on rank 0, the other ranks being workers of bounded memory.
#pragma once

#include "cli/time/served.hpp"

namespace hetgrid::cli {

/// Times every policy on every case, prints a table for each, and writes all to `json` where it is wanted, which is on rank 0.
/// Collective. \param report machine, speeds and timing, no results
/// \throws ArgumentError, on all ranks, if nothing is known of links and memory, or no worker has memory for a block
/// \throws SystemError, on all ranks, if a result is wrong
void time_server_gemm(const MpiSession& session, const TimeReport& report, const ServerOptions& options,
                      const std::vector<Case>& cases, OutputFile* json);

} // namespace hetgrid::cli
