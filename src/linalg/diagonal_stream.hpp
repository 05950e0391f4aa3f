// The diagonal blocks of a distributed matrix, one after the other, whole on every process.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/axis_runs.hpp"
#include "runtime/engine.hpp"
#include "runtime/reservation.hpp"

#include <vector>

namespace hetgrid::linalg {

using comm::Submatrix;

/// A block travels as the pieces of its owners, each as it lies there, through a channel among all processes.
template <typename T>
class DiagonalStream {
public:
  /// \param order  of the largest block
  DiagonalStream(comm::Grid& grid, const Submatrix<const T>& a, Index order,
                 comm::Channel channel = usual_channel)
      : grid_(grid), a_(a), order_(order), stream_(grid.stream(channel)) {}

  /// What it takes of a process's memory at most, bytes.
  static std::size_t memory(Index order, comm::Channel channel = usual_channel) noexcept {
    return runtime::stream_memory(runtime::bytes_of<T>(order * order), channel);
  }
  /// Blocks that can be under way at a time.
  int slots() const noexcept { return stream_.slots(); }
  /// Collective over the grid.
  void reserve(runtime::Engine& engine) {
    stream_.reserve_for_group(runtime::bytes_of<T>(
        order_ * order_)); // as factorizations do, which leave other room to other groups
    engine.join(stream_);
  }

  bool can_open() { return stream_.can_open(); }
  bool ready() { return stream_.ready(current_); }
  /// The next block becomes the current one.
  void release() { stream_.release(current_++); }

  /// Starts the next block, that of indices first .. first+n-1: writes and sends my part of it.
  void open(Index first, Index n) {
    pieces_.clear();
    std::size_t mine = 0;
    for_each_owner(first, n, [&](int i, int j, Index before, Index rows, Index columns) {
      const std::size_t offset = runtime::bytes_of<T>(before);
      pieces_.push_back({i * grid_.q() + j, offset, runtime::bytes_of<T>(rows * columns)});
      if (pieces_.back().owner == grid_.rank())
        mine = offset;
    });
    const comm::PanelStream::Ticket ticket = stream_.open(pieces_);
    if (opened_++ == 0)
      current_ = ticket;
    const Submatrix<const T> block = a_.part(first, first, n, n);
    const Index rows = block.local_rows(grid_), columns = block.local_columns(grid_);
    if (rows > 0 && columns > 0)
      kernel::copy(rows, columns, block.local_data(grid_), block.ld,
                   reinterpret_cast<T*>(stream_.panel(ticket) + mine), rows);
    stream_.publish(ticket);
  }
  /// Copies the current block, of order n, to `to`, whose leading dimension is n.
  void read(Index first, Index n, T* to) {
    const auto* const pieces = reinterpret_cast<const T*>(stream_.panel(current_));
    for_each_owner(first, n, [&](int i, int j, Index before, Index rows, Index) {
      const T* column = pieces + before;
      for_each_run(a_.columns, a_.j + first, n, j, [&](Index to_column, Index columns) {
        const T* from = column;
        for_each_run(a_.rows, a_.i + first, n, i, [&](Index to_row, Index count) {
          kernel::copy(count, columns, from, rows, to + to_row + to_column * n, n);
          from += count;
        });
        column += columns * rows;
      });
    });
  }

private:
  static constexpr comm::Channel usual_channel = comm::Channel::factored_panels;

  /// Calls visit(i, j, before, rows, columns) for the processes that own some of a block, behind so many elements of others.
  template <typename Visit>
  void for_each_owner(Index first, Index n, Visit&& visit) const {
    Index before = 0;
    for (int i = 0; i < grid_.p(); ++i) {
      const Index rows = a_.rows.local_count(a_.i + first, n, i);
      for (int j = 0; rows > 0 && j < grid_.q(); ++j)
        if (const Index columns = a_.columns.local_count(a_.j + first, n, j); columns > 0) {
          visit(i, j, before, rows, columns);
          before += rows * columns;
        }
    }
  }

  comm::Grid& grid_;
  Submatrix<const T> a_;
  Index order_;
  comm::PanelStream& stream_;
  comm::PanelStream::Ticket current_ = 0;
  int opened_ = 0;
  std::vector<comm::PanelStream::Piece> pieces_;
};

/// My elements of one triangle of the diagonal block of `a` that begins with index `first`, as they are in `block`, whole, of
/// order n. \param beside  the diagonal stays as it is. Local.
template <typename T>
void store_diagonal_block(const comm::Grid& grid, const Submatrix<T>& a, kernel::Uplo uplo, bool beside,
                          Index first, Index n, const T* block) {
  if (!kernel::computes())
    return;
  const Submatrix<T> part = a.part(first, first, n, n);
  T* column = part.local_data(grid);
  for_each_run(a.columns, a.j + first, n, grid.mycol(), [&](Index j0, Index columns) {
    for (Index j = j0; j < j0 + columns; ++j, column += a.ld) {
      T* to = column;
      for_each_run(a.rows, a.i + first, n, grid.myrow(), [&](Index i0, Index rows) {
        for (Index i = i0; i < i0 + rows; ++i, ++to)
          if (uplo == kernel::Uplo::lower ? i >= j + beside : i + beside <= j)
            *to = block[i + j * n];
      });
    }
  });
}

} // namespace hetgrid::linalg
