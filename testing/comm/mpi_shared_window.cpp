// Memory shared by the processes of a node: whole, zero and on a cache line, whatever MPI's own windows are like and however
// many signals come; without it messages do the same.
// ranks: 2 4
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/panel_stream.hpp"
#include "comm/shared_window.hpp"

#include <csignal>
#include <cstdint>
#include <cstring>
#include <sys/resource.h>
#include <sys/time.h>

namespace {

using namespace hetgrid;
using hetgrid::testing::mpi_rank, hetgrid::testing::mpi_size, hetgrid::testing::on_rank;

bool moved = false;

/// RLIMIT_FSIZE of this process as long as it lives.
class FileLimit {
public:
  explicit FileLimit(std::size_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

private:
  rlimit before_{};
};

/// Panels of `bytes` from every member in turn; true if all members see the right ones.
bool broadcasts(comm::PanelStream& stream, std::size_t bytes) {
  bool right = true;
  for (int owner = 0; owner < mpi_size(); ++owner) {
    const comm::PanelStream::Piece piece{owner, 0, bytes};
    comm::wait_until([&] { return stream.can_open(); });
    const auto ticket = stream.open({&piece, 1});
    if (owner == mpi_rank())
      std::memset(stream.panel(ticket), owner + 1, bytes);
    stream.publish(ticket);
    comm::wait_until([&] { return stream.ready(ticket); });
    for (std::size_t k = 0; k < bytes; k += 997)
      right = right && static_cast<int>(stream.panel(ticket)[k]) == owner + 1;
    stream.release(ticket);
  }
  comm::wait_until([&] { return stream.drained(); });
  return right;
}

} // namespace

/// As Open MPI 4 does it: memory that begins at 8 mod 64. hetgrid's windows are its own.
extern "C" int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* base,
                                       MPI_Win* window) {
  moved = true;
  const int result = PMPI_Win_allocate_shared(bytes + 128, unit, info, comm, base, window);
  auto& address = *static_cast<std::byte**>(base);
  address += 64 - reinterpret_cast<std::uintptr_t>(address) % 64 + 8;
  return result;
}

BOOST_AUTO_TEST_CASE(windows_are_zero_and_shared) {
  BOOST_TEST_CONTEXT(on_rank()) {
    const comm::NodeGroups groups(MPI_COMM_WORLD);
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, std::size_t{3} << 20}) {
      const comm::SharedWindow window(groups, bytes);
      BOOST_REQUIRE(!window.empty());
      BOOST_TEST(reinterpret_cast<std::uintptr_t>(window.data()) % 64 == 0);
      BOOST_TEST(static_cast<int>(window.data()[bytes - 1]) == 0);
      comm::barrier(MPI_COMM_WORLD);
      if (groups.node_rank() == groups.node_size() - 1)
        window.data()[bytes - 1] = std::byte{7};
      comm::barrier(MPI_COMM_WORLD);
      BOOST_TEST(static_cast<int>(window.data()[bytes - 1]) == 7);
    }
    BOOST_TEST(!moved);
  }
}

BOOST_AUTO_TEST_CASE(a_window_that_one_cannot_have_nobody_has) {
  std::signal(SIGXFSZ, SIG_IGN); // a limit that is not respected shows as a failure, not as a signal
  const comm::NodeGroups groups(MPI_COMM_WORLD);
  for (int victim = 0; victim < mpi_size(); ++victim)
    BOOST_TEST_CONTEXT(on_rank() << ", limit on " << victim) {
      comm::PanelStream stream(groups);
      {
        const FileLimit limit(mpi_rank() == victim ? 4096 : RLIM_INFINITY);
        const comm::SharedWindow window(groups, std::size_t{1} << 20);
        BOOST_TEST(window.empty() == (groups.node_size() > 1));
        stream.reserve(200'000);
      }
      BOOST_TEST(stream.spans_nodes()); // by messages
      BOOST_TEST(broadcasts(stream, 200'000));
      stream.reserve(1'500'000);
      BOOST_TEST(broadcasts(stream, 1'500'000));
    }
}

BOOST_AUTO_TEST_CASE(signals_do_not_take_it_away) {
  const comm::NodeGroups groups(MPI_COMM_WORLD);
  struct sigaction ignoring {
  }, before{};
  ignoring.sa_handler = [](int) {};
  ignoring.sa_flags = SA_RESTART;
  BOOST_REQUIRE(sigaction(SIGALRM, &ignoring, &before) == 0);
  const itimerval often{{0, 1000}, {0, 1000}}, never{};
  BOOST_REQUIRE(setitimer(ITIMER_REAL, &often, nullptr) == 0);
  {
    const comm::SharedWindow window(groups, std::size_t{128} << 20);
    BOOST_TEST(!window.empty(), on_rank());
  }
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
}
