// A panel of an LU factorization with partial pivoting, in one place: at the server, or on a worker to which all of it travels.
#pragma once

#include "comm/messages.hpp"
#include "comm/pending_messages.hpp"
#include "hetgrid/server_lu.hpp"
#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/rows.hpp"
#include "kernel/trsm.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/strips.hpp"
#include "linalg/server/transfer_message.hpp"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace hetgrid::linalg {

/// P A = L U of m >= n, by narrower panels, between which attend() is called. \param ipiv  n pivots, from 1
/// \param in_a_hurry  others wait for attend(): updates are cut into short strips \return as LAPACK's getrf
template <typename T, typename Attend>
Index factor_panel(Strips& strips, Index m, Index n, ServedMatrix<T> a, int* ipiv, Attend&& attend,
                   bool in_a_hurry = true) {
  constexpr Index inner = server::lu::panel_block;
  const auto at = [&](Index i, Index j) { return a.data + i + j * a.ld; };
  const auto narrow = [](Index x) { return static_cast<int>(x); };
  std::array<std::int64_t, inner> pivots; // from 0, counted from row i
  Index info = 0;
  for (Index i = 0; i < n; i += inner) {
    const Index w = std::min(inner, n - i), next = i + w, right = n - next;
    const int zero = kernel::getrf(narrow(m - i), narrow(w), at(i, i), narrow(a.ld), ipiv + i);
    if (zero > 0 && info == 0)
      info = i + zero;
    for (Index k = 0; k < w; ++k) {
      pivots[static_cast<std::size_t>(k)] = ipiv[i + k] - 1;
      ipiv[i + k] += narrow(i);
    }
    const auto of_block = std::span<const std::int64_t>(pivots).first(static_cast<std::size_t>(w));
    kernel::interchange_rows(of_block, i, at(i, 0), a.ld);
    kernel::interchange_rows(of_block, right, at(i, next), a.ld);
    attend();
    if (right > 0) {
      kernel::trsm(kernel::Side::left, kernel::Uplo::lower, kernel::Transpose::no, kernel::Diag::unit,
                   narrow(w), narrow(right), T(1), at(i, i), narrow(a.ld), at(i, next), narrow(a.ld));
      if (m > next)
        strips.multiply<T>(m - next, right, w, T(-1), {at(next, i), a.ld, kernel::Transpose::no},
                           {at(i, next), a.ld, kernel::Transpose::no}, T(1), at(next, next), a.ld, attend,
                           in_a_hurry);
    }
    attend();
  }
  return info;
}

/// On its way to a worker and back, as the server sees it: a copy, so that the server can factor the panel itself if the worker does
/// not answer.
template <typename T>
class TravellingPanel : public UnfinishedMessages {
public:
  TravellingPanel(MPI_Comm comm, int rank, Index m, Index n, ServedMatrix<const T> a)
      : comm_(comm), rank_(rank), m_(m), n_(n),
        elements_(std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(m * n))),
        numbers_(static_cast<std::size_t>(n) + 1) {
    kernel::copy(m, n, a.data, a.ld, elements_.get(), m);
  }

  /// When the worker has been told.
  void send() {
    each_part([&](std::byte* part, std::size_t size) {
      messages_.add(comm::send(part, size, rank_, server_message::panel, comm_), 0);
    });
  }
  /// Whether the factors are here.
  bool are_over() override {
    messages_.test_some([](int) {});
    if (messages_.empty() && !returning_) {
      returning_ = true;
      each_part([&](std::byte* part, std::size_t size) {
        messages_.add(comm::receive(part, size, rank_, server_message::panel, comm_), 0);
      });
      messages_.add(comm::receive(numbers_.data(), numbers_.size() * sizeof(int), rank_,
                                  server_message::panel, comm_, comm::Content::facts),
                    0);
      messages_.add(comm::receive(&seconds_, sizeof seconds_, rank_, server_message::panel, comm_,
                                  comm::Content::facts),
                    0);
    }
    return messages_.empty();
  }

  /// That the worker took, once the factors are here.
  double seconds() const { return seconds_; }
  /// The factors, then. \return as LAPACK's getrf
  Index take(ServedMatrix<T> a, int* ipiv) const {
    kernel::copy(m_, n_, elements_.get(), m_, a.data, a.ld);
    std::copy_n(numbers_.begin(), n_, ipiv);
    return numbers_.back();
  }

private:
  template <typename Visit>
  void each_part(Visit&& visit) {
    each_message(static_cast<std::size_t>(m_ * n_) * sizeof(T), [&](std::size_t offset, std::size_t size) {
      visit(reinterpret_cast<std::byte*>(elements_.get()) + offset, size);
    });
  }

  MPI_Comm comm_;
  int rank_;
  Index m_, n_;
  std::unique_ptr<T[]> elements_;
  std::vector<int> numbers_; ///< pivots and INFO
  double seconds_ = 0;
  comm::PendingMessages<int> messages_;
  bool returning_ = false;
};

/// The worker's part.
template <typename T>
void factor_for_server(MPI_Comm comm, Index m, Index n) {
  const auto elements = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(m * n));
  std::vector<int> numbers(static_cast<std::size_t>(n) + 1);
  const auto each_part = [&](auto&& visit) {
    each_message(static_cast<std::size_t>(m * n) * sizeof(T), [&](std::size_t offset, std::size_t size) {
      visit(reinterpret_cast<std::byte*>(elements.get()) + offset, size);
    });
  };
  each_part([&](std::byte* part, std::size_t size) {
    comm::wait(comm::receive(part, size, 0, server_message::panel, comm));
  });
  Strips strips;
  const double begin = kernel::now();
  numbers.back() = static_cast<int>(factor_panel<T>(
      strips, m, n, {elements.get(), m}, numbers.data(), [] {}, false));
  const double seconds = kernel::now() - begin;
  each_part([&](std::byte* part, std::size_t size) {
    comm::wait(comm::send(part, size, 0, server_message::panel, comm));
  });
  comm::wait(comm::send(numbers.data(), numbers.size() * sizeof(int), 0, server_message::panel, comm,
                        comm::Content::facts));
  comm::wait(comm::send(&seconds, sizeof seconds, 0, server_message::panel, comm, comm::Content::facts));
}

} // namespace hetgrid::linalg
