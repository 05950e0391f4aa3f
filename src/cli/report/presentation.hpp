// What `hetgrid report` has to say, on the screen, as a page, as data and as a trace.
#pragma once

#include <string>

#include "cli/report/program_profile.hpp"

namespace hetgrid::cli {

/// A table of the routines.
std::string profile_text(const ProgramProfile& profile);

/// One self-contained HTML page: the table, and for every routine what each process did.
std::string profile_page(const ProgramProfile& profile);

std::string profile_json(const ProgramProfile& profile);

/// Trace events as Perfetto reads them: a thread for each process, calls with their phases.
std::string profile_trace(const ProgramProfile& profile);

} // namespace hetgrid::cli
