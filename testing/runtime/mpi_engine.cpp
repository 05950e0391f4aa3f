// runtime::Engine: the most urgent activity comes first, and first again after each piece of work; one that holds the
// process keeps less urgent ones away and every wait waiting; channels move in every wait. ranks: 1 2 3
#include "testing/support/mpi_test.hpp"

#include "comm/channels.hpp"
#include "runtime/engine.hpp"

#include <string>
#include <vector>

namespace {

using namespace hetgrid;
using runtime::Engine;
using runtime::Outcome;

/// An activity that has `count` pieces of work and notes its name for each.
Engine::Activity works(char name, int count, std::string& log) {
  return [name, count, &log]() mutable {
    if (count == 0)
      return Outcome::nothing;
    --count;
    log += name;
    return Outcome::done;
  };
}

} // namespace

BOOST_AUTO_TEST_CASE(urgent_work_comes_first) {
  Engine engine;
  std::string log;
  int made_possible = 0;
  engine.add([&] {
    if (made_possible == 0)
      return Outcome::nothing;
    --made_possible;
    log += 'a';
    return Outcome::done;
  });
  engine.add(works('b', 2, log));
  engine.add([&, left = 2]() mutable {
    if (left == 0)
      return Outcome::nothing;
    --left;
    log += 'c';
    ++made_possible;
    return Outcome::done;
  });
  engine.add(works('d', 1, log));
  engine.attend();
  BOOST_TEST(log == "bbcacad");
  engine.attend();
  BOOST_TEST(log == "bbcacad");
}

BOOST_AUTO_TEST_CASE(an_activity_holds_the_process) {
  Engine engine;
  std::string log;
  int calls = 0;
  engine.add([&] {
    ++calls;
    log += calls < 5 ? 'h' : calls == 5 ? 'H' : '-';
    return calls < 5 ? Outcome::holding : calls == 5 ? Outcome::done : Outcome::nothing;
  });
  engine.add(works('x', 1, log));
  engine.attend();
  BOOST_TEST(log.substr(0, 6) == "hhhhH-");
  BOOST_TEST(log[6] == 'x');
}

BOOST_AUTO_TEST_CASE(no_wait_ends_while_an_activity_holds) {
  Engine engine;
  std::string log;
  int calls = 0;
  engine.add([&] {
    ++calls;
    return calls < 5 ? Outcome::holding : Outcome::nothing;
  });
  engine.add(works('x', 1, log));
  int looks = 0;
  engine.wait([&] {
    BOOST_TEST(calls >= 5);
    return ++looks == 3;
  });
  BOOST_TEST(looks == 3);
  BOOST_TEST(log == "x");
}

BOOST_AUTO_TEST_CASE(channels_move_while_the_engine_waits) {
  int rank = 0, size = 0;
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  HG_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  comm::Channels channels(MPI_COMM_SELF, MPI_COMM_WORLD, MPI_COMM_WORLD, size, 1);
  comm::PanelStream& stream = channels.stream(comm::Channel::column_panels);
  BOOST_TEST(&stream == &channels.stream(comm::Channel::column_panels));
  stream.reserve(1000 * sizeof(int));
  Engine engine;
  engine.join(stream);
  for (int round = 0; round < 10; ++round) {
    engine.wait([&] { return stream.can_open(); });
    const int owner = round % size;
    const auto ticket = stream.open(std::vector<comm::PanelStream::Piece>{{owner, 0, 1000 * sizeof(int)}});
    int* const data = reinterpret_cast<int*>(stream.panel(ticket));
    if (rank == owner)
      std::fill_n(data, 1000, round);
    stream.publish(ticket);
    engine.wait([&] { return stream.ready(ticket); });
    BOOST_TEST(std::count(data, data + 1000, round) == 1000);
    stream.release(ticket);
  }
  engine.finish();
  BOOST_TEST(stream.drained());
}
