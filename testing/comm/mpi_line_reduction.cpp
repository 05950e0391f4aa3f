// comm::LineReduction: sums, maxima with their places, any number of members; the same bits on all of them and each time;
// one reduction after the other of any sizes, while other messages are under way. ranks: 1 2 3 4 5 6 7 8
// simulated-ranks: 9 16
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/line_reduction.hpp"
#include "comm/wait.hpp"
#include "testing/support/random_grid.hpp"

#include <cstdint>
#include <cstring>
#include <span>
#include <unistd.h>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using comm::LineReduction;

template <typename U>
std::span<U> values(LineReduction& line, std::size_t count) {
  return {reinterpret_cast<U*>(line.data()), count};
}

/// Adds; every pair of values that is combined is counted.
struct Sum {
  std::size_t count;
  long combined = 0;

  void operator()(const std::byte* mine, std::byte* other) {
    const auto* const x = reinterpret_cast<const double*>(mine);
    auto* const y = reinterpret_cast<double*>(other);
    for (std::size_t k = 0; k < count; ++k)
      y[k] += x[k];
    ++combined;
  }
};

template <typename Combine>
void finish(LineReduction& line, Combine&& combine) {
  comm::wait_until([&] { return line.advance(combine); });
}

std::vector<double> sum(LineReduction& line, const std::vector<double>& mine) {
  line.reserve(mine.size() * sizeof(double));
  std::ranges::copy(mine, values<double>(line, mine.size()).begin());
  line.start(mine.size() * sizeof(double));
  finish(line, Sum{mine.size()});
  const auto result = values<double>(line, mine.size());
  return {result.begin(), result.end()};
}

/// Values of very different size and both signs, so that sums depend on their order.
std::vector<double> random_values(std::uint64_t seed, int rank, std::size_t count) {
  Random random(seed * 100 + static_cast<std::uint64_t>(rank));
  std::vector<double> result(count);
  for (double& x : result)
    x = std::ldexp(static_cast<double>(uniform_int(random, -1'000'000, 1'000'000)),
                   uniform_int(random, -40, 40)) /
        3;
  return result;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& x) {
  std::vector<std::uint64_t> bits(x.size());
  std::memcpy(bits.data(), x.data(), x.size() * sizeof(double));
  return bits;
}

void check_same_everywhere(const std::vector<double>& x) {
  auto bits = bits_of(x);
  const auto mine = bits;
  comm::broadcast(bits.data(), bits.size(), 0, MPI_COMM_WORLD);
  BOOST_TEST((bits == mine), on_rank() << " has other bits than rank 0");
}

BOOST_AUTO_TEST_CASE(sums) {
  LineReduction line(MPI_COMM_WORLD);
  for (const std::size_t count : {1u, 2u, 100u, 20'000u}) {
    std::vector<double> mine(count), expected(count);
    for (std::size_t k = 0; k < count; ++k)
      for (int rank = 0; rank < mpi_size(); ++rank) {
        const double value = rank * 1000.0 + static_cast<double>(k);
        expected[k] += value;
        if (rank == mpi_rank())
          mine[k] = value;
      }
    BOOST_TEST((sum(line, mine) == expected), on_rank() << ", " << count << " values");
  }
}

BOOST_AUTO_TEST_CASE(combinations_are_those_of_the_schedule) {
  LineReduction line(MPI_COMM_WORLD);
  line.reserve(sizeof(double));
  line.start(sizeof(double));
  Sum sum{1};
  finish(line, sum);
  BOOST_TEST(comm::all_reduced(sum.combined, MPI_MAX, MPI_COMM_WORLD) == schedule::combinations(mpi_size()));
}

// A process that is late must not change anything, nor what was reduced before.
BOOST_AUTO_TEST_CASE(same_bits_everywhere_and_each_time) {
  LineReduction line(MPI_COMM_WORLD), again(MPI_COMM_WORLD);
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    const auto mine = random_values(trial, mpi_rank(), 50);
    const auto first = sum(line, mine);
    check_same_everywhere(first);
    if (static_cast<int>(trial) % mpi_size() == mpi_rank())
      usleep(500);
    BOOST_TEST((bits_of(sum(line, mine)) == bits_of(first)), on_rank());
    BOOST_TEST((bits_of(sum(again, mine)) == bits_of(first)), on_rank());
  }
}

/// What a pivot search reduces: the first place of the largest value.
struct Candidate {
  double value;
  std::int64_t place;
};
void keep_largest(const std::byte* mine_data, std::byte* other_data) {
  const auto& mine = *reinterpret_cast<const Candidate*>(mine_data);
  auto& other = *reinterpret_cast<Candidate*>(other_data);
  if (mine.value > other.value || (mine.value == other.value && mine.place < other.place))
    other = mine;
}

