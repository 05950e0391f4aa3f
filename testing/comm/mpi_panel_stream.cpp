// comm::PanelStream: panels of random pieces for random audiences arrive as they were written, along chains and trees, with
// shared memory among all, pairs and none. Who is not in the audience releases a panel while his messages are under way.
// However many pieces a panel has, none is taken for another.
// ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9 36; simulated-long-ranks: 12 16
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/panel_stream.hpp"
#include "comm/wait.hpp"
#include "hetgrid/error.hpp"
#include "testing/support/random_grid.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using comm::PanelStream;

/// Word k of the piece that `owner` writes to a panel.
std::uint32_t word(PanelStream::Ticket ticket, int owner, std::size_t k) {
  return static_cast<std::uint32_t>(ticket) * 2'654'435'761u + static_cast<std::uint32_t>(owner) * 40'503u +
         static_cast<std::uint32_t>(k);
}

struct Audience {
  int number;
  std::vector<int> members;
};

/// Everyone, each member alone, some at random.
std::vector<Audience> add_audiences(Random& random, PanelStream& stream) {
  std::vector<int> all(static_cast<std::size_t>(mpi_size()));
  std::iota(all.begin(), all.end(), 0);
  std::vector<Audience> audiences{{PanelStream::everyone, all}};
  const auto add = [&](const std::vector<int>& members) {
    audiences.push_back({stream.add_audience(members), members});
  };
  for (const int member : all)
    add({member});
  for (int some = 0; some < mpi_size(); ++some) {
    std::vector<int> members;
    std::ranges::sample(all, std::back_inserter(members), uniform_int(random, 1, mpi_size()), random);
    add(members);
  }
  return audiences;
}

/// By which short and long pieces take chains and trees, in one and in many segments.
schedule::Machine random_machine(Random& random) {
  const auto any = [&](int low, int high) { return std::pow(10, uniform_int(random, low, high)); };
  return {50, any(-8, -2), any(-12, -7)};
}

/// The pieces of a panel, one of every member in any order, audience, delay and first receiver the same for all.
void random_pieces(Random& random, std::size_t largest_piece, const Audience& audience,
                   std::vector<PanelStream::Piece>& pieces) {
  const double delay = uniform_int(random, 0, 2) * 1e-4;
  const int place = uniform_int(random, -1, static_cast<int>(audience.members.size()) - 1);
  const int first = place < 0 ? PanelStream::none : audience.members[static_cast<std::size_t>(place)];
  std::vector<int> owners(static_cast<std::size_t>(mpi_size()));
  std::iota(owners.begin(), owners.end(), 0);
  std::shuffle(owners.begin(), owners.end(), random);
  pieces.clear();
  std::size_t end = 0;
  for (const int owner : owners) {
    const auto bytes =
        4 * static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(largest_piece / 4)));
    if (bytes > 0)
      pieces.push_back({owner, end, bytes, audience.number, delay, first});
    end += bytes;
  }
}

void check_panels(Random& random, PanelStream& stream, const std::vector<Audience>& audiences,
                  std::size_t largest_piece, int panels) {
  const int me = mpi_rank();
  stream.reserve(largest_piece * static_cast<std::size_t>(mpi_size()));
  std::vector<PanelStream::Piece> pieces;
  for (int panel = 0; panel < panels; ++panel) {
    const Audience& audience =
        audiences[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(audiences.size()) - 1))];
    random_pieces(random, largest_piece, audience, pieces);
    stream.use(random_machine(random));
    comm::wait_until([&] { return stream.can_open(); });
    const auto ticket = stream.open(pieces);
    const auto visit = [&](const PanelStream::Piece& piece, auto&& function) {
      for (std::size_t k = 0; k < piece.bytes / 4; ++k)
        function(stream.panel(ticket) + piece.offset + 4 * k, word(ticket, piece.owner, k));
    };
    for (const auto& piece : pieces)
      if (piece.owner == me)
        visit(piece, [](std::byte* to, std::uint32_t value) { std::memcpy(to, &value, 4); });
    stream.publish(ticket);
    std::size_t wrong = 0;
    if (std::ranges::find(audience.members, me) != audience.members.end()) {
      comm::wait_until([&] { return stream.ready(ticket); });
      for (const auto& piece : pieces)
        visit(piece, [&](const std::byte* from, std::uint32_t value) {
          std::uint32_t found;
          std::memcpy(&found, from, 4);
          wrong += found != value;
        });
    }
    stream.release(ticket);
    BOOST_TEST(wrong == 0, on_rank() << ": " << wrong << " wrong words in panel " << panel);
  }
  comm::wait_until([&] { return stream.drained(); });
}

