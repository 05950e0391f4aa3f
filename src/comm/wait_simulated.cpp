// Waits in virtual time.
#include "comm/wait.hpp"

#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"

#include <unordered_set>

namespace hetgrid::comm {

void wait_for_pending(Progress& progress) {
  kernel::settle();
  std::unordered_set<MPI_Request*> seen; // a condition may test a request twice
  std::erase_if(progress.pending, [&](MPI_Request* request) { return !seen.insert(request).second; });
  std::vector<MPI_Request> requests;
  for (MPI_Request* const request : progress.pending)
    requests.push_back(*request);
  int completed = MPI_UNDEFINED;
  HG_MPI(MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &completed, MPI_STATUS_IGNORE));
  if (completed == MPI_UNDEFINED)
    throw SystemError("a process waits for what no message under way can bring");
  *progress.pending[static_cast<std::size_t>(completed)] = MPI_REQUEST_NULL;
}

} // namespace hetgrid::comm
