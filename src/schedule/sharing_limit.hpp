// Who may share memory, as HETGRID_SHARED_MEMORY says.
#pragma once

#include <string>

namespace hetgrid::schedule {

/// How many processes of a node may share memory; 1: none. \throws ArgumentError if the variable has another value
int sharing_limit();

/// The value of the variable that says so.
std::string sharing_limit_text(int limit);

} // namespace hetgrid::schedule
