// Triangular solves for few right-hand sides.
//
// With few right-hand sides a solve reads A once, and all the rest is waiting: a step that has to go round
// the processes costs what a process takes to get its core back, milliseconds on a slow one. So: few steps. X
// is solved for in windows w of 512 indices, by one process, the root, which gets all diagonal blocks A(w, w)
// beforehand. With M = op(A) (here lower triangular; upper: from the last window to the first), for every w:
//
//     root      x_w = M(w, w)^-1 (b_w - sum over processes of s_w)
//     root      x_w to all
//     all       s_v += M(v, w) x_w, restricted to the own part of A,   v the window after w
//     all       s_v to the root
//     all       s_u += M(u, w) x_w for all windows u after v
//
// The last line, nearly all of the work, is done while s_v and x_v travel. One exchange of a w x nrhs matrix
// a window; everyone has X in the end. The sums are added in the order of ranks: same input, same bits.
#include "linalg/solve_triangular.hpp"

#include "comm/collectives.hpp"
#include "comm/messages.hpp"
#include "hetgrid/error.hpp"
#include "kernel/blas_level_2.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "linalg/axis_runs.hpp"
#include "measure/profile.hpp"
#include "runtime/engine.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Transpose;
using kernel::Uplo;
using measure::Phase;
using measure::Profile;

constexpr int right_hand_side_tag = 1, diagonal_block_tag = 2, partial_sums_tag = 3;

template <typename T>
MPI_Request start_send(const T* data, Index count, int to, int tag, MPI_Comm comm) {
  return count > 0 ? comm::send(data, static_cast<std::size_t>(count) * sizeof(T), to, tag, comm)
                   : MPI_REQUEST_NULL;
}

template <typename T>
MPI_Request start_receive(T* data, Index count, int from, int tag, MPI_Comm comm) {
  return count > 0 ? comm::receive(data, static_cast<std::size_t>(count) * sizeof(T), from, tag, comm)
                   : MPI_REQUEST_NULL;
}

/// Adds start(data, count) of the messages in which so many elements travel: MPI takes less than 2 GiB at once.
template <typename T, typename Start>
void start_in_parts(T* data, Index count, std::vector<MPI_Request>& requests, Start&& start) {
  constexpr Index largest = (Index{1} << 30) / static_cast<Index>(sizeof(T));
  for (Index first = 0; first < count; first += largest)
    requests.push_back(start(data + first, std::min(largest, count - first)));
}

void wait_for(MPI_Request request) {
  const Phase phase(&Profile::idle);
  comm::wait(request);
}

void wait_all(std::span<MPI_Request> requests) {
  runtime::wait([&] { return comm::test_all(requests); });
}

int fastest_process(const Grid& grid) {
  int fastest = 0;
  const auto cycle_time = [&](int rank) { return grid.cycle_time(rank / grid.q(), rank % grid.q()); };
  for (int rank = 1; rank < grid.p() * grid.q(); ++rank)
    if (cycle_time(rank) < cycle_time(fastest))
      fastest = rank;
  return fastest;
}

/// Y += op(A) X, with level 2 for one right-hand side, where the BLAS's gemm copies all of A.
template <typename T>
void add_product(Transpose trans, Index m, Index n, Index nrhs, const T* a, Index lda, const T* x, Index ldx,
                 T* y, Index ldy) {
  const int rows = static_cast<int>(m), columns = static_cast<int>(n);
  if (m == 0 || n == 0)
    return;
  if (nrhs == 1)
    return kernel::gemv(trans, rows, columns, T(1), a, static_cast<int>(lda), x, T(1), y);
  const bool no = trans == Transpose::no;
  kernel::gemm(trans, Transpose::no, no ? rows : columns, static_cast<int>(nrhs), no ? columns : rows, T(1),
               a, static_cast<int>(lda), x, static_cast<int>(ldx), T(1), y, static_cast<int>(ldy));
}

