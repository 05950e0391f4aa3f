// Tests of nonblocking requests, and what a wait learns from them.
//
// In virtual time polling would never end, since no time passes meanwhile. There a wait blocks in MPI on the requests
// that were tested in vain (wait.hpp), so that all tests have to go through here.
#pragma once

#include "comm/mpi_check.hpp"
#include "kernel/execution.hpp"
#include "kernel/process_local.hpp"

#include <span>
#include <utility>
#include <vector>

namespace hetgrid::comm {

#ifdef HETGRID_SIMULATED

/// What has happened since a wait last looked at its condition.
struct Progress {
  bool made = false;                 ///< something that the condition may depend on
  std::vector<MPI_Request*> pending; ///< requests tested in vain
};

/// A request was started or completed, a panel published, opened or released, on this process.
inline void note_progress() {
  kernel::process_local<Progress>().made = true;
}

/// Blocks until one of the requests that were tested in vain is complete. \throws SystemError if there are none
void wait_for_pending(Progress& progress);

/// When a set of requests was tested. A test is expensive, and vain before time has passed: then only a wait can find out.
class LastTest {
public:
  /// Was the call before at the same moment?
  bool repeated() {
    const double time = kernel::virtual_time();
    return time == std::exchange(time_, time);
  }

private:
  double time_ = -1;
};

#else

inline void note_progress() {}

struct LastTest {};

#endif

/// True if the request is complete; it is MPI_REQUEST_NULL then. Does not block.
inline bool test(MPI_Request& request) {
#ifdef HETGRID_SIMULATED
  Progress& progress = kernel::process_local<Progress>();
  if (request == MPI_REQUEST_NULL)
    return true;
#endif
  int done = 0;
  HG_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
#ifdef HETGRID_SIMULATED
  if (done)
    progress.made = true;
  else
    progress.pending.push_back(&request);
#endif
  return done != 0;
}

/// True if all are complete.
inline bool test_all(std::span<MPI_Request> requests) {
#ifdef HETGRID_SIMULATED
  bool all = true;
  for (MPI_Request& request : requests)
    all = test(request) && all;
  return all;
#else
  int done = 0;
  HG_MPI(MPI_Testall(checked_count(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
  return done != 0;
#endif
}

/// Indices of those that are complete, in `completed`; these requests are MPI_REQUEST_NULL then.
/// \param last_test  of the same set
inline void test_some(std::vector<MPI_Request>& requests, std::vector<int>& completed,
                      [[maybe_unused]] LastTest& last_test) {
#ifdef HETGRID_SIMULATED
  const bool look = !last_test.repeated();
  Progress& progress = kernel::process_local<Progress>();
  completed.clear();
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (look ? test(requests[i]) : requests[i] == MPI_REQUEST_NULL)
      completed.push_back(static_cast<int>(i));
    else if (!look)
      progress.pending.push_back(&requests[i]);
#else
  int count = 0;
  completed.resize(requests.size());
  HG_MPI(MPI_Testsome(checked_count(requests.size()), requests.data(), &count, completed.data(),
                      MPI_STATUSES_IGNORE));
  completed.resize(count > 0 ? static_cast<std::size_t>(count) : 0); // MPI_UNDEFINED: no active request
#endif
}

} // namespace hetgrid::comm
