// op(A) X = B for few right-hand sides, A triangular.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/aligned_vector.hpp"
#include "kernel/blas.hpp"

#include <complex>
#include <span>
#include <vector>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// Up to this many right-hand sides are solved for by solve_triangular, more by trsm.
inline constexpr Index few_right_hand_sides = 64;
/// Of triangles that are no larger the solution with many is as fast.
inline constexpr Index least_order_for_few = 256;

/// Which part of the diagonal blocks of A the solves to come will need.
enum class Triangles { lower, upper, both };

/// X, m x nrhs, on its way through a sequence of triangular solves with one matrix A, m x m. It is collected
/// on one process, the root: the fastest of the grid, and the first of the fastest. After a solve every
/// process has all of X.
///
/// Workspace in elements, with w = window: (m + m / min(p, q)) nrhs + m and 3 w nrhs, on the root m nrhs and
/// max(p, q) w nrhs more; besides, m w / (p q) for the diagonal blocks a process sends, and on the root up to
/// m w for those it receives.
template <typename T>
class FewRightHandSides {
public:
  /// Indices of X solved for in one step.
  static constexpr Index window = 512;

  /// What it takes of this process's memory at most, bytes. Local.
  static std::size_t memory(const Grid& grid, const Submatrix<const T>& a, Index nrhs);

  /// Gets the workspace and sends the diagonal blocks to the root. Collective over the grid, within a Reservation of
  /// memory().
  FewRightHandSides(Grid& grid, const Submatrix<const T>& a, Triangles triangles, Index nrhs);
  ~FewRightHandSides();
  FewRightHandSides(const FewRightHandSides&) = delete;
  FewRightHandSides& operator=(const FewRightHandSides&) = delete;

  bool is_root() const noexcept { return grid_.rank() == root_; }
  /// Rank of the root in Grid::all().
  int root() const noexcept { return root_; }
  /// X, column-major with leading dimension m: all of it on the root before a solve, on all processes after
  /// it.
  T* data() noexcept { return x_.data(); }

  /// X = B on the root; B, m x nrhs, in any layout. Collective over the grid.
  void gather(const Submatrix<const T>& b);
  /// X(r, :) = old X(source[r], :). Local: on the root before a solve, on all processes after it.
  void permute(std::span<const Index> source);
  /// X = op(A)^-1 X. Collective over the grid.
  void solve(kernel::Uplo uplo, kernel::Transpose trans, kernel::Diag diag);
  /// B = X after a solve. Local.
  void scatter(const Submatrix<T>& b) const;

private:
  /// Indices [begin, end) of X.
  struct Window {
    Index begin, end;
    Index size() const noexcept { return end - begin; }
  };
  struct Place {
    int row, column;
  };

  Index windows() const noexcept { return (a_.m + window - 1) / window; }
  Window window_of(Index k) const noexcept;
  Place place(int rank) const noexcept { return {rank / grid_.q(), rank % grid_.q()}; }
  Index local_rows(const Window& w, int row) const noexcept {
    return a_.rows.local_count(a_.i + w.begin, w.size(), row);
  }
  Index local_columns(const Window& w, int column) const noexcept {
    return a_.columns.local_count(a_.j + w.begin, w.size(), column);
  }

  template <typename Visit>
  void visit_diagonal_block(const Window& w, Place owner, Triangles part, Visit&& visit) const;
  Index diagonal_block_size(const Window& w, Place owner) const;
  void reserve();
  void send_diagonal_blocks();
  void receive_diagonal_blocks();
  void unpack_diagonal_block(Index k, Triangles part);

  void solve_window(Index k, kernel::Uplo uplo, kernel::Transpose trans, kernel::Diag diag);
  void start_broadcast(const Window& w);
  void take_local_part(const Window& w, kernel::Transpose trans);
  void accumulate(const Window& indices, const Window& w, kernel::Transpose trans);
  void receive_partial_sums(const Window& w, kernel::Transpose trans);
  void send_partial_sums(const Window& w, kernel::Transpose trans);
  void subtract_partial_sums(const Window& w, kernel::Transpose trans);
  Index partial_rows(const Window& w, Place owner, kernel::Transpose trans) const noexcept {
    return trans == kernel::Transpose::no ? local_rows(w, owner.row) : local_columns(w, owner.column);
  }

  Grid& grid_;
  Submatrix<const T> a_;
  Triangles triangles_;
  Index nrhs_;
  int root_;
  kernel::AlignedVector<T> x_;
  kernel::AlignedVector<T> scratch_;       ///< the others' parts of B, on the root; a column that is permuted
  kernel::AlignedVector<T> window_buffer_; ///< x_w, as it is broadcast
  kernel::AlignedVector<T> local_part_;    ///< the rows of x_w that my part of A meets
  kernel::AlignedVector<T>
      partial_sums_; ///< sums of op(A) x_w over my part of A, by local index of the result
  kernel::AlignedVector<T> partial_buffer_; ///< those of one window, sent or, on the root, received from all
  kernel::AlignedVector<T>
      diagonal_blocks_;             ///< packed, sent or, on the root, received: by window, then by process
  std::vector<Index> block_offset_; ///< in diagonal_blocks_, by window and process
  kernel::AlignedVector<T> diagonal_block_; ///< of one window, on the root
  MPI_Request broadcast_ = MPI_REQUEST_NULL;
  std::vector<MPI_Request> partial_requests_;
  std::vector<MPI_Request> block_requests_; ///< by window and, on the root, process
};

/// op(A) X = B, X in the place of B; A, the triangle `uplo` of an m x m matrix, B m x n with n small against
/// m, in any layouts. Collective over the grid.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void solve_triangular(Grid& grid, kernel::Uplo uplo, kernel::Transpose trans, kernel::Diag diag,
                      const Submatrix<const T>& a, const Submatrix<T>& b);

#define HG_SOLVE_TRIANGULAR(T)                                                                               \
  extern template class FewRightHandSides<T>;                                                                \
  extern template void solve_triangular(Grid&, kernel::Uplo, kernel::Transpose, kernel::Diag,                \
                                        const Submatrix<const T>&, const Submatrix<T>&);
HG_SOLVE_TRIANGULAR(float)
HG_SOLVE_TRIANGULAR(double)
HG_SOLVE_TRIANGULAR(std::complex<float>)
HG_SOLVE_TRIANGULAR(std::complex<double>)
#undef HG_SOLVE_TRIANGULAR

} // namespace hetgrid::linalg