template <typename T>
void solve_locally(Uplo uplo, Transpose trans, Diag diag, Index m, Index nrhs, const T* a, Index lda, T* x,
                   Index ldx) {
  const int size = static_cast<int>(m);
  if (nrhs == 1)
    return kernel::trsv(uplo, trans, diag, size, a, static_cast<int>(lda), x);
  kernel::trsm(kernel::Side::left, uplo, trans, diag, size, static_cast<int>(nrhs), T(1), a,
               static_cast<int>(lda), x, static_cast<int>(ldx));
}

} // namespace

template <typename T>
FewRightHandSides<T>::FewRightHandSides(Grid& grid, const Submatrix<const T>& a, Triangles triangles,
                                        Index nrhs)
    : grid_(grid), a_(a), triangles_(triangles), nrhs_(nrhs), root_(fastest_process(grid)) {
  reserve();
  const Phase phase(&Profile::exchange);
  is_root() ? receive_diagonal_blocks() : send_diagonal_blocks();
}

template <typename T>
FewRightHandSides<T>::~FewRightHandSides() {
  // No solve waits for the messages with my diagonal blocks. A destructor cannot report.
  try {
    wait_all(block_requests_);
  } catch (const Error&) {
  }
}

template <typename T>
std::size_t FewRightHandSides<T>::memory(const Grid& grid, const Submatrix<const T>& a, Index nrhs) {
  const bool is_root = grid.rank() == fastest_process(grid);
  const int processes = grid.p() * grid.q();
  const Index w = std::min(window, a.m), local = std::max(a.local_rows(grid), a.local_columns(grid)),
              windows = (a.m + window - 1) / window;
  const Index vectors = is_root ? 2 * a.m * nrhs + a.m : (a.m + 1) * nrhs + a.m,
              parts = (2 * w + local + w * (is_root ? std::max(grid.p(), grid.q()) : 1)) * nrhs,
              blocks = is_root ? a.m * w + w * w : a.local_rows(grid) * w;
  constexpr std::size_t of_block = sizeof(MPI_Request) + 2 * sizeof(Index);
  return runtime::bytes_of<T>(vectors + parts + blocks) +
         static_cast<std::size_t>((windows + 2) * (is_root ? processes : 1)) * of_block +
         64 * static_cast<std::size_t>(w + processes);
}

template <typename T>
void FewRightHandSides<T>::reserve() {
  const auto size = [](Index count) { return static_cast<std::size_t>(count); };
  const int processes = grid_.p() * grid_.q();
  x_.resize(size(a_.m * nrhs_));
  scratch_.resize(size(is_root() ? a_.m * nrhs_ : a_.m));
  if (processes == 1)
    return;
  const Index w = std::min(window, a_.m);
  window_buffer_.resize(size(w * nrhs_));
  local_part_.resize(size(w * nrhs_));
  partial_sums_.resize(size(std::max(a_.local_rows(grid_), a_.local_columns(grid_)) * nrhs_));
  partial_buffer_.resize(size(w * nrhs_ * (is_root() ? std::max(grid_.p(), grid_.q()) : 1)));
  partial_requests_.assign(size(is_root() ? processes : 1), MPI_REQUEST_NULL);
  const int senders = is_root() ? processes : 1;
  block_requests_.assign(size(windows() * senders), MPI_REQUEST_NULL);
  block_offset_.assign(1, 0);
  block_offset_.reserve(block_requests_.size() + 1);
  for (Index k = 0; k < windows(); ++k)
    for (int s = 0; s < senders; ++s) {
      const int owner = is_root() ? s : grid_.rank();
      block_offset_.push_back(block_offset_.back() +
                              (owner == root_ ? 0 : diagonal_block_size(window_of(k), place(owner))));
    }
  diagonal_blocks_.resize(size(block_offset_.back()));
  if (is_root())
    diagonal_block_.resize(size(w * w));
}

template <typename T>
auto FewRightHandSides<T>::window_of(Index k) const noexcept -> Window {
  return {k * window, std::min((k + 1) * window, a_.m)};
}

