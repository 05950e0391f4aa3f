// A call whose matrices are on one process, the server, with workers: those of a second context.
#pragma once

#include "api/border.hpp"
#include "api/controls.hpp"
#include "api/operand.hpp"
#include "linalg/server/products.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::api {

/// What `auto` finds the policy for.
enum class Served { product, factorization };

class ServerCall {
public:
  /// \param grid of the workers and the server \param context of the descriptors, on this process; -1: not the server
  /// Local.
  ServerCall(const comm::Grid& grid, int context);
  /// All mean the same grid of workers, and hear how many have matrices. Collective, before anything else. \return INFO, told:
  /// -position, that of the context of the workers, or 0
  int meet(const char* routine, int position);

  bool serves() const { return has_matrices_; }

  /// A matrix of the server: an m x n submatrix. Others have no descriptor; row and column must be the same everywhere.
  template <typename T>
  void check(ArgumentChecker& check, const Operand<T>& x, int m, int n) const {
    if (servers_ != 1 || (serves() && !server_grid_))
      check.illegal(x.position + 3, ctxt_);
    if (server_grid_)
      return x.check(check, *server_grid_, m, n);
    check.no_descriptor(x.position + 3);
    check.integer(x.position + 1, x.i, 1);
    check.integer(x.position + 2, x.j, 1);
  }
  /// Where the submatrix begins. Of the server, with legal arguments.
  template <typename T>
  linalg::ServedMatrix<T> place(const Operand<T>& x) const {
    return {x.data + (x.i - 1) + (x.j - 1) * static_cast<layout::Index>(x.desc.lld), x.desc.lld};
  }

  /// serve(products) on the server, returning INFO, while the others work: \return INFO on every process.
  /// \param largest  no product exceeds it. Collective \throws SystemError, on every process; if the server fails while workers
  /// wait for its messages, the program ends
  template <typename T, typename Serve>
  int run(Served served, server::Product largest, Serve&& serve) {
    largest.element_bytes = static_cast<int>(sizeof(T));
    const std::optional<linalg::Service> service = find_service(served, largest);
    if (!serves())
      return static_cast<int>(linalg::work_for_products<T>(comm_.get()));
    linalg::Products<T> products(comm_.get(), *service, largest);
    layout::Index info = 0;
    try {
      info = serve(products);
    } catch (const std::exception& error) {
      if (products.workers_wait())
        end_program(error.what());
      throw;
    }
    if (!products.end(info).empty()) // their messages are still to come
      static_cast<void>(std::make_unique<comm::Communicator>(std::move(comm_)).release());
    return static_cast<int>(info);
  }

private:
  [[noreturn]] static void end_program(const char* why);
  /// On the server. Collective. \throws SystemError, on every process, if it has no plan
  std::optional<linalg::Service> find_service(Served served, const server::Product& largest);
  /// By cycle-times, hosts and free memory of all. Local to the server.
  linalg::Service planned(Served served, const server::Product& largest, const Controls& variables,
                          const std::vector<double>& times, const std::vector<std::string>& hosts,
                          const std::vector<double>& free) const;

  const comm::Grid& grid_;
  bool has_matrices_ = false; ///< this process is in the context of the descriptors
  const comm::Grid* server_grid_ =
      nullptr; ///< of the descriptors; nullptr: not the server, or there are more processes in it
  int servers_ = 0;
  comm::Communicator comm_; ///< the processes of the grid, the server first
};

} // namespace hetgrid::api
