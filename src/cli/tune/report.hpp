// What `hetgrid tune` says: a table on standard output and JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/mpi/machine.hpp"
#include "cli/time/speeds.hpp"
#include "cli/tune/search.hpp"
#include "plan/tuning.hpp"

namespace hetgrid::cli {

/// A case that was tuned.
struct TuneResult {
  plan::TunedCase tuned;
  std::string start; ///< the parameters in force without tuning
  SearchResult search;
};

void print_tune_header(const Machine& machine, const Speeds& speeds);
void print_tune_result(const TuneResult& result);
std::string tune_report_to_json(const Machine& machine, const Speeds& speeds,
                                const std::vector<TuneResult>& results);

} // namespace hetgrid::cli
