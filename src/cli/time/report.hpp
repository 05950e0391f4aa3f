// What `hetgrid time` says: a table on standard output and JSON.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/mpi/machine.hpp"
#include "cli/time/speeds.hpp"
#include "cli/time/timing.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// The model's times of hetgrid's own routine, seconds; none if `routine` is empty.
struct Predicted {
  std::string routine;
  double uniform = 0, uneven = 0;
  std::map<std::string, double> partitions; ///< by name
  /// Of partitions that have another one than products have on their own: schedule::Parameters::gemm_lookahead.
  std::map<std::string, int> lookahead;

  std::optional<double> seconds(const Measurement& measured) const;
};

struct PlannedResult {
  CaseResult result;
  plan::Plan plan;
  Predicted predicted;
};

struct TimeReport {
  Machine machine;
  Speeds speeds;
  TimingOptions timing;
  std::vector<PlannedResult> results;
};

/// What all ranks can do together after each change of speeds, to follow what they can do before: ", 60 GF/s from 2.5 s on", or nothing.
std::string changed_speeds(const CaseResult& result);
/// The same for JSON: seconds, and rates in GF/s; empty if speeds do not change.
nlohmann::ordered_json changes_json(const CaseResult& result);
/// Machine and cycle-times.
void print_header(const TimeReport& report);
/// The table of one case.
void print_result(const TimeReport& report, const PlannedResult& planned);
/// The runs of hetgrid's routines that were traced.
std::vector<RunTrace> run_traces(const TimeReport& report);
/// All results are right.
bool passed(const TimeReport& report);
/// null if it was not checked; always finite.
nlohmann::ordered_json to_json(const ScaledError& error);

/// Everything, every single run included; rates in GF/s, times in seconds.
std::string to_json(const TimeReport& report);

} // namespace hetgrid::cli
