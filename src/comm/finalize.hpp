// What is to be done while MPI still works, before it ends.
#pragma once

#include <mpi.h>

namespace hetgrid::comm {

/// MPI_Finalize calls end(MPI_COMM_SELF, key, what, nullptr) first of all. To be called once for an end. Local.
/// \throws SystemError
void call_in_finalize(MPI_Comm_delete_attr_function* end, void* what);

} // namespace hetgrid::comm
