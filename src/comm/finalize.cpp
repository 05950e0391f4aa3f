#include "comm/finalize.hpp"

#include "comm/mpi_check.hpp"

namespace hetgrid::comm {

void call_in_finalize(MPI_Comm_delete_attr_function* end, void* what) {
  int key = MPI_KEYVAL_INVALID; // attributes of MPI_COMM_SELF are deleted first of all by MPI_Finalize
  HG_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &key, nullptr));
  HG_MPI(MPI_Comm_set_attr(MPI_COMM_SELF, key, what));
  HG_MPI(MPI_Comm_free_keyval(&key));
}

} // namespace hetgrid::comm