BOOST_AUTO_TEST_CASE(panels_for_one_and_for_all) {
  Random random(7'000 + static_cast<std::uint64_t>(mpi_size()));
  const int share = mpi_size() > 16 ? 20 : mpi_size() > 6 ? 4 : 1; // many ranks send many segments
  for (const char* const sharing : shared_memory_values) {
    setenv("HETGRID_SHARED_MEMORY", sharing, 1);
    const comm::NodeGroups groups(MPI_COMM_WORLD);
    PanelStream stream(groups);
    const std::vector<Audience> audiences = add_audiences(random, stream);
    for (const int slots : {2, 5, 1}) {
      stream.use_slots(slots);
      BOOST_TEST_CONTEXT("HETGRID_SHARED_MEMORY = " << sharing << ", " << slots << " slots") {
        check_panels(random, stream, audiences, 2'000, 160 / share);
        check_panels(random, stream, audiences, 400'000, 40 / share); // messages that need the receiver
        check_panels(random, stream, audiences, 2'500'000 / std::min(share, 4),
                     share > 4 ? 1 : 4 / share); // of several segments
      }
    }
  }
  unsetenv("HETGRID_SHARED_MEMORY");
}

/// A process sends a late piece of its own before it passes on an early one, along a chain.
BOOST_AUTO_TEST_CASE(pieces_overtake_each_other) {
  constexpr std::size_t count = 40'000, late = 32'768; // MPI guarantees as many tags as the latter
  if (mpi_size() < 3)
    return;
  const comm::NodeGroups groups = comm::NodeGroups::of_single_processes(MPI_COMM_WORLD);
  PanelStream stream(groups, 1);
  stream.use(schedule::Machine{50, 0, 1e-9}); // a chain is as good as a tree
  const int alone = stream.add_audience(std::vector{0});
  std::vector<PanelStream::Piece> pieces;
  for (std::size_t k = 0; k < count; ++k)
    pieces.push_back({0, 4 * k, 4, alone});
  pieces[0].audience = PanelStream::everyone;
  pieces[late].audience = PanelStream::everyone;
  pieces[late].owner = 1;
  stream.reserve(4 * count);
  comm::wait_until([&] { return stream.can_open(); });
  const auto ticket = stream.open(pieces);
  const auto at = [&](std::size_t k) { return stream.panel(ticket) + 4 * k; };
  for (std::size_t k = 0; k < count; ++k)
    if (const std::uint32_t value = word(ticket, pieces[k].owner, k); pieces[k].owner == mpi_rank())
      std::memcpy(at(k), &value, 4);
  if (mpi_rank() == 1)
    stream.publish(ticket);
  comm::barrier(MPI_COMM_WORLD);
  if (mpi_rank() != 1)
    stream.publish(ticket);
  comm::wait_until([&] { return stream.ready(ticket); });
  for (const std::size_t k : {std::size_t{0}, late}) {
    std::uint32_t found;
    std::memcpy(&found, at(k), 4);
    BOOST_TEST(found == word(ticket, pieces[k].owner, k), on_rank() << ": piece " << k);
  }
  stream.release(ticket);
  comm::wait_until([&] { return stream.drained(); });
}

BOOST_AUTO_TEST_CASE(more_messages_than_tags_are_refused_by_all) {
  if (mpi_size() == 1)
    return;
  constexpr int slots = 1 << 15;
  const int* largest_tag = nullptr;
  int found = 0;
  BOOST_REQUIRE(
      (MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest_tag, &found) == MPI_SUCCESS && found));
  const comm::NodeGroups groups = comm::NodeGroups::of_single_processes(MPI_COMM_WORLD);
  PanelStream stream(groups, slots);
  const PanelStream::Piece piece{0, 0, 4, stream.add_audience(std::vector{0})};
  const std::vector<PanelStream::Piece> pieces(static_cast<std::size_t>(*largest_tag / slots) + 2, piece);
  BOOST_CHECK_THROW(stream.open(pieces), SystemError);
}

} // namespace
