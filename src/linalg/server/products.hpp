// Products one after the other by one server and the same workers: what factorizations and solvers are made of.
//
// Workers wait for the next product, or for the end, in work_for_products. All memory is taken at the beginning.
#pragma once

#include "comm/agreement.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/strips.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::linalg {

/// Who computes the products of a server, and how.
struct Service {
  server::Star star; ///< workers are ranks of the communicator, 0 the server
  std::string policy = "guided";
  Index block_size = 1; ///< q
};

/// What the server says before every product, to each worker, and in the end.
template <typename T>
struct Word {
  enum Meaning : Index { product, panel, end, failure } meaning = end;
  Index info = 0;              ///< in the end
  server::Product served = {}; ///< one that begins; of a panel m and n
  T alpha = T(0);
  Index room = 0; ///< elements of A, B and C that the worker may hold
};

/// Hears of what is done.
struct ProductsListener {
  using Product = server::Product;
  using Star = server::Star;
  /// A transfer is over, and its updates are done.
  std::function<void(const Product&, const Star&, const server::Transfer&)> transfer = {};
  /// A product is.
  std::function<void(const Product&, const Star&, const ServedOutcome&)> product = {};
  /// A worker has factored a panel of so many elements in so many seconds.
  std::function<void(int process, Index elements, double seconds)> panel = {};
  /// A worker that has a panel does not answer: the server factors it.
  std::function<void(int process)> stall = {};
};

/// A worker that does not answer in the end of a product is left out of the next ones, until it does.
template <typename T>
class Products {
public:
  /// Rank 0 of `comm`, with work_for_products on all others. \param largest  no product exceeds it in any dimension
  /// \throws SystemError, on every process, if one has no memory; ArgumentError, here, and SystemError on all others, if star,
  /// product or policy are illegal
  Products(MPI_Comm comm, const Service& service, const server::Product& largest);
  /// Workers that have not been told the end learn that there is an error.
  ~Products();
  Products(const Products&) = delete;
  Products& operator=(const Products&) = delete;

  Index block_size() const { return service_.block_size; }
  const Service& service() const { return service_; }
  /// Processes that wait for messages of the server.
  double others() const { return static_cast<double>(std::max<std::size_t>(1, paces_.size() - 1)); }
  /// C = alpha op(A) op(B) + beta C; block size, element_bytes, zero_c and returned are set here. C may be empty.
  /// \param without  a process that has no part in it; 0: all have
  void multiply(ServedProduct<T> served, int without = 0);
  /// P A = L U, m x n, in place, by the server or by a worker that has no part in a product meanwhile and room for all of it. If it
  /// does not answer, the server takes over. attend() is called while that is waited for, or done.
  /// \param ipiv  from 1 \return as LAPACK's getrf
  Index factor(int process, Index m, Index n, ServedMatrix<T> a, int* ipiv,
               const std::function<void()>& attend);
  void tell(ProductsListener listener) { listener_ = std::move(listener); }
  /// After an exception: workers wait for the rest of a product, or with a panel, and do not hear that the server has failed.
  bool workers_wait() const { return at_work_; }
  /// Dismisses the workers, who return `info`. \return ranks that do not answer: the communicator is of no more use then
  std::vector<int> end(Index info);

  /// Of all products.
  double bytes_moved() const { return bytes_moved_; }
  /// Who factored panels, in their order.
  const std::vector<int>& panel_processes() const { return panel_processes_; }
  /// Who did not answer in the end of a product, or with a panel, and had not when the last product began.
  std::vector<int> silent_ranks() const;

private:
  using Messages = std::unique_ptr<UnfinishedMessages>;
  class Words;
  /// Who did not answer in the end of an earlier product, or has, or had, a panel.
  struct Silent {
    std::vector<int> ranks;
    Messages unfinished;
    bool panel = false;
  };
  /// Of a product.
  struct Team {
    server::Star star;
    std::unique_ptr<server::Policy> policy;
  };

  server::Star present_star(int without);
  Team team_for(const server::Product& product, int without);
  /// \return nothing if it does not answer
  std::optional<Index> factored_by(const server::Worker& worker, Index m, Index n, ServedMatrix<T> a,
                                   int* ipiv, const std::function<void()>& attend);
  void say_to_all(const Word<T>& word);

  MPI_Comm comm_;
  const Service& service_;
  server::Product largest_;
  std::vector<std::size_t> bytes_; ///< by rank, of the memory that each may take
  comm::Reservation memory_;
  SharedRooms shared_;
  bool ended_ = false, at_work_ = false;
  double bytes_moved_ = 0;
  std::vector<int> panel_processes_;
  Strips strips_;
  ProductsListener listener_;
  std::vector<Liveness::Pace> paces_; ///< by rank
  std::vector<Silent> silent_;
  std::unique_ptr<Words> words_; ///< on their way
};

/// All other ranks. \return INFO as the server tells it \throws SystemError if it has failed
template <typename T>
Index work_for_products(MPI_Comm comm);

} // namespace hetgrid::linalg
