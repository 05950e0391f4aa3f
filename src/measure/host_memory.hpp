// Memory that this process may use.
#pragma once

namespace hetgrid::measure {

/// Bytes of the host's physical memory, or of the smallest limit of the control groups this process is in.
double host_memory();

} // namespace hetgrid::measure
