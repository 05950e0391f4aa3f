// linalg::serve_gemm and work_for_gemm against a serial product: every policy, random stars, sizes, block sizes, transposes and
// scalars, with and without a server that computes; what workers hold. ranks: 1 2 3 4
// simulated-ranks: 9
#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/traffic.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/liveness.hpp"
#include "linalg/server/shared_rooms.hpp"
#include "linalg/server/strips.hpp"
#include "testing/linalg/op_element.hpp"
#include "testing/support/exception_message.hpp"

#include <boost/mpl/list.hpp>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <string>
#include <unordered_set>

namespace {

/// How often this process still gets pages of a file; -1: whenever it wants some.
int page_takings = -1;

} // namespace

extern "C" int posix_fallocate(int file, off_t first, off_t bytes) {
  if (page_takings >= 0 && page_takings-- == 0) {
    page_takings = 0;
    return ENOSPC;
  }
  return fallocate(file, 0, first, bytes) == 0 ? 0 : errno;
}

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using layout::Index;

/// All ranks, or all but the server. Buffers for chunks of one block at least; some workers have no limit.
server::Star random_star(Random& random, int ranks) {
  server::Star star{uniform_int(random, 0, 2) ? plan::Port::one : plan::Port::many, {}};
  const bool server_computes = ranks == 1 || uniform_int(random, 0, 1);
  for (int rank = server_computes ? 0 : 1; rank < ranks; ++rank)
    star.workers.push_back({rank == 0 ? 0.0 : uniform_int(random, 1, 20) * 1e-6,
                            uniform_int(random, 1, 20) * 1e-6,
                            uniform_int(random, 0, 5) ? uniform_int(random, 5, 60) : 0, 0, rank});
  return star;
}

struct Place {
  Index i = 0, j = 0;
};

/// An array with rows around the matrix, which nobody may touch.
template <typename T>
struct Array {
  Index m, n, ld;
  std::vector<T> data;

  Array(Random& random, Index m_, Index n_, int number)
      : m(m_), n(n_), ld(m_ + uniform_int(random, 0, 3)), data(static_cast<std::size_t>(ld * n_)) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < ld; ++i)
        (*this)(i, j) = element<T>(i, j, number);
  }
  T& operator()(Index i, Index j) { return data[static_cast<std::size_t>(i + j * ld)]; }
};

template <typename T>
void check_random_product(Random& random, std::string_view policy_name, int size_limit) {
  const Transpose letters[] = {Transpose::no, Transpose::transpose, Transpose::conjugate};
  const server::Star star = random_star(random, mpi_size());
  linalg::ServedProduct<T> served;
  served.trans_a = letters[uniform_int(random, 0, 2)];
  served.trans_b = letters[uniform_int(random, 0, 2)];
  served.alpha = random_scalar<T>(random);
  served.beta = random_scalar<T>(random);
  const Index m = uniform_int(random, 1, size_limit), n = uniform_int(random, 1, size_limit),
              k = uniform_int(random, 1, size_limit), q = uniform_int(random, size_limit / 10, 12);
  served.product = server::product_for(policy_name, {m, n, k, q, sizeof(T), served.beta == T(0), true});
  const bool plain_a = served.trans_a == Transpose::no, plain_b = served.trans_b == Transpose::no;
  Array<T> a(random, plain_a ? m : k, plain_a ? k : m, 1), b(random, plain_b ? k : n, plain_b ? n : k, 2),
      c(random, m, n, 3);
  if (served.beta == T(0)) // then C must not be read
    for (Index j = 0; j < n; ++j)
      std::fill_n(&c(0, j), m, not_a_number<T>());
  served.a = {a.data.data(), a.ld};
  served.b = {b.data.data(), b.ld};
  served.c = {c.data.data(), c.ld};

  if (mpi_rank() > 0) {
    const Index held = linalg::work_for_gemm<T>(MPI_COMM_WORLD);
    const auto me = std::ranges::find(star.workers, mpi_rank(), &server::Worker::process);
    BOOST_CHECK_MESSAGE(me->buffers == 0 || held <= me->buffers * q * q,
                        on_rank() << ": " << held << " elements held, room for " << me->buffers * q * q);
    return;
  }
  const auto policy = server::make_policy(policy_name, star, served.product);
  Index seen = 0;
  const server::Outcome outcome =
      linalg::serve_gemm(MPI_COMM_WORLD, served, star, *policy,
                         [&](const server::Transfer&, const server::Occurrence&) { ++seen; });
  Index transfers = 0, wrong = 0;
  for (const server::WorkerOutcome& worker : outcome.workers)
    transfers += worker.transfers;
  BOOST_TEST(seen == transfers);
  const auto tolerance =
      30 * std::numeric_limits<kernel::Real<T>>::epsilon() * static_cast<kernel::Real<T>>(k + 3);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < c.ld; ++i) {
      T expected = i >= m                ? element<T>(i, j, 3)
                   : served.beta == T(0) ? T(0)
                                         : served.beta * element<T>(i, j, 3);
      for (Index l = 0; l < k && i < m; ++l)
        expected += served.alpha * op_element<T>(Place{}, 1, served.trans_a, i, l) *
                    op_element<T>(Place{}, 2, served.trans_b, l, j);
      wrong += !(std::abs(c(i, j) - expected) <= tolerance);
    }
  BOOST_CHECK_MESSAGE(wrong == 0, policy_name
                                      << ": " << wrong << " wrong elements; m n k q " << m << ' ' << n << ' '
                                      << k << ' ' << q << ", op " << static_cast<char>(served.trans_a)
                                      << static_cast<char>(served.trans_b) << ", alpha " << served.alpha
                                      << ", beta " << served.beta);
}