BOOST_AUTO_TEST_CASE(maxima_with_their_places) {
  LineReduction line(MPI_COMM_WORLD);
  line.reserve(sizeof(Candidate));
  Random random(61'000);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Candidate> all; // ties are frequent, places in any order
    for (int rank = 0; rank < mpi_size(); ++rank)
      all.push_back({static_cast<double>(uniform_int(random, 0, 3)), rank});
    std::ranges::shuffle(all, random);
    const Candidate expected =
        *std::ranges::min_element(all, {}, [](const Candidate& c) { return std::pair(-c.value, c.place); });
    values<Candidate>(line, 1)[0] = all[static_cast<std::size_t>(mpi_rank())];
    line.start(sizeof(Candidate));
    finish(line, keep_largest);
    const Candidate result = values<Candidate>(line, 1)[0];
    BOOST_TEST((result.value == expected.value && result.place == expected.place),
               on_rank() << ", trial " << trial);
  }
}

// Messages of one reduction are not taken for those of the next, be they shorter or longer; nobody waits in between.
BOOST_AUTO_TEST_CASE(one_after_the_other_of_different_sizes) {
  LineReduction line(MPI_COMM_WORLD);
  constexpr int largest = 5000;
  line.reserve(largest * sizeof(double));
  Random random(62'000);
  for (int trial = 0; trial < 300; ++trial) {
    const auto count = static_cast<std::size_t>(uniform_int(random, 1, trial % 3 == 0 ? largest : 20));
    const auto mine = values<double>(line, count);
    for (std::size_t k = 0; k < count; ++k)
      mine[k] = trial + mpi_rank() * static_cast<double>(k);
    line.start(count * sizeof(double));
    Sum add{count};
    finish(line, add);
    BOOST_TEST(add.combined <= 4, "more often than there are rounds");
    const int ranks = mpi_size();
    bool right = true;
    for (std::size_t k = 0; k < count; ++k)
      right = right && values<double>(line, count)[k] ==
                           ranks * trial + ranks * (ranks - 1) / 2 * static_cast<double>(k);
    BOOST_TEST(right, on_rank() << ", reduction " << trial << " of " << count << " values");
  }
}

BOOST_AUTO_TEST_CASE(room_of_any_size) {
  LineReduction line(MPI_COMM_WORLD);
  for (const std::size_t bytes : {8u, 100u, 64u, 6400u, 16u, 6400u}) {
    line.reserve(bytes);
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(line.data()) % 64 == 0);
    std::memset(line.data(), mpi_rank() + 1, bytes);
    line.start(bytes);
    finish(line, [bytes](const std::byte* mine, std::byte* other) {
      for (std::size_t k = 0; k < bytes; ++k)
        other[k] |= mine[k];
    });
    unsigned expected = 0;
    for (int rank = 0; rank < mpi_size(); ++rank)
      expected |= static_cast<unsigned>(rank) + 1;
    BOOST_TEST(
        std::ranges::all_of(values<unsigned char>(line, bytes), [&](unsigned x) { return x == expected; }));
  }
}

// Lines have messages of their own: two of them reduce at once, beside messages of their communicator with the same tag.
BOOST_AUTO_TEST_CASE(other_messages_are_under_way) {
  constexpr std::size_t count = 3000, bytes = count * sizeof(double);
  const int me = mpi_rank(), next = (me + 1) % mpi_size(), before = (me + mpi_size() - 1) % mpi_size();
  LineReduction one(MPI_COMM_WORLD), other(MPI_COMM_WORLD);
  one.reserve(bytes);
  other.reserve(bytes);
  std::vector<double> sent(count, me), received(count, -1);
  for (int trial = 0; trial < 20; ++trial) {
    std::array requests{comm::receive(received.data(), bytes, before, 0, MPI_COMM_WORLD), MPI_REQUEST_NULL};
    std::ranges::fill(values<double>(one, count), 1.0);
    std::ranges::fill(values<double>(other, count), me);
    one.start(bytes);
    other.start(bytes);
    requests[1] = comm::send(sent.data(), bytes, next, 0, MPI_COMM_WORLD);
    Sum add{count}, add_other{count};
    bool one_done = false, other_done = false, messages_done = false;
    comm::wait_until([&] {
      // What is complete stays so.
      one_done = one.advance(add), other_done = other.advance(add_other);
      messages_done = comm::test_all(requests);
      return one_done && other_done && messages_done;
    });
    const double ranks = mpi_size();
    const auto all = [](std::span<const double> x, double expected) {
      return std::ranges::all_of(x, [expected](double value) { return value == expected; });
    };
    BOOST_TEST(all(values<double>(one, count), ranks), on_rank());
    BOOST_TEST(all(values<double>(other, count), ranks * (ranks - 1) / 2), on_rank());
    BOOST_TEST(all(received, before), on_rank());
  }
}

// As in a grid: those of each half at once.
BOOST_AUTO_TEST_CASE(parts_of_a_communicator) {
  const int half = mpi_rank() % 2;
  const auto part = comm::Communicator::split(MPI_COMM_WORLD, half, mpi_rank());
  LineReduction line(part.get());
  const auto result = sum(line, {1.0, static_cast<double>(mpi_rank())});
  double ranks = 0, expected = 0;
  for (int rank = half; rank < mpi_size(); rank += 2)
    ++ranks, expected += rank;
  BOOST_TEST(result[0] == ranks);
  BOOST_TEST(result[1] == expected);
}

} // namespace
