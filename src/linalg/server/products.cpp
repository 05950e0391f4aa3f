#include "linalg/server/products.hpp"

#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_memory.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/server/start.hpp"

#include <cmath>

namespace hetgrid::linalg {
namespace {

/// What the server says before every product.
struct Word {
  enum Meaning : Index { product, end, failure } meaning = product;
  Index info = 0;
};

void say(Word word, MPI_Comm comm) {
  comm::broadcast(&word, 1, 0, comm);
}

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

/// What policies remember, bytes: of the blocks of C, and, where several workers have a part in one, of tasks and of the
/// blocks that every worker has.
std::size_t policy_memory(const Service& service, const server::Product& largest) {
  constexpr Index of_block = 128, of_task = 8;
  const Index r = largest.r(), s = largest.s(), t = largest.t();
  Index bytes = of_block * r * s;
  if (server::product_for(service.policy, largest).added)
    bytes += of_task * r * s * t + std::ssize(service.star.workers) * of_block * (r * s + r * t + s * t);
  return static_cast<std::size_t>(bytes);
}

/// As serve_gemm and work_for_gemm demand it.
void find_room(const Service& service, const server::Product& largest, std::vector<Room>& room) {
  constexpr std::size_t planning = std::size_t{4} << 20; // pivots are an element of a line each
  const Index all = largest.m * largest.n + (largest.m + largest.n) * largest.k;
  const auto bytes = [&](Index elements) {
    return static_cast<std::size_t>(elements * largest.element_bytes);
  };
  for (Room& each : room)
    each = {1, small_memory};
  Index server = 0;
  for (const server::Worker& worker : service.star.workers) {
    if (worker.process < 0 || worker.process >= std::ssize(room))
      throw ArgumentError("process of a worker", std::to_string(worker.process),
                          "a rank below " + std::to_string(room.size()));
    if (worker.process == 0)
      continue;
    const Index mine = std::min(server::capacity(largest, worker), all); // shares may be smaller
    room[static_cast<std::size_t>(worker.process)].bytes += bytes(mine);
    server = service.star.port == plan::Port::one ? std::max(server, 2 * mine) : server + 2 * mine;
  }
  room[0].bytes += bytes(server) + planning + bytes(2 * largest.k) +
                   small_memory * service.star.workers.size() + policy_memory(service, largest);
}

/// This process's. Collective.
Room agreed_room(MPI_Comm comm, std::vector<Room>& room) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  comm::broadcast(room.data(), room.size(), 0, comm);
  return room[static_cast<std::size_t>(rank)];
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
std::size_t announced_room(MPI_Comm comm, const Service& service, const server::Product& largest) {
  std::vector<Room> room = rooms(comm);
  try {
    server::validate(service.star);
    server::validate(largest);
    find_room(service, largest, room);
    make_policy(service.policy, service.star, server::product_for(service.policy, largest));
  } catch (...) {
    for (Room& each : room)
      each.legal = 0;
    agreed_room(comm, room);
    throw;
  }
  return agreed_room(comm, room).bytes;
}

} // namespace

server::Star with_shares(server::Star star, const server::Product& product) {
  constexpr double chunks_of_worker = 6;
  const double blocks = static_cast<double>(product.r()) * static_cast<double>(product.s()),
               share = blocks / (chunks_of_worker * static_cast<double>(star.workers.size()));
  const Index most = server::buffers_needed(server::MemoryLayout::overlapped,
                                            std::max<Index>(1, static_cast<Index>(std::sqrt(share))));
  for (server::Worker& worker : star.workers)
    worker.buffers = worker.buffers > 0 ? std::min(worker.buffers, most) : most;
  return star;
}

template <typename T>
Products<T>::Products(MPI_Comm comm, const Service& service, const server::Product& largest)
    : comm_(comm), service_(service),
      largest_(complete(largest, service.block_size, static_cast<int>(sizeof(T)), false)),
      memory_(comm, purpose, announced_room(comm, service, largest_)) {}

template <typename T>
Products<T>::~Products() {
  if (!ended_)
    try {
      say({Word::failure, 0}, comm_);
    } catch (...) { // MPI itself: nobody can be told
    }
}

template <typename T>
void Products<T>::multiply(ServedProduct<T> served) {
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
  // What tasks leave with a worker is used again: the more the better.
  const server::Star star =
      served.product.added ? service_.star : with_shares(service_.star, served.product);
  const auto policy = server::make_policy(service_.policy, star, served.product);
  say({Word::product, 0}, comm_);
  const server::Outcome outcome = serve_gemm<T>(comm_, served, star, *policy);
  bytes_moved_ += outcome.bytes;
}

template <typename T>
void Products<T>::end(Index info) {
  ended_ = true;
  say({Word::end, info}, comm_);
}

template <typename T>
Index work_for_products(MPI_Comm comm) {
  std::vector<Room> room = rooms(comm);
  const Room mine = agreed_room(comm, room);
  if (mine.legal == 0)
    throw SystemError("the server of a product has no memory, or illegal arguments");
  const comm::Reservation memory(comm, purpose, mine.bytes);
  for (;;) {
    Word word;
    comm::broadcast(&word, 1, 0, comm);
    if (word.meaning == Word::failure)
      throw SystemError("the server of a product has failed");
    if (word.meaning == Word::end)
      return word.info;
    work_for_gemm<T>(comm);
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
