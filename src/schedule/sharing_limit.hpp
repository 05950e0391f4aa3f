// Who may share memory, as HETGRID_SHARED_MEMORY says.
#pragma once

#include <string>

namespace hetgrid::schedule {

inline constexpr const char* sharing_limits = "on, off or a number of processes from 1 on";

/// How many processes of a node may share memory; 1: none. \throws ArgumentError if the variable has another value
int sharing_limit();

/// The value of the variable that says so.
std::string sharing_limit_text(int limit);

} // namespace hetgrid::schedule