// ---- Diagonal blocks ----

/// Calls visit(row, column, local_row, local_column, length) for the pieces of columns of A(w, w), row and
/// column counted in the window, that `owner` has.
template <typename T>
template <typename Visit>
void FewRightHandSides<T>::visit_diagonal_block(const Window& w, Place owner, Triangles part,
                                                Visit&& visit) const {
  // Of hundreds of processes few own some.
  if (a_.rows.local_count(a_.i + w.begin, w.size(), owner.row) == 0 ||
      a_.columns.local_count(a_.j + w.begin, w.size(), owner.column) == 0)
    return;
  const Index first_row = a_.rows.local(a_.i + w.begin, owner.row);
  Index local_column = a_.columns.local(a_.j + w.begin, owner.column);
  std::vector<std::pair<Index, Index>> row_runs;
  for_each_run(a_.rows, a_.i + w.begin, w.size(), owner.row,
               [&](Index row, Index length) { row_runs.emplace_back(row, length); });
  for_each_run(a_.columns, a_.j + w.begin, w.size(), owner.column, [&](Index first_column, Index columns) {
    for (Index column = first_column; column < first_column + columns; ++column, ++local_column) {
      const Index begin = part == Triangles::lower ? column : 0;
      const Index end = part == Triangles::upper ? column + 1 : w.size();
      Index local_row = first_row;
      for (const auto& [row, length] : row_runs) {
        const Index from = std::max(begin, row), to = std::min(end, row + length);
        if (from < to)
          visit(from, column, local_row + from - row, local_column, to - from);
        local_row += length;
      }
    }
  });
}

template <typename T>
Index FewRightHandSides<T>::diagonal_block_size(const Window& w, Place owner) const {
  Index size = 0;
  visit_diagonal_block(w, owner, triangles_,
                       [&](Index, Index, Index, Index, Index length) { size += length; });
  return size;
}

template <typename T>
void FewRightHandSides<T>::send_diagonal_blocks() {
  for (std::size_t k = 0; k < block_requests_.size(); ++k) {
    const Index size = block_offset_[k + 1] - block_offset_[k];
    T* const message = diagonal_blocks_.data() + block_offset_[k];
    if (T* to = message; kernel::move_elements<T>(size))
      visit_diagonal_block(window_of(static_cast<Index>(k)), place(grid_.rank()), triangles_,
                           [&](Index, Index, Index local_row, Index local_column, Index length) {
                             to = std::copy_n(a_.data + local_row + local_column * a_.ld, length, to);
                           });
    block_requests_[k] = start_send(message, size, root_, diagonal_block_tag, grid_.all());
  }
}

template <typename T>
void FewRightHandSides<T>::receive_diagonal_blocks() {
  const int processes = grid_.p() * grid_.q();
  for (std::size_t k = 0; k < block_requests_.size(); ++k)
    block_requests_[k] =
        start_receive(diagonal_blocks_.data() + block_offset_[k], block_offset_[k + 1] - block_offset_[k],
                      static_cast<int>(k) % processes, diagonal_block_tag, grid_.all());
}

/// The triangle `part` of A(w, w), w window k, in diagonal_block_.
template <typename T>
void FewRightHandSides<T>::unpack_diagonal_block(Index k, Triangles part) {
  const Phase phase(&Profile::exchange);
  const Window w = window_of(k);
  const auto processes = static_cast<std::size_t>(grid_.p() * grid_.q());
  const std::size_t first = static_cast<std::size_t>(k) * processes;
  wait_all(std::span(block_requests_).subspan(first, processes));
  if (!kernel::move_elements<T>(w.size() * (w.size() + 1) / 2))
    return;
  T* const block = diagonal_block_.data();
  for (std::size_t s = 0; s < processes; ++s) {
    const int owner = static_cast<int>(s);
    const T* message = diagonal_blocks_.data() + block_offset_[first + s];
    if (owner == root_)
      visit_diagonal_block(w, place(owner), part,
                           [&](Index row, Index column, Index local_row, Index local_column, Index length) {
                             std::copy_n(a_.data + local_row + local_column * a_.ld, length,
                                         block + row + column * w.size());
                           });
    else
      visit_diagonal_block(w, place(owner), triangles_,
                           [&](Index row, Index column, Index, Index, Index length) {
                             std::copy_n(message, length, block + row + column * w.size());
                             message += length;
                           });
  }
}