using Scalars = boost::mpl::list<float, double, std::complex<float>, std::complex<double>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(random_products, T, Scalars) {
  const std::uint64_t seed = 41'000 + sizeof(T) + 100 * static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed); // the same on every rank
  // In the short form the types share the policies.
  const auto policies = server::policies();
  const std::size_t stride = thorough() ? 1 : 3, type = sizeof(T) / 4 + !std::is_floating_point_v<T>;
  for (std::size_t k = type % stride; k < policies.size(); k += stride)
    for (int trial = 0; (policies[k].compared || policies[k].added) && trial < random_cases(4, 200); ++trial)
      check_random_product<T>(random, policies[k].name, trial % 6 == 1 ? 90 : 30);
  BOOST_TEST(true, on_rank());
}

/// Of a product of order 400 whose plan does not depend on times. \param shared  value of HETGRID_SHARED_MEMORY \param takings  of
/// pages, by the server
struct SharedRun {
  std::vector<double> c = {};
  double moved = 0, messages = 0; ///< bytes
};
SharedRun run_shared(const char* shared, int takings) {
  constexpr Index n = 400, q = 20;
  std::vector<double> a, b;
  for (Index k = 0; k < n * n; ++k) {
    a.push_back(element<double>(k % n, k / n, 1));
    b.push_back(element<double>(k % n, k / n, 2));
  }
  SharedRun run{std::vector<double>(n * n, 1.0)};
  linalg::ServedProduct<double> served;
  served.product = {n, n, n, q, sizeof(double), false, true};
  served.trans_b = Transpose::transpose;
  served.a = {a.data(), n};
  served.b = {b.data(), n};
  served.beta = 2;
  served.c = {run.c.data(), n};
  server::Star star{plan::Port::one, {}};
  for (int rank = 1; rank < mpi_size(); ++rank)
    star.workers.push_back({1e-6, 1e-6, 800, 0, rank}); // C is more than a megabyte
  setenv("HETGRID_SHARED_MEMORY", shared, 1);
  const auto bytes_before = static_cast<double>(comm::traffic().bytes);
  if (mpi_rank() == 0) {
    page_takings = takings;
    const auto policy = server::make_policy("orroml", star, served.product);
    run.moved = linalg::serve_gemm(MPI_COMM_WORLD, served, star, *policy).bytes;
    page_takings = -1;
  } else
    linalg::work_for_gemm<double>(MPI_COMM_WORLD);
  unsetenv("HETGRID_SHARED_MEMORY");
  run.messages = static_cast<double>(comm::traffic().bytes) - bytes_before;
  for (double* const bytes : {&run.moved, &run.messages})
    MPI_Allreduce(MPI_IN_PLACE, bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return run;
}

/// Elements travel in memory that all share, as messages, or some this way and some that: the bits are the same.
BOOST_AUTO_TEST_CASE(shared_memory_and_messages) {
  if (mpi_size() == 1)
    return;
  const SharedRun messages = run_shared("off", -1);
  BOOST_TEST(messages.messages > messages.moved);
  const auto same = [&](const SharedRun& run, const char* name) {
    BOOST_TEST(run.moved == messages.moved, name);
    BOOST_CHECK_MESSAGE(run.c == messages.c, on_rank() << ": " << name);
  };
  const SharedRun shared = run_shared("on", -1), none = run_shared("on", 0), some = run_shared("on", 2);
  same(shared, "shared memory");
  same(none, "no pages");
  same(some, "few pages");
  if (!kernel::simulated) {
    BOOST_TEST(shared.messages < 0.1 * shared.moved);
    BOOST_TEST(none.messages > none.moved);
    BOOST_TEST(some.messages > 0.1 * some.moved);
    BOOST_TEST(some.messages < 0.95 * some.moved);
  }
}

/// Nothing is handed out twice, what is given back is whole again, and what is written is there on the other side.
BOOST_AUTO_TEST_CASE(parts_of_a_shared_room) {
  const std::vector<std::size_t> bytes(static_cast<std::size_t>(mpi_size()), 100'000);
  linalg::SharedRooms rooms(MPI_COMM_WORLD, bytes);
  BOOST_TEST(!rooms.of(0).data);
  if (mpi_rank() > 0 || mpi_size() == 1 || kernel::simulated)
    return;
  linalg::SharedRoom room(rooms, 1);
  Random random(7);
  std::vector<linalg::SharedRoom::Part> parts;
  std::unordered_set<std::size_t> taken; // cache lines
  for (int k = 0; k < 2000; ++k)
    if (const auto part = uniform_int(random, 0, 2)
                              ? room.take(static_cast<std::size_t>(uniform_int(random, 1, 20'000)))
                              : std::nullopt) {
      for (std::size_t line = part->begin; line < part->begin + part->bytes; line += 64)
        BOOST_REQUIRE(taken.insert(line).second);
      BOOST_REQUIRE(part->begin + part->bytes <= rooms.of(1).bytes);
      std::fill_n(room.at(*part), part->bytes, std::byte{1});
      parts.push_back(*part);
    } else if (!parts.empty()) {
      std::swap(parts[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(parts.size()) - 1))],
                parts.back());
      for (std::size_t line = parts.back().begin; line < parts.back().begin + parts.back().bytes; line += 64)
        taken.erase(line);
      room.give_back(parts.back());
      parts.pop_back();
    }
  for (const auto& part : parts)
    room.give_back(part);
  const auto whole = room.take(rooms.of(1).bytes);
  BOOST_REQUIRE(whole.has_value());
  BOOST_TEST(whole->begin == 0U);
}

/// A server that runs ticks often.
void run_for(linalg::Liveness& liveness, double& now, double seconds) {
  for (const double end = now + seconds; now < end;)
    liveness.tick(now += 0.05);
}

// Ten milliseconds each, but not narrower than 96 columns, nor small for the BLAS; less where others wait.
BOOST_AUTO_TEST_CASE(strips_follow_the_rate) {
  linalg::Strips strips;
  BOOST_TEST(strips.of(100, 9600, 100) == 48); // nothing is known: 4e6 operations each
  BOOST_TEST(strips.of(1000, 9600, 1000) == 100);
  BOOST_TEST(strips.of(10, 100, 10) == 1);
  strips.took(1e9, 1);
  BOOST_TEST(strips.of(1000, 9600, 100) == 100); // 1.92 s
  BOOST_TEST(strips.of(100, 9600, 100) == 19);   // 0.192 s
  for (int k = 0; k < 100; ++k)
    strips.took(1e9, 0.01);
  BOOST_TEST(strips.of(1000, 96000, 1000) == 192); // 1.92 s
  linalg::Strips of_server(4);
  of_server.took(1e11, 1);
  BOOST_TEST(of_server.of(1000, 96000, 1000) == 768);
  // Shorter where one of them finds nothing to do, as long as before when they all do.
  of_server.heard(true);
  of_server.took(1e11, 1);
  BOOST_TEST(of_server.of(2000, 48000, 1000) == 500); // not narrower than 96 columns
  BOOST_TEST(of_server.of(500, 384000, 500) == 3072);
  for (int k = 0; k < 10; ++k)
    of_server.heard(true);
  BOOST_TEST(of_server.of(500, 384000, 500) == 3840); // half a millisecond, no less
  for (int k = 0; k < 100; ++k)
    of_server.heard(false);
  BOOST_TEST(of_server.of(1000, 96000, 1000) == 768);
}

BOOST_AUTO_TEST_CASE(workers_that_are_late) {
  linalg::Liveness liveness(2);
  double now = 0;
  run_for(liveness, now, 100);
  BOOST_TEST(!liveness.is_late(0)); // nothing is expected
  liveness.expect(0, 0.1);
  run_for(liveness, now, 9);
  BOOST_TEST(!liveness.is_late(0)); // no record yet
  run_for(liveness, now, 2);
  BOOST_TEST(liveness.is_late(0));
  BOOST_TEST(!liveness.is_late(1));
  liveness.excuse(0);
  BOOST_TEST(!liveness.is_late(0));

  for (int k = 0; k < 10; ++k) { // four times as slow as predicted
    liveness.expect(1, 0.1);
    run_for(liveness, now, 0.4);
    liveness.heard(1, 0.1);
  }
  liveness.expect(1, 0.1);
  run_for(liveness, now, 3.5);
  BOOST_TEST(!liveness.is_late(1));
  liveness.tick(now += 1000); // the server was stopped, too
  BOOST_TEST(!liveness.is_late(1));
  run_for(liveness, now, 1);
  BOOST_TEST(liveness.is_late(1));
}

/// Sends nothing at all.
class Lazy : public server::Policy {
public:
  std::optional<server::Transfer> next(const server::View&, int) override { return {}; }
};

/// Nobody waits for a server that cannot go on.
BOOST_AUTO_TEST_CASE(errors) {
  std::vector<double> x(64, 1.0);
  linalg::ServedProduct<double> served;
  served.product = {8, 8, 8, 2, 8, true, true};
  served.a = served.b = {x.data(), 8};
  std::vector<double> c(64);
  served.c = {c.data(), 8};
  server::Star star{plan::Port::one, {}};
  for (int rank = 0; rank < mpi_size(); ++rank)
    star.workers.push_back({1e-6, 1e-6, 20, 0, rank});
  Lazy lazy;
  const auto complaint = [&](server::Star who, server::Product what) {
    served.product = what;
    if (mpi_rank() > 0) {
      linalg::work_for_gemm<double>(MPI_COMM_WORLD);
      return std::string();
    }
    return message<std::exception>([&] { linalg::serve_gemm(MPI_COMM_WORLD, served, who, lazy); });
  };
  const std::string idle = complaint(star, served.product);
  star.workers.front().process = mpi_size();
  const std::string absent = complaint(star, served.product);
  const std::string zero_c = complaint({plan::Port::one, {{0, 1, 20, 0, 0}}}, {8, 8, 8, 2, 8, false, true});
  const std::string negative = complaint({plan::Port::one, {{0, 1, 20, 0, 0}}}, {8, -1, 8, 2, 8, true, true});
  if (mpi_rank() == 0) {
    BOOST_TEST(idle.find("64 updates undone") != std::string::npos, idle);
    BOOST_TEST(absent.find("process of a worker: " + std::to_string(mpi_size())) != std::string::npos,
               absent);
    BOOST_TEST(zero_c.find("zero_c") != std::string::npos, zero_c);
    BOOST_TEST(negative.find("-1") != std::string::npos, negative);
  }
  BOOST_TEST(true, on_rank());
}

} // namespace
