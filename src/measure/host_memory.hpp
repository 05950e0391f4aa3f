// Memory that this process may use.
#pragma once

namespace hetgrid::measure {

/// Bytes of the host's physical memory, or of the smallest limit of the control groups this process is in.
double host_memory();

/// Of these, what nobody uses now, but for caches of files, which give way; and no more than this process's limits leave it.
double free_memory();

} // namespace hetgrid::measure
