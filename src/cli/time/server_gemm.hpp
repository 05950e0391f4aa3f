// hetgrid time server-gemm: C = A B, all three on rank 0, the other ranks being workers of bounded memory.
#pragma once

#include <string>
#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "cli/output/output_file.hpp"
#include "cli/time/report.hpp"

namespace hetgrid::cli {

struct ServerOptions {
  std::vector<std::string> policies{"auto"}; ///< auto: the one that is predicted to be the fastest
  std::string memory;                        ///< of the workers, "2G,1G"; empty: that of the platform
  bool computes = false;                     ///< rank 0 is a worker, too
};

/// The ranks as the server, rank 0, sees them. \throws ArgumentError if nothing is known of links and memory
plan::Platform server_platform(const std::string& operation, const Speeds& speeds,
                               const ServerOptions& options);

/// Times every policy on every case, prints a table for each, and writes all to `json` where it is wanted, which is on rank 0.
/// Collective. \param report machine, speeds and timing, no results
/// \throws ArgumentError, on all ranks, if nothing is known of links and memory, or no worker has memory for a block
/// \throws SystemError, on all ranks, if a result is wrong
void time_server_gemm(const MpiSession& session, const TimeReport& report, const ServerOptions& options,
                      const std::vector<Case>& cases, OutputFile* json);

} // namespace hetgrid::cli
