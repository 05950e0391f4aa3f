// A worker that stops in front of one of its messages, whichever, until it has been replaced, or until all is done: every update is
// in C once. The policy is a list of transfers, the server waits in `meanwhile' until the worker has stopped and is late.
// ranks: 2
#include "testing/support/mpi_test.hpp"

#include "hetgrid/server.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/transfer_message.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <thread>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using layout::Index;
using server::Operand;
using server::Piece;
using server::Transfer;

constexpr double patience = 0.05; // seconds
constexpr Index q = 3, blocks = 2, steps = 3, m = q * blocks, k = q * steps;

/// What the ranks say to each other beside the product.
class Beside {
public:
  Beside() { MPI_Comm_dup(MPI_COMM_WORLD, &comm_); }
  ~Beside() { MPI_Comm_free(&comm_); }
  void say() const { MPI_Send(nullptr, 0, MPI_BYTE, 1 - mpi_rank(), 0, comm_); }
  void hear() const { MPI_Recv(nullptr, 0, MPI_BYTE, 1 - mpi_rank(), 0, comm_, MPI_STATUS_IGNORE); }
  bool has_said() const {
    int said = 0;
    MPI_Iprobe(1 - mpi_rank(), 0, comm_, &said, MPI_STATUS_IGNORE);
    return said != 0;
  }

private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Of the worker: before its message of this number, from 1, it stops until the server says that it may go on.
struct Stop {
  const Beside& beside;
  int message;
  int sent = 0;
};
Stop* stop = nullptr;
double delay = 0; ///< of the worker's messages, seconds, each

/// Gives out transfers in their order.
class Script : public server::Policy {
public:
  explicit Script(const std::vector<Transfer>& transfers) : left_(transfers.begin(), transfers.end()) {}
  std::optional<Transfer> next(const server::View&, int) override {
    if (left_.empty())
      return {};
    const Transfer transfer = left_.front();
    left_.pop_front();
    return transfer;
  }

private:
  std::deque<Transfer> left_;
};

/// C as a chunk of one worker, of one piece or of two beside each other, which return one by one; each update is of all of it. If
/// results are added, it also returns before the last step.
std::vector<Transfer> one_chunk(bool added, bool two_pieces) {
  const server::Blocks all{0, blocks};
  std::vector<Piece> chunk{{Operand::c, all, all}};
  if (two_pieces)
    chunk = {{Operand::c, all, {0, 1}}, {Operand::c, all, {1, blocks}}};
  std::vector<Transfer> transfers;
  const auto take_back = [&] {
    for (const Piece& piece : chunk)
      transfers.push_back({0, true, {piece}, {}, {}});
  };
  for (Index step = 0; step < steps; ++step) {
    const std::vector<Piece> operands{{Operand::a, all, {step, step + 1}},
                                      {Operand::b, {step, step + 1}, all}};
    const bool begins = step == 0 || (added && step == steps - 1);
    if (begins && step > 0)
      take_back();
    std::vector<Piece> pieces = begins ? chunk : std::vector<Piece>();
    pieces.insert(pieces.end(), operands.begin(), operands.end());
    transfers.push_back({0, false, pieces, {{all, all, {step, step + 1}}}, operands});
  }
  take_back();
  return transfers;
}

/// Small whole numbers: sums are exact.
double element(Index i, Index j, int matrix) {
  return static_cast<double>((5 * i + 3 * j + i * j + matrix) % 7 - 3);
}
std::vector<double> matrix(Index rows, Index columns, int number) {
  std::vector<double> x;
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i)
      x.push_back(element(i, j, number));
  return x;
}