// ---- Right-hand sides ----

template <typename T>
void FewRightHandSides<T>::gather(const Submatrix<const T>& b) {
  const Phase phase(&Profile::exchange);
  const auto part_of = [&](int rank) {
    const Place owner = place(rank);
    return std::pair{b.rows.local_count(b.i, b.m, owner.row), b.columns.local_count(b.j, b.n, owner.column)};
  };
  const auto unpack = [&](int rank, const T* from, Index ld) {
    for_each_run(b.columns, b.j, b.n, place(rank).column, [&](Index column, Index columns) {
      const T* rows = from;
      for_each_run(b.rows, b.i, b.m, place(rank).row, [&](Index row, Index length) {
        kernel::copy(length, columns, rows, ld, x_.data() + row + column * a_.m, a_.m);
        rows += length;
      });
      from += columns * ld;
    });
  };
  std::vector<MPI_Request> requests;
  if (!is_root()) {
    const auto [rows, columns] = part_of(grid_.rank());
    T* const message = x_.data(); // not in use before X is there
    kernel::copy(rows, columns, b.local_data(grid_), b.ld, message, rows);
    start_in_parts(message, rows * columns, requests, [&](const T* part, Index count) {
      return start_send(part, count, root_, right_hand_side_tag, grid_.all());
    });
    return wait_all(requests);
  }
  T* message = scratch_.data();
  const int processes = grid_.p() * grid_.q();
  for (int rank = 0; rank < processes; ++rank)
    if (const auto [rows, columns] = part_of(rank); rank != root_) {
      start_in_parts(message, rows * columns, requests, [&](T* part, Index count) {
        return start_receive(part, count, rank, right_hand_side_tag, grid_.all());
      });
      message += rows * columns;
    }
  unpack(root_, b.local_data(grid_), b.ld);
  wait_all(requests);
  message = scratch_.data();
  for (int rank = 0; rank < processes; ++rank)
    if (const auto [rows, columns] = part_of(rank); rank != root_) {
      unpack(rank, message, rows);
      message += rows * columns;
    }
}

template <typename T>
void FewRightHandSides<T>::scatter(const Submatrix<T>& b) const {
  const Phase phase(&Profile::exchange);
  T* to = b.local_data(grid_);
  for_each_run(b.columns, b.j, b.n, grid_.mycol(), [&](Index column, Index columns) {
    T* rows = to;
    for_each_run(b.rows, b.i, b.m, grid_.myrow(), [&](Index row, Index length) {
      kernel::copy(length, columns, x_.data() + row + column * a_.m, a_.m, rows, b.ld);
      rows += length;
    });
    to += columns * b.ld;
  });
}

template <typename T>
void FewRightHandSides<T>::permute(std::span<const Index> source) {
  const Phase phase(&Profile::swap);
  if (!kernel::move_elements<T>(a_.m * nrhs_, &plan::KernelRates::permutation))
    return;
  for (Index r = 0; r < nrhs_; ++r) {
    T* const column = x_.data() + r * a_.m;
    std::copy_n(column, a_.m, scratch_.data());
    std::ranges::transform(source, column, [&](Index i) { return scratch_[static_cast<std::size_t>(i)]; });
  }
}

// ---- Solve ----

