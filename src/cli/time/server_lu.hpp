// hetgrid time server-lu: A = P L U, A on rank 0, the other ranks being workers of bounded memory.
#pragma once

#include "cli/time/served.hpp"

namespace hetgrid::cli {

/// As time_server_gemm.
void time_server_lu(const MpiSession& session, const TimeReport& report, const ServerOptions& options,
                    const std::vector<Case>& cases, OutputFile* json);

} // namespace hetgrid::cli
