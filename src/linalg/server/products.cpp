#include "linalg/server/products.hpp"

#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/pending_messages.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/server/panel.hpp"
#include "linalg/server/room.hpp"
#include "linalg/server/start.hpp"
#include "linalg/server/transfer_message.hpp"
#include "plan/quiet_arithmetic.hpp"

#include <algorithm>
#include <list>
#include <optional>
#include <utility>

namespace hetgrid::linalg {
namespace {

/// Bytes that a process may allocate, by rank.
struct Room {
  Index legal = 0;
  std::size_t bytes = 0;
};

server::Product complete(server::Product product, Index block_size, int element_bytes, bool zero_c) {
  product.block_size = block_size;
  product.element_bytes = element_bytes;
  product.zero_c = zero_c;
  product.returned = true;
  return product;
}

/// As serve_gemm and work_for_gemm demand it.
void find_room(const Service& service, const server::Product& largest, std::vector<Room>& room) {
  constexpr std::size_t planning = std::size_t{4} << 20; // pivots are an element of a line each
  const auto bytes = [&](Index elements) {
    return static_cast<std::size_t>(elements * largest.element_bytes);
  };
  for (Room& each : room)
    each = {1, small_memory};
  for (const server::Worker& worker : service.star.workers) {
    if (worker.process < 0 || worker.process >= std::ssize(room))
      throw ArgumentError("process of a worker", std::to_string(worker.process),
                          "a rank below " + std::to_string(room.size()));
    if (worker.process != 0)
      room[static_cast<std::size_t>(worker.process)].bytes += bytes(room_of_worker(largest, worker));
  }
  room[0].bytes += bytes(room_of_copies(largest, service.star) + room_of_panel(largest, service.star)) +
                   planning + bytes(2 * largest.k) + small_memory * service.star.workers.size() +
                   policy_memory(service.policy, std::ssize(service.star.workers), largest);
}

/// This process's. Collective.
Room agreed_room(MPI_Comm comm, std::vector<Room>& room) {
  const int rank = comm::rank_in(comm);
  comm::broadcast(room.data(), room.size(), 0, comm);
  return room[static_cast<std::size_t>(rank)];
}

std::vector<std::size_t> bytes_of(const std::vector<Room>& room) {
  std::vector<std::size_t> bytes;
  for (const Room& each : room)
    bytes.push_back(each.bytes);
  return bytes;
}

/// Of all ranks, zero.
std::vector<Room> rooms(MPI_Comm comm) {
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  std::vector<Room> room;
  comm::reserve_together(comm, "products with workers", [&] { room.resize(static_cast<std::size_t>(size)); });
  return room;
}

constexpr const char* purpose = "products with workers";

/// \throws ArgumentError, after the workers have been told, if the policy is none for these workers
std::vector<std::size_t> announced_bytes(MPI_Comm comm, const Service& service,
                                         const server::Product& largest) {
  std::vector<Room> room = rooms(comm);
  std::vector<std::size_t> bytes;
  try {
    server::validate(service.star);
    server::validate(largest);
    find_room(service, largest, room);
    make_policy(service.policy, service.star, server::product_for(service.policy, largest));
    bytes = bytes_of(room);
  } catch (...) {
    for (Room& each : room)
      each.legal = 0;
    agreed_room(comm, room);
    throw;
  }
  agreed_room(comm, room);
  return bytes;
}

} // namespace

/// A worker that is asleep hears of it later.
template <typename T>
class Products<T>::Words {
public:
  void send(const Word<T>& word, int rank, MPI_Comm comm) {
    const auto kept = words_.insert(words_.end(), word);
    sent_.add(comm::send(&*kept, sizeof *kept, rank, server_message::word, comm, comm::Content::facts), kept);
  }
  bool are_heard() {
    sent_.test_some([&](auto word) { words_.erase(word); });
    return sent_.empty();
  }

private:
  std::list<Word<T>> words_;
  comm::PendingMessages<typename std::list<Word<T>>::iterator> sent_;
};

template <typename T>
Products<T>::Products(MPI_Comm comm, const Service& service, const server::Product& largest)
    : comm_(comm), service_(service),
      largest_(complete(largest, service.block_size, static_cast<int>(sizeof(T)), false)),
      bytes_(announced_bytes(comm, service, largest_)), memory_(comm, purpose, bytes_.front()),
      shared_(comm, bytes_), words_(std::make_unique<Words>()) {
  int size = 0;
  HG_MPI(MPI_Comm_size(comm, &size));
  paces_.resize(static_cast<std::size_t>(size));
  strips_ = Strips(others());
}

template <typename T>
Products<T>::~Products() {
  if (!ended_)
    try {
      say_to_all({Word<T>::failure});
    } catch (...) { // MPI itself: nobody can be told
    }
  // Messages to who is silent, and from it, are still under way from and to this memory.
  if (!silent_.empty())
    static_cast<void>(words_.release());
  for (Silent& silent : silent_)
    static_cast<void>(silent.unfinished.release());
}

template <typename T>
void Products<T>::say_to_all(const Word<T>& word) {
  for (int rank = 1; rank < static_cast<int>(paces_.size()); ++rank)
    words_->send(word, rank, comm_);
  comm::wait_until([&] { return words_->are_heard() || !silent_.empty(); });
}

/// Without workers that are silent.
template <typename T>
server::Star Products<T>::present_star(int without) {
  std::erase_if(silent_, [](const Silent& silent) { return silent.unfinished->are_over(); });
  const std::vector<int> silent = silent_ranks();
  server::Star star = service_.star;
  star.server = -1; // no simulation looks at it
  std::erase_if(star.workers, [&](const server::Worker& worker) {
    return std::ranges::find(silent, worker.process) != silent.end() ||
           (without != 0 && worker.process == without);
  });
  return star;
}

/// If nobody is left, or the policy is none for those who are, the server computes alone.
template <typename T>
typename Products<T>::Team Products<T>::team_for(const server::Product& product, int without) {
  const plan::QuietArithmetic quiet;
  if (server::Star star = present_star(without); !star.workers.empty()) {
    // What tasks leave with a worker is used again: the more the better.
    if (!product.added)
      star = server::with_shares(star, product);
    try {
      auto policy = server::make_policy(service_.policy, star, product);
      return {std::move(star), std::move(policy)};
    } catch (const ArgumentError&) {
    }
  }
  const double seconds = service_.star.server_seconds_per_update;
  server::Star alone = service_.star;
  alone.server = -1;
  alone.workers = {{0, seconds > 0 ? seconds : alone.workers.front().seconds_per_update, 0, 0, 0}};
  auto policy = server::make_policy(service_.policy, alone, product);
  return {std::move(alone), std::move(policy)};
}

template <typename T>
std::vector<int> Products<T>::silent_ranks() const {
  std::vector<int> ranks;
  for (const Silent& silent : silent_)
    ranks.insert(ranks.end(), silent.ranks.begin(), silent.ranks.end());
  std::ranges::sort(ranks);
  return ranks;
}

template <typename T>
void Products<T>::multiply(ServedProduct<T> served, int without) {
  if (served.product.m == 0 || served.product.n == 0) {
    if (served.meanwhile)
      served.meanwhile([] {});
    return;
  }
  if (served.product.k == 0 || served.alpha == T(0)) {
    kernel::scale(served.product.m, served.product.n, served.beta, served.c.data, served.c.ld);
    if (served.meanwhile)
      served.meanwhile([] {});
    return;
  }
  served.product =
      server::product_for(service_.policy, complete(served.product, service_.block_size,
                                                    static_cast<int>(sizeof(T)), served.beta == T(0)));
  const auto [star, policy] = team_for(served.product, without);
  const auto tell = [&, &workers = star.workers](const std::vector<Index>& room) {
    at_work_ = true;
    for (const server::Worker& worker : workers)
      if (const int rank = worker.process; rank != 0)
        words_->send(
            {Word<T>::product, 0, served.product, served.alpha, room[static_cast<std::size_t>(rank)]}, rank,
            comm_);
  };
  server::Observer observer;
  if (listener_.transfer)
    observer = [this, &served, &star = star](const server::Transfer& transfer, const server::Occurrence&) {
      listener_.transfer(served.product, star, transfer);
    };
  served.gives_up = true;
  Messages unfinished;
  const ServedOutcome outcome =
      serve_told_gemm<T>(comm_, served, star, *policy, observer, tell, shared_, paces_, unfinished);
  at_work_ = false;
  static_cast<void>(words_->are_heard());
  if (unfinished)
    silent_.push_back({outcome.silent, std::move(unfinished)});
  bytes_moved_ += outcome.bytes;
  if (listener_.product)
    listener_.product(served.product, star, outcome);
}

template <typename T>
Index Products<T>::factor(int process, Index m, Index n, ServedMatrix<T> a, int* ipiv,
                          const std::function<void()>& attend) {
  const auto worker = std::ranges::find(service_.star.workers, process, &server::Worker::process);
  if (process != 0 && worker != service_.star.workers.end())
    if (const std::optional<Index> info = factored_by(*worker, m, n, a, ipiv, attend)) {
      panel_processes_.push_back(process);
      return *info;
    }
  panel_processes_.push_back(0);
  return factor_panel(strips_, m, n, a, ipiv, attend);
}

template <typename T>
std::optional<Index> Products<T>::factored_by(const server::Worker& worker, Index m, Index n,
                                              ServedMatrix<T> a, int* ipiv,
                                              const std::function<void()>& attend) {
  const int rank = worker.process;
  // There is room for a single copy.
  const auto in_the_way = [rank](const Silent& silent) {
    return silent.panel || std::ranges::find(silent.ranks, rank) != silent.ranks.end();
  };
  if (std::ranges::any_of(silent_, in_the_way))
    return {};
  const double blocks = static_cast<double>(m * n) / std::pow(static_cast<double>(service_.block_size), 2),
               columns = static_cast<double>(n) / static_cast<double>(service_.block_size);
  const double seconds = 2 * (worker.latency + blocks * worker.seconds_per_block) +
                         blocks * columns / 2 * worker.seconds_per_update;
  Liveness::Pace& pace = paces_[static_cast<std::size_t>(rank)];
  Liveness liveness(1);
  liveness.remember(0, pace);
  liveness.tick(kernel::now());
  auto travelling =
      std::make_unique<TravellingPanel<T>>(comm_, rank, m, n, ServedMatrix<const T>{a.data, a.ld});
  TravellingPanel<T>& panel = *travelling;
  // Whatever goes wrong from here on, messages may be under way from and to its memory.
  silent_.push_back({{rank}, std::move(travelling), true});
  const bool at_work = std::exchange(at_work_, true);
  words_->send({Word<T>::panel, 0, {.m = m, .n = n}, T(0), 0}, rank, comm_);
  panel.send();
  bytes_moved_ += 2 * static_cast<double>(m * n) * sizeof(T);
  liveness.expect(0, seconds);
  comm::wait_until([&] {
    attend();
    liveness.tick(kernel::now());
    return panel.are_over() || liveness.is_late(0);
  });
  static_cast<void>(words_->are_heard());
  at_work_ = at_work;
  if (!panel.are_over()) {
    if (listener_.stall)
      listener_.stall(rank);
    return {};
  }
  liveness.heard(0, seconds);
  pace = liveness.pace(0);
  if (listener_.panel)
    listener_.panel(rank, m * n, panel.seconds());
  const Index info = panel.take(a, ipiv);
  silent_.pop_back();
  return info;
}

template <typename T>
std::vector<int> Products<T>::end(Index info) {
  ended_ = true;
  std::erase_if(silent_, [](const Silent& silent) { return silent.unfinished->are_over(); });
  say_to_all({Word<T>::end, info});
  return silent_ranks();
}

template <typename T>
Index work_for_products(MPI_Comm comm) {
  std::vector<Room> room = rooms(comm);
  const Room mine = agreed_room(comm, room);
  if (mine.legal == 0)
    throw SystemError("the server of a product has no memory, or illegal arguments");
  const comm::Reservation memory(comm, purpose, mine.bytes + MappedRoom::memory(mine.bytes));
  const SharedRooms shared(comm, bytes_of(room));
  const int rank = comm::rank_in(comm);
  MappedRoom mapped(shared.of(rank), mine.bytes - small_memory);
  for (;;) {
    Word<T> word;
    comm::wait(comm::receive(&word, sizeof word, 0, server_message::word, comm, comm::Content::facts));
    if (word.meaning == Word<T>::failure)
      throw SystemError("the server of a product has failed");
    if (word.meaning == Word<T>::end)
      return word.info;
    if (word.meaning == Word<T>::panel) {
      mapped.make_room(static_cast<std::size_t>(word.served.m * word.served.n) * sizeof(T));
      factor_for_server<T>(comm, word.served.m, word.served.n);
      continue;
    }
    work_for_told_gemm<T>(comm, word.served, word.alpha, word.room, mapped);
  }
}

#define HG_PRODUCTS(T)                                                                                       \
  template class Products<T>;                                                                                \
  template Index work_for_products<T>(MPI_Comm);
HG_PRODUCTS(float)
HG_PRODUCTS(double)
HG_PRODUCTS(std::complex<float>)
HG_PRODUCTS(std::complex<double>)
#undef HG_PRODUCTS

} // namespace hetgrid::linalg