template <typename T>
void FewRightHandSides<T>::solve(Uplo uplo, Transpose trans, Diag diag) {
  if (a_.m == 0 || nrhs_ == 0)
    return;
  const Phase phase(&Profile::update);
  if (grid_.p() * grid_.q() == 1)
    return solve_locally(uplo, trans, diag, a_.m, nrhs_, a_.local_data(grid_), a_.ld, x_.data(), a_.m);
  const bool forward = (uplo == Uplo::lower) == (trans == Transpose::no);
  std::ranges::fill(partial_sums_, T(0));
  for (Index step = 0; step < windows(); ++step) {
    const Index k = forward ? step : windows() - 1 - step;
    const Window w = window_of(k);
    if (is_root()) {
      if (step > 0)
        subtract_partial_sums(w, trans);
      solve_window(k, uplo, trans, diag);
    }
    const bool last = step + 1 == windows();
    const Window next = last ? w : window_of(forward ? k + 1 : k - 1);
    if (is_root() && !last)
      receive_partial_sums(next, trans);
    start_broadcast(w);
    if (!last) {
      // s_v += M(v, w) x_w, v the next window, at once; then all after v
      take_local_part(w, trans);
      accumulate(next, w, trans);
      if (!is_root())
        send_partial_sums(next, trans);
      accumulate(forward ? Window{next.end, a_.m} : Window{0, next.begin}, w, trans);
    }
    wait_for(std::exchange(broadcast_, MPI_REQUEST_NULL));
  }
  wait_all(partial_requests_);
}

/// x_w = M(w, w)^-1 x_w on the root, w window k.
template <typename T>
void FewRightHandSides<T>::solve_window(Index k, Uplo uplo, Transpose trans, Diag diag) {
  const Window w = window_of(k);
  unpack_diagonal_block(k, uplo == Uplo::lower ? Triangles::lower : Triangles::upper);
  solve_locally(uplo, trans, diag, w.size(), nrhs_, diagonal_block_.data(), w.size(), x_.data() + w.begin,
                a_.m);
}

/// x_w to all. Who is not the root has it at return.
template <typename T>
void FewRightHandSides<T>::start_broadcast(const Window& w) {
  const Phase phase(&Profile::exchange);
  T* const x = x_.data() + w.begin;
  if (is_root())
    kernel::copy(w.size(), nrhs_, x, a_.m, window_buffer_.data(), w.size());
  broadcast_ = comm::start_broadcast(window_buffer_.data(), static_cast<std::size_t>(w.size() * nrhs_), root_,
                                     grid_.all());
  if (is_root())
    return;
  wait_for(std::exchange(broadcast_, MPI_REQUEST_NULL));
  kernel::copy(w.size(), nrhs_, window_buffer_.data(), w.size(), x, a_.m);
}

/// The rows of x_w that my columns of M meet, in local_part_.
template <typename T>
void FewRightHandSides<T>::take_local_part(const Window& w, Transpose trans) {
  const bool no = trans == Transpose::no;
  const Index rows = no ? local_columns(w, grid_.mycol()) : local_rows(w, grid_.myrow());
  T* to = local_part_.data();
  for_each_run(no ? a_.columns : a_.rows, (no ? a_.j : a_.i) + w.begin, w.size(),
               no ? grid_.mycol() : grid_.myrow(), [&](Index row, Index length) {
                 kernel::copy(length, nrhs_, x_.data() + w.begin + row, a_.m, to, rows);
                 to += length;
               });
}

/// s(indices) += M(indices, w) x_w over my part of A.
template <typename T>
void FewRightHandSides<T>::accumulate(const Window& indices, const Window& w, Transpose trans) {
  const bool no = trans == Transpose::no;
  const Window& row_range = no ? indices : w;
  const Window& column_range = no ? w : indices;
  const Index m = local_rows(row_range, grid_.myrow()), n = local_columns(column_range, grid_.mycol());
  const T* const a = a_.data + a_.rows.local(a_.i + row_range.begin, grid_.myrow()) +
                     a_.columns.local(a_.j + column_range.begin, grid_.mycol()) * a_.ld;
  const Place me = place(grid_.rank());
  T* const sums = partial_sums_.data() + partial_rows({0, indices.begin}, me, trans);
  add_product(trans, m, n, nrhs_, a, a_.ld, local_part_.data(), no ? n : m, sums,
              partial_rows({0, a_.m}, me, trans));
}

