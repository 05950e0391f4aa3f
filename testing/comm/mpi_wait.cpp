// comm::wait_until lets MPI move messages whatever it waits for: a process that has received all it wants may still owe the
// senders their acknowledgement, and a core in user space sends it only when the process calls MPI.
// ranks: 2 4
// cores: 1
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/shared_window.hpp"
#include "comm/wait.hpp"

#include <atomic>
#include <new>

namespace {

using namespace hetgrid;
using hetgrid::testing::mpi_rank, hetgrid::testing::mpi_size, hetgrid::testing::on_rank;
using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds patience(20);

void sleep_outside_mpi() {
  const timespec absence{0, 100'000'000};
  nanosleep(&absence, nullptr);
}

/// Rank 0 sends `large` messages that need an acknowledgement to each of the others and is out of MPI while they take
/// them; `small` messages of each fill the queue in which the acknowledgements should arrive. The others then wait for
/// a flag in shared memory, which rank 0 sets when all is sent. Returns whether my messages were complete by then.
bool are_complete(std::atomic<int>& flag, int large, int small) {
  constexpr std::size_t large_bytes = 12'032, small_bytes = 64;
  const auto count = [](int messages) { return static_cast<std::size_t>(messages * (mpi_size() - 1)); };
  std::vector<std::byte> large_data(count(large) * large_bytes), small_data(count(small) * small_bytes);
  std::vector<MPI_Request> requests;
  for (int peer = 0; peer < mpi_size(); ++peer) {
    if ((mpi_rank() == 0) == (peer == 0))
      continue; // between rank 0 and the others
    const auto place = mpi_rank() == 0 ? static_cast<std::size_t>(peer - 1) : 0;
    const auto each = [&](std::vector<std::byte>& data, std::size_t bytes, int messages, bool send) {
      for (int k = 0; k < messages; ++k) {
        std::byte* const at =
            &data[(place * static_cast<std::size_t>(messages) + static_cast<std::size_t>(k)) * bytes];
        requests.push_back(
            send ? comm::start_send(at, static_cast<int>(bytes), peer, 0, MPI_COMM_WORLD, {})
                 : comm::start_receive(at, static_cast<int>(bytes), peer, 0, MPI_COMM_WORLD, {}));
      }
    };
    each(small_data, small_bytes, small, mpi_rank() != 0);
    each(large_data, large_bytes, large, mpi_rank() == 0);
  }
  if (mpi_rank() == 0)
    sleep_outside_mpi();
  const auto start = Clock::now();
  bool complete = false;
  comm::wait_until([&] {
    complete = comm::test_all(requests);
    return complete || Clock::now() - start > patience;
  });
  if (mpi_rank() == 0)
    flag = 1;
  comm::wait_until([&] { return flag != 0; });
  comm::barrier(MPI_COMM_WORLD);
  comm::wait_until([&] { return comm::test_all(requests); });
  return complete;
}

} // namespace

BOOST_AUTO_TEST_CASE(who_waits_for_memory_acknowledges_messages) {
  const comm::NodeGroups groups(MPI_COMM_WORLD);
  BOOST_REQUIRE(groups.node_size() == mpi_size());
  const comm::SharedWindow window(groups, sizeof(std::atomic<int>));
  auto& flag = *std::launder(reinterpret_cast<std::atomic<int>*>(window.data()));
  for (const int large : {10, 40, 60})
    for (const int small : {0, 20, 50, 60, 63, 80}) {
      BOOST_TEST(are_complete(flag, large, small), on_rank()
                                                       << ": " << large << " and " << small << " messages");
      flag = 0;
      comm::barrier(MPI_COMM_WORLD);
    }
}
