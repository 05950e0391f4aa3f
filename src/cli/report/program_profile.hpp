// Profiles that programs have written with HETGRID_PROFILE, of all their processes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/output/trace.hpp"
#include "measure/call_sum.hpp"

namespace hetgrid::cli {

/// Calls of a routine that went the same way, on one process.
struct ProfiledCalls {
  std::string routine;
  measure::Way way = measure::Way::native;
  std::string why; ///< of those that were passed through
  measure::CallSum sum;
};

/// What one process wrote.
struct ProcessProfile {
  int rank = 0, processes = 0;
  std::string host;
  double cycle_time = 1;
  double began = 0;     ///< seconds since 1970
  double seconds = 0;   ///< from the first call to MPI_Finalize
  bool complete = true; ///< events and phases are
  std::vector<ProfiledCalls> calls;
  std::vector<CallTime> events;          ///< seconds since `began`
  std::vector<measure::Interval> phases; ///< likewise
};

struct ProgramProfile {
  int processes = 0;
  std::vector<ProcessProfile> ranks; ///< those that have a file, in order
};

/// The files FILE.0, FILE.1 ... \throws InputError if there is none, one is malformed, or they are of programs with different
/// numbers of processes
/// \param reading  told the name of every file before it is read, and of how many processes the program is, 0: not known yet
ProgramProfile
read_program_profile(const std::string& file,
                     const std::function<void(const std::string& name, int processes)>& reading);
/// One of them. \param name  for messages
ProcessProfile process_profile_from_json(const std::string& text, const std::string& name);

} // namespace hetgrid::cli