template <typename T>
void FewRightHandSides<T>::receive_partial_sums(const Window& w, Transpose trans) {
  T* message = partial_buffer_.data();
  for (std::size_t s = 0; s < partial_requests_.size(); ++s) {
    const int rank = static_cast<int>(s);
    const Index count = partial_rows(w, place(rank), trans) * nrhs_;
    if (rank != root_)
      partial_requests_[s] = start_receive(message, count, rank, partial_sums_tag, grid_.all());
    message += count;
  }
}

template <typename T>
void FewRightHandSides<T>::send_partial_sums(const Window& w, Transpose trans) {
  const Place me = place(grid_.rank());
  const Index rows = partial_rows(w, me, trans);
  wait_all(partial_requests_); // the last ones: the root has them, or x_w could not have come
  kernel::copy(rows, nrhs_, partial_sums_.data() + partial_rows({0, w.begin}, me, trans),
               partial_rows({0, a_.m}, me, trans), partial_buffer_.data(), rows);
  partial_requests_[0] =
      start_send(partial_buffer_.data(), rows * nrhs_, root_, partial_sums_tag, grid_.all());
}

/// x_w -= the sum of s_w over all processes, in the order of ranks.
template <typename T>
void FewRightHandSides<T>::subtract_partial_sums(const Window& w, Transpose trans) {
  const bool no = trans == Transpose::no;
  const layout::Axis& axis = no ? a_.rows : a_.columns;
  wait_all(partial_requests_);
  const T* message = partial_buffer_.data();
  for (std::size_t s = 0; s < partial_requests_.size(); ++s) {
    const Place owner = place(static_cast<int>(s));
    const bool mine = static_cast<int>(s) == root_;
    const Index rows = partial_rows(w, owner, trans),
                ld = mine ? partial_rows({0, a_.m}, owner, trans) : rows;
    const T* sums = mine ? partial_sums_.data() + partial_rows({0, w.begin}, owner, trans) : message;
    if (kernel::move_elements<T>(rows * nrhs_))
      for_each_run(axis, (no ? a_.i : a_.j) + w.begin, w.size(), no ? owner.row : owner.column,
                   [&](Index row, Index length) {
                     for (Index r = 0; r < nrhs_; ++r)
                       std::transform(x_.data() + w.begin + row + r * a_.m,
                                      x_.data() + w.begin + row + length + r * a_.m, sums + r * ld,
                                      x_.data() + w.begin + row + r * a_.m, std::minus<>());
                     sums += length;
                   });
    message += rows * nrhs_;
  }
}

template <typename T>
void solve_triangular(Grid& grid, Uplo uplo, Transpose trans, Diag diag, const Submatrix<const T>& a,
                      const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  const auto memory =
      runtime::take_memory(grid, "a triangular solve", FewRightHandSides<T>::memory(grid, a, b.n));
  FewRightHandSides<T> x(grid, a, uplo == Uplo::lower ? Triangles::lower : Triangles::upper, b.n);
  x.gather({b.rows, b.columns, b.i, b.j, b.m, b.n, b.data, b.ld});
  x.solve(uplo, trans, diag);
  x.scatter(b);
}

#define HG_SOLVE_TRIANGULAR(T)                                                                               \
  template class FewRightHandSides<T>;                                                                       \
  template void solve_triangular(Grid&, Uplo, Transpose, Diag, const Submatrix<const T>&,                    \
                                 const Submatrix<T>&);
HG_SOLVE_TRIANGULAR(float)
HG_SOLVE_TRIANGULAR(double)
HG_SOLVE_TRIANGULAR(std::complex<float>)
HG_SOLVE_TRIANGULAR(std::complex<double>)
#undef HG_SOLVE_TRIANGULAR

} // namespace hetgrid::linalg
