// Requests and waits in virtual time.
//
// To SimGrid a test is as expensive as a message, and what a test completes stays for ever in a list that every later
// completion of the process searches: only waits take it out. So messages say themselves that they are complete. In place of
// their data SMPI gets, at both ends, the address of an End, and the callback that would copy the data marks both. What is
// marked is completed by a wait that does not block. Data that somebody reads goes along as a copy, made by the sender in its
// own address space and unpacked by the receiver in its own. SMPI must not copy what it sends (smpi/send-is-detached-thresh:0).
#include "comm/virtual_time.hpp"

#include "comm/mpi_check.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <smpi/smpi.h>

namespace hetgrid::comm::virtual_time {
namespace {

/// What a message brings.
struct Delivery {
  bool complete = false;
  std::byte* data = nullptr; ///< where it is read
  std::size_t bytes = 0;
};

/// One end of a message. A receiver's has a target, and what was delivered; a sender's, what is to be.
struct End {
  Delivery delivery;
  void* target = nullptr;

  End() = default;
  ~End() { delete[] delivery.data; }
  End(const End&) = delete;

  void pack(const void* data, std::size_t bytes) {
    delivery.data = new std::byte[bytes];
    delivery.bytes = bytes;
    std::memcpy(delivery.data, data, bytes);
  }
  void unpack() const {
    if (target != nullptr && delivery.data != nullptr)
      std::memcpy(target, delivery.data, delivery.bytes);
  }
};

/// The ends of the messages under way, of all processes.
struct Ends {
  std::unordered_map<MPI_Request, std::unique_ptr<End>> of;
  std::unordered_set<const void*> sending;
  std::uint64_t deliveries = 0;

  Ends();
};

/// Of all processes, each of which has variables of its own if SMPI has privatized them; what SMPI was told to call is that of the
/// first.
Ends& ends() {
  static Ends& instance = []() -> Ends& {
    simgrid::s4u::Host* const host = simgrid::s4u::Engine::get_instance()->get_all_hosts().front();
    if (host->get_data<Ends>() == nullptr)
      host->set_data(new Ends);
    return *host->get_data<Ends>();
  }();
  return instance;
}

/// SMPI calls it when a message has arrived.
void deliver(smx_activity_t message, void* data, std::size_t bytes) {
  auto* const communication = reinterpret_cast<simgrid::kernel::activity::CommImpl*>(message); // it is one
  ++ends().deliveries; // also of facts, which a process that computes looks for, too
  if (ends().sending.erase(data) == 0)
    return smpi_comm_copy_buffer_callback(communication, data, bytes);
  Delivery& delivery = *static_cast<Delivery*>(data);
  delivery.complete = true;
  smpi_comm_copy_buffer_callback(communication, &delivery, sizeof delivery);
  delivery.data = nullptr; // it is the other end's from now on
}

Ends::Ends() {
  smpi_comm_set_copy_data_callback(deliver);
}

bool is_read(Content content) {
  return kernel::computes() || content == Content::facts;
}

/// \return nullptr if the message is empty: then nothing is copied
std::unique_ptr<End> new_end(int bytes) {
  return bytes == 0 ? nullptr : std::make_unique<End>();
}

/// \return nullptr if the message is empty
End* end_of(MPI_Request request) {
  const auto found = ends().of.find(request);
  return found == ends().of.end() ? nullptr : found->second.get();
}

/// The message is complete: until then SMPI writes to its end.
void forget(MPI_Request request) {
  const auto found = ends().of.find(request);
  if (found == ends().of.end())
    return;
  found->second->unpack();
  ends().of.erase(found);
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
  std::unique_ptr<End> end = new_end(bytes);
  if (end) {
    if (is_read(content))
      end->pack(data, static_cast<std::size_t>(bytes));
    ends().sending.insert(&end->delivery);
  }
  HG_MPI(MPI_Isend(end ? &end->delivery : data, bytes, MPI_BYTE, to, tag, comm, &request));
  if (end)
    ends().of.insert_or_assign(request, std::move(end));
  return request;
}

MPI_Request start_receive(void* data, int bytes, int from, int tag, MPI_Comm comm, Content content) {
  MPI_Request request = MPI_REQUEST_NULL;
  std::unique_ptr<End> end = new_end(bytes);
  if (end && is_read(content))
    end->target = data;
  HG_MPI(MPI_Irecv(end ? &end->delivery : data, bytes, MPI_BYTE, from, tag, comm, &request));
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
    done = end->delivery.complete;
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
