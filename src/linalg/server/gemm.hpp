// C = alpha op(A) op(B) + beta C, all three on one process, the server, with workers of bounded memory: [Dongarra06].
//
// The policy is asked what to send next; the server posts it, and computes itself in between if the star says so. Workers
// compute while they receive.
#pragma once

#include "hetgrid/server.hpp"
#include "kernel/blas.hpp"
#include "linalg/server/liveness.hpp"
#include "linalg/server/shared_rooms.hpp"

#include <complex>
#include <functional>
#include <memory>
#include <mpi.h>
#include <vector>

namespace hetgrid::linalg {

using layout::Index;

/// A column-major array of the server's.
template <typename T>
struct ServedMatrix {
  T* data = nullptr;
  Index ld = 1;
};

/// What the server computes: C is product.m x product.n, op(A) product.m x product.k, op(B) product.k x product.n.
template <typename T>
struct ServedProduct {
  server::Product product; ///< element_bytes, zero_c: as of T and beta; all results are returned
  kernel::Transpose trans_a = kernel::Transpose::no, trans_b = kernel::Transpose::no;
  T alpha = T(1);
  ServedMatrix<const T> a, b;
  T beta = T(0);
  ServedMatrix<T> c;
  /// What the server has to do itself, if anything, while workers compute: it calls its argument now and then, which sends and
  /// receives. It must not touch what belongs to the product. No worker waits for the server's own part of the product meanwhile.
  std::function<void(const std::function<void()>& attend)> meanwhile;
  /// In the end no longer wait for workers that do not answer: ServedOutcome::silent. Then the communicator is of no more use.
  bool gives_up = false;
  Patience patience = {};
  Index done = 0; ///< blocks of C that hold their results already: the policy leaves them out
};

/// What happened, as the server saw it.
struct ServedOutcome : server::Outcome {
  std::vector<Index> stalls; ///< how often others did the part of each worker, since it was not heard of
  std::vector<int> silent;   ///< processes that did not answer in the end
};

/// Rank 0 of `comm`. Worker k of the star is the process of that rank, star.workers[k].process; 0 is the server itself, which
/// uses its matrices where they are. No worker has more elements of A, B and C than its buffers have room for; on the way
/// the server holds a copy of at most two transfers of every link, and of what waits for a worker that has done its oldest
/// updates before long. With workers on its host it shares the memory of both (SharedRooms). beta = 0 does not read C.
/// The same plan of transfers gives the same bits, unless results are added (Product::added), in the order in which they come.
/// A worker that is not heard of for much longer than its own record explains is replaced, by others where the policy can do that,
/// else by the server, until it answers again.
/// Collective over `comm`, with work_for_gemm on all others. The observer hears of every transfer when its updates are done.
/// \throws SystemError, on every process, if one has no memory;
/// ArgumentError, on the server alone and before anybody is sent anything, if star or product are illegal: then nobody waits
template <typename T>
ServedOutcome serve_gemm(MPI_Comm comm, const ServedProduct<T>& product, const server::Star& star,
                         server::Policy& policy, const server::Observer& observer = {});

/// What is still under way, from and to workers that did not answer in the end, when a product is over. It must live as long.
class UnfinishedMessages {
public:
  virtual ~UnfinishedMessages() = default;
  /// Hears whether they have answered since then. \return whether all have, and nothing is under way any more
  virtual bool are_over() = 0;
};

/// Tells workers that a product begins. \param room  by rank: elements of A, B and C that each may hold
using Tell = std::function<void(const std::vector<Index>& room)>;

/// One of several products, for each of which memory is there. Not collective: the workers are told one by one, then they call
/// work_for_told_gemm. In the end those who do not answer are no longer waited for.
/// \param shared  with room for what each may hold \param paces  by rank: what is known of them, and what is found
/// \param unfinished  of those who did not answer; else left as it is
template <typename T>
ServedOutcome serve_told_gemm(MPI_Comm comm, const ServedProduct<T>& product, const server::Star& star,
                              server::Policy& policy, const server::Observer& observer, const Tell& tell,
                              SharedRooms& shared, std::vector<Liveness::Pace>& paces,
                              std::unique_ptr<UnfinishedMessages>& unfinished);
template <typename T>
void work_for_told_gemm(MPI_Comm comm, const server::Product& product, T alpha, Index room,
                        MappedRoom& shared);

/// All other ranks. \return the most elements of A, B and C that this process held at once
template <typename T>
Index work_for_gemm(MPI_Comm comm);

} // namespace hetgrid::linalg
