// Who may share memory, as HETGRID_SHARED_MEMORY says.
#pragma once

#include <string>
#include <string_view>

namespace hetgrid::schedule {

inline constexpr const char *sharing_variable = "HETGRID_SHARED_MEMORY", *usual_sharing = "on";

/// How many processes of a node may share memory; 1: none. \throws ArgumentError if the variable has another value
int sharing_limit();
/// As a value of the variable says.
int sharing_limit(std::string_view text);

/// The value of the variable that says so.
std::string sharing_limit_text(int limit);

} // namespace hetgrid::schedule
