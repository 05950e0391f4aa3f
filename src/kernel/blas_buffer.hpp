// Memory that the BLAS takes for itself.
#pragma once

namespace hetgrid::kernel {

/// OpenBLAS takes a buffer of its own at the first product that is not small, keeps it, and tries for ever if it gets none.
/// Makes it take one now, before anybody waits for this process; once, later calls do nothing. Local.
/// \throws std::bad_alloc if this process has no addresses for it
void take_blas_buffer();

} // namespace hetgrid::kernel
