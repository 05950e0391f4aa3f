// Who may share memory, as HETGRID_SHARED_MEMORY says.
#pragma once

namespace hetgrid::schedule {

/// How many processes of a node may share memory; 1: none. \throws ArgumentError if the variable has another value
int sharing_limit();

} // namespace hetgrid::schedule
