// What hetgrid time says of operations on matrices that rank 0 has: a row for every policy.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/mpi/mpi_session.hpp"
#include "cli/output/output_file.hpp"
#include "cli/time/report.hpp"
#include "hetgrid/server.hpp"

namespace hetgrid::cli {

struct ServerOptions {
  std::vector<std::string> policies{"auto"}; ///< auto: the one that is predicted to be the fastest
  std::string memory;                        ///< of the workers, "2G,1G"; empty: that of the platform
  std::string speed_error = "0";             ///< how wrong speeds may be
  bool computes = false;                     ///< rank 0 is a worker, too
};

/// The ranks as the server, rank 0, sees them. \throws ArgumentError if nothing is known of links and memory
server::Star served_star(const std::string& operation, const Speeds& speeds, const ServerOptions& options,
                         const server::Product& product);

/// One of the measurements of a case.
struct ServedRun {
  std::string policy;
  double predicted_seconds = 0, predicted_bytes = 0;
  double bytes = 0; ///< over links, of the last run
};

/// Results of a case, on rank 0.
struct ServedCase {
  CaseResult result;
  std::vector<ServedRun> runs; ///< as many as result.measurements
};

/// \param title  operation, sizes, workers
void print_served(const TimeReport& report, const std::string& title, const ServedCase& served);

/// "2 workers, the server computes, too"
std::string workers_of(const server::Star& star);

/// \param sizes  as in {{"m", 100}} \return an object, its "measurements" in the order of the runs
nlohmann::ordered_json served_json(const std::string& operation, const nlohmann::ordered_json& sizes,
                                   std::size_t workers, const ServedCase& served);

/// Writes the results of all cases where they are wanted. Collective. \throws SystemError, on all ranks, if one is wrong
void finish_served(const MpiSession& session, const nlohmann::ordered_json& results, bool right,
                   OutputFile* json);

} // namespace hetgrid::cli
