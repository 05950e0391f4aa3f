// Moves a submatrix from one layout to another: uneven, uniform or partitioned, on one grid or between two.
#pragma once

#include "comm/agreement.hpp"
#include "comm/submatrix.hpp"

#include <span>
#include <vector>

namespace hetgrid::comm {

/// Where the processes of a p x q grid are: rank[i * q + j] is the rank of process (i, j) in the communicator
/// of the exchange. (myrow, mycol) is this process's place, or (-1, -1) if it is not in the grid.
struct Placement {
  int p = 0, q = 0;
  std::vector<int> rank;
  int myrow = -1, mycol = -1;

  /// Rank of a process that is not in the exchange.
  static constexpr int nowhere = -1;

  /// Of the grid of a context in any communicator; empty if this process is not in the context. Local.
  static Placement of_context(int context, MPI_Comm exchange);
  /// Of a grid in its own communicator, Grid::all().
  static Placement of(const Grid& grid);
};

/// What a layout that is a product of two axes holds of a matrix, and where its processes are.
template <typename T>
struct Side {
  Placement placement;
  Submatrix<T> matrix;
};

/// What redistribute() takes of a process's memory at most for an m x n matrix, bytes. \param processes of both grids
std::size_t redistribution_memory(Index m, Index n, int processes) noexcept;
/// The same for these sides. \param processes  of the exchange
template <typename T>
std::size_t redistribution_memory(std::span<const Side<const T>> sources,
                                  std::span<const Side<T>> destinations, int processes) noexcept;

/// to(i, j) = from(i, j), or from(j, i) if `transpose`, conjugated if `conjugate`. Collective over
/// `exchange`, in which both placements count; a process that is in one grid only passes data = nullptr for
/// the other submatrix. Only the local elements of the submatrices are touched; they must not overlap. T:
/// float, double, their complex types, int.
///
/// What a process has for another travels in tiles through the two slots of a mailbox (mailboxes.hpp) instead of
/// in one message: the slots stay in cache and are used again, packing, moving and unpacking overlap, and the
/// extra memory does not grow with the matrix (4 MB, or 64 KB for each process of `exchange` if that is more,
/// for what is sent and as much for what is received). It is kept with `exchange`.
/// \throws SystemError, on every process and before any data moves, if there is no memory on one
template <typename T>
void redistribute(MPI_Comm exchange, const Placement& source, const Submatrix<const T>& from,
                  const Placement& destination, const Submatrix<T>& to, bool transpose = false,
                  bool conjugate = false);

/// The same between layouts that are no products of two axes, but disjoint unions of such. All sources have the same
/// extents, as all destinations have; lists are in the same order on every process, with data = nullptr for what it has
/// no part in.
template <typename T>
void redistribute(MPI_Comm exchange, std::span<const Side<const T>> sources,
                  std::span<const Side<T>> destinations, bool transpose = false, bool conjugate = false);

/// The same within one grid. Collective over the grid.
template <typename T>
void redistribute(const Grid& grid, const Submatrix<const T>& from, const Submatrix<T>& to, bool transpose,
                  bool conjugate) {
  const Reservation memory( // also of the placement
      grid.all(), "moving a matrix", redistribution_memory(to.m, to.n, 2 * grid.p() * grid.q()));
  const Placement placement = Placement::of(grid);
  redistribute(grid.all(), placement, from, placement, to, transpose, conjugate);
}

} // namespace hetgrid::comm