/// \param at_once  the worker goes on as soon as it has been replaced, when the server has computed nothing yet; else when all is done
void serve(const Beside& beside, const std::vector<Transfer>& transfers, bool added, bool at_once) {
  const std::vector<double> a = matrix(m, k, 1), b = matrix(k, m, 2);
  std::vector<double> c = matrix(m, m, 3);
  linalg::ServedProduct<double> served;
  served.product = {m, m, k, q, sizeof(double), false, true, added};
  served.alpha = 2;
  served.a = {a.data(), m};
  served.b = {b.data(), k};
  served.beta = -1;
  served.c = {c.data(), m};
  served.patience = {0, patience, patience, 1e9, 60};
  served.meanwhile = [&](const std::function<void()>& attend) {
    const auto attend_for = [&](double seconds, auto&& enough) {
      for (const double begin = MPI_Wtime(); MPI_Wtime() < begin + seconds && !enough();)
        attend();
    };
    const auto never = [] { return false; };
    attend_for(10 * patience, [&] { return beside.has_said(); });
    attend_for(2 * patience, never);
    if (at_once) {
      beside.say();
      attend_for(patience, never);
    }
  };
  Script script(transfers);
  std::size_t over = 0;
  const linalg::ServedOutcome outcome =
      linalg::serve_gemm(MPI_COMM_WORLD, served, {plan::Port::one, {{1e-6, 1e-6, 0, 0, 1}}}, script,
                         [&](const Transfer&, const server::Occurrence&) {
                           if (++over == transfers.size() && !at_once)
                             beside.say();
                         });
  BOOST_TEST(outcome.stalls[0] > 0);
  Index wrong = 0;
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < m; ++i) {
      double expected = -element(i, j, 3);
      for (Index l = 0; l < k; ++l)
        expected += 2 * element(i, l, 1) * element(l, j, 2);
      wrong += c[static_cast<std::size_t>(i + j * m)] != expected;
    }
  BOOST_TEST(wrong == 0);
}

void work(const Beside& beside, int message) {
  Stop here{beside, message};
  stop = &here;
  linalg::work_for_gemm<double>(MPI_COMM_WORLD);
  stop = nullptr;
  if (here.sent < message) { // not so many this time
    beside.say();
    beside.hear();
  }
}

} // namespace

extern "C" int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  using namespace hetgrid::linalg::server_message;
  if (delay > 0 && (tag == report || tag == result))
    std::this_thread::sleep_for(std::chrono::duration<double>(delay));
  if (stop && (tag == report || tag == result) && ++stop->sent == stop->message) {
    stop->beside.say();
    stop->beside.hear();
  }
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}

BOOST_AUTO_TEST_CASE(every_update_once) {
  const Beside beside;
  for (const bool added : {false, true})
    for (const bool two_pieces : {false, true}) {
      const std::vector<Transfer> transfers = one_chunk(added, two_pieces);
      for (int message = 1; message <= std::ssize(transfers); ++message) // one for each, a report or a result
        for (const bool at_once : {false, true})
          BOOST_TEST_CONTEXT(on_rank() << (added ? ", added" : "") << (two_pieces ? ", two pieces" : "")
                                       << ", message " << message << (at_once ? ", at once" : "")) {
            if (mpi_rank() == 0)
              serve(beside, transfers, added, at_once);
            else
              work(beside, message);
            if (mpi_rank() == 0 && beside.has_said())
              beside.hear();
            MPI_Barrier(MPI_COMM_WORLD);
          }
    }
  BOOST_TEST(true, on_rank());
}

/// Who answers, message after message, is waited for in the end, however long all of it takes.
BOOST_AUTO_TEST_CASE(slow_answers) {
  constexpr double farewell = 0.8;
  if (mpi_rank() > 0) {
    delay = 0.3;
    linalg::work_for_gemm<double>(MPI_COMM_WORLD);
    delay = 0;
    BOOST_TEST(true, on_rank());
    return;
  }
  const std::vector<double> a = matrix(m, k, 1), b = matrix(k, m, 2);
  std::vector<double> c(static_cast<std::size_t>(m * m));
  linalg::ServedProduct<double> served;
  served.product = {m, m, k, q, sizeof(double), true, true};
  served.a = {a.data(), m};
  served.b = {b.data(), k};
  served.c = {c.data(), m};
  served.gives_up = true;
  served.patience = {0, patience, patience, 0.1, farewell};
  Script script(one_chunk(false, false));
  const linalg::ServedOutcome outcome =
      linalg::serve_gemm(MPI_COMM_WORLD, served, {plan::Port::one, {{1e-6, 1e-6, 0, 0, 1}}}, script);
  BOOST_TEST(outcome.stalls[0] > 0);
  BOOST_TEST(outcome.silent.empty());
}
