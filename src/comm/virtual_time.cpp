// Requests and waits in virtual time.
//
// To SimGrid a test is as expensive as a message, and what a test completes stays for ever in a list that every later
// completion of the process searches: only waits take it out. So where kernels do not compute, messages say themselves
// that they are complete. Nobody reads their data: in place of it SMPI gets, at both ends, the address of an End, and the
// callback that would copy the data marks both. What is marked is completed by a wait that does not block.
#include "comm/virtual_time.hpp"

#include "comm/mpi_check.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <smpi/smpi.h>

namespace hetgrid::comm::virtual_time {
namespace {

/// One end of a message.
struct End {
  bool complete = false;
};

/// The ends of the messages under way, of all processes.
struct Ends {
  std::unordered_map<MPI_Request, std::unique_ptr<End>> of;
  std::unordered_set<const void*> sending;
  std::uint64_t deliveries = 0;

  Ends();
};

Ends& ends() {
  static Ends instance;
  return instance;
}

/// SMPI calls it when a message has arrived.
void deliver(smx_activity_t message, void* data, std::size_t bytes) {
  auto* const communication = reinterpret_cast<simgrid::kernel::activity::CommImpl*>(message); // it is one
  ++ends().deliveries; // also of facts, which a process that computes looks for, too
  if (ends().sending.erase(data) == 0)
    return smpi_comm_copy_buffer_callback(communication, data, bytes);
  static_cast<End*>(data)->complete = true;
  smpi_comm_copy_buffer_callback(communication, data, sizeof(End)); // to the other end
}

Ends::Ends() {
  smpi_comm_set_copy_data_callback(deliver);
}

/// \return nullptr if the message has data, or is empty: then nothing is copied
std::unique_ptr<End> new_end(int bytes, Content content) {
  return kernel::computes() || content == Content::facts || bytes == 0 ? nullptr : std::make_unique<End>();
}

/// \return nullptr if the message has data
End* end_of(MPI_Request request) {
  if (kernel::computes())
    return nullptr;
  const auto found = ends().of.find(request);
  return found == ends().of.end() ? nullptr : found->second.get();
}

/// The message is complete: until then SMPI writes to its end.
void forget(MPI_Request request) {
  if (!kernel::computes())
    ends().of.erase(request);
}

/// What this process knows to be complete and has not told MPI. Every call of MPI asks for the time twice, to measure what
/// is computed between calls, which is a system call: several requests are completed in one.
struct Completed {
  static constexpr std::size_t most = 8;
  std::vector<MPI_Request> requests;
};

/// Completes a message that has been delivered.
void complete(MPI_Request& request) {
  std::vector<MPI_Request>& requests = kernel::process_local<Completed>().requests;
  forget(request);
  requests.push_back(std::exchange(request, MPI_REQUEST_NULL));
  if (requests.size() < Completed::most)
    return;
  HG_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  requests.clear();
}

/// A condition may test a request twice. The others keep their order, in which MPI looks at them.
void erase_duplicates(std::vector<MPI_Request*>& requests) {
  std::vector<MPI_Request*> sorted = requests;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) == sorted.end())
    return;
  std::unordered_set<MPI_Request*> seen;
  std::erase_if(requests, [&](MPI_Request* request) { return !seen.insert(request).second; });
}

} // namespace

MPI_Request start_send(const void* data, int bytes, int to, int tag, MPI_Comm comm, Content content) {
  MPI_Request request = MPI_REQUEST_NULL;
  std::unique_ptr<End> end = new_end(bytes, content);
  if (end)
    ends().sending.insert(end.get());
  HG_MPI(MPI_Isend(end ? end.get() : data, bytes, MPI_BYTE, to, tag, comm, &request));
  if (end)
    ends().of.insert_or_assign(request, std::move(end));
  return request;
}

MPI_Request start_receive(void* data, int bytes, int from, int tag, MPI_Comm comm, Content content) {
  MPI_Request request = MPI_REQUEST_NULL;
  std::unique_ptr<End> end = new_end(bytes, content);
  HG_MPI(MPI_Irecv(end ? end.get() : data, bytes, MPI_BYTE, from, tag, comm, &request));
  if (end)
    ends().of.insert_or_assign(request, std::move(end));
  return request;
}

bool test(MPI_Request& request) {
  if (request == MPI_REQUEST_NULL)
    return true;
  Progress& progress = kernel::process_local<Progress>();
  int done = 0;
  if (const End* const end = end_of(request)) {
    done = end->complete;
    if (done)
      complete(request);
  } else {
    HG_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
  }
  if (done)
    progress.made = true;
  else
    progress.pending.push_back(&request);
  return done != 0;
}

bool test_all(std::span<MPI_Request> requests) {
  bool all = true;
  for (MPI_Request& request : requests)
    all = test(request) && all;
  return all;
}

void test_some(std::vector<MPI_Request>& requests, std::vector<int>& completed, LastTest& last_test) {
  Progress& progress = kernel::process_local<Progress>();
  const LastTest now = kernel::computes() ? LastTest{kernel::virtual_time(), 0, progress.looks}
                                          : LastTest{0, ends().deliveries, progress.looks};
  const LastTest before = std::exchange(last_test, now);
  const bool news = now.time != before.time || now.deliveries != before.deliveries;
  completed.clear();
  if (!news && now.look == before.look)
    return;
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (news ? test(requests[i]) : requests[i] == MPI_REQUEST_NULL)
      completed.push_back(static_cast<int>(i));
    else if (!news)
      progress.pending.push_back(&requests[i]);
}

void wait(MPI_Request request) {
  kernel::settle();
  const MPI_Request begun = request;
  HG_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  forget(begun);
}

void wait_for_pending(Progress& progress) {
  kernel::settle();
  erase_duplicates(progress.pending);
  std::vector<MPI_Request> requests;
  for (MPI_Request* const request : progress.pending)
    requests.push_back(*request);
  int completed = MPI_UNDEFINED;
  HG_MPI(MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &completed, MPI_STATUS_IGNORE));
  if (completed == MPI_UNDEFINED)
    throw SystemError("a process waits for what no message under way can bring");
  MPI_Request& request = *progress.pending[static_cast<std::size_t>(completed)];
  forget(request);
  request = MPI_REQUEST_NULL;
}

} // namespace hetgrid::comm::virtual_time
