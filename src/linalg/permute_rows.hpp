// Row permutations in bulk, along the grid columns.
#pragma once

#include "comm/submatrix.hpp"
#include "runtime/engine.hpp"

#include <complex>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// A permutation of the rows of a submatrix, as this process sees it.
class RowMoves {
public:
  /// Row r becomes what row source[r] was; indices relative to a.i. Local.
  template <typename T>
  RowMoves(const Grid& grid, const Submatrix<T>& a, std::span<const Index> source)
      : RowMoves(grid, a.rows, a.i, source) {}
  RowMoves(const Grid& grid, const layout::Axis& rows, Index begin, std::span<const Index> source);

  /// Local indices of my rows that go to grid row i, and of those that come from it, in the same order on both
  /// sides.
  const std::vector<Index>& to(int i) const { return to_[static_cast<std::size_t>(i)]; }
  const std::vector<Index>& from(int i) const { return from_[static_cast<std::size_t>(i)]; }
  /// Rows that grid row i sends to grid row k.
  Index count(int i, int k) const {
    return count_[static_cast<std::size_t>(i) * to_.size() + static_cast<std::size_t>(k)];
  }

private:
  std::vector<std::vector<Index>> to_, from_;
  std::vector<Index> count_;
};

/// Permutes the rows of one batch of columns after the other. While one batch travels the next is packed.
template <typename T>
class RowPermuter {
public:
  explicit RowPermuter(Grid& grid) : grid_(grid) {}

  /// What it takes of this process's memory at most for permutations of `rows` rows, bytes. Local.
  static std::size_t memory(const Grid& grid, Index rows);
  /// Gets the workspace for permutations of the rows of `a`. Collective over the grid column.
  void reserve(const Submatrix<T>& a);
  /// Permutes `columns` columns stored from `data` (row 0 of the local matrix) on; the same number of columns on all
  /// processes of the grid column. Collective over the grid column.
  void permute(RowMoves moves, T* data, Index ld, Index columns);
  /// Completes what is under way.
  void finish();

private:
  struct Batch {
    std::shared_ptr<const RowMoves> moves;
    T* data;
    Index ld, columns;
    comm::PanelStream::Ticket ticket;
    std::vector<std::size_t> offset; ///< in the panel, of what comes from each grid row
  };

  void permute_alone(const RowMoves& moves, T* data, Index ld, Index columns);
  void send(std::shared_ptr<const RowMoves> moves, T* data, Index ld, Index columns);
  void receive_first();
  /// Grid row i is a member of the group that shares this process's panels.
  bool is_of_my_group(int i) const noexcept { return stream_->concerns_group(i, 1 + i); }

  Grid& grid_;
  comm::PanelStream* stream_ = nullptr; ///< nullptr in a grid of one row
  runtime::Engine engine_;
  Index batch_columns_ = 0;
  std::deque<Batch> batches_; ///< under way
  std::vector<T> scratch_;
  std::vector<comm::PanelStream::Piece> pieces_;
};

/// a(r, :) = old a(source[r], :) for all rows r of the submatrix; source is a permutation of 0 .. a.m-1, the same on
/// every process. Collective over the grid.
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
void permute_rows(Grid& grid, const Submatrix<T>& a, std::span<const Index> source);

extern template class RowPermuter<float>;
extern template class RowPermuter<double>;
extern template class RowPermuter<std::complex<float>>;
extern template class RowPermuter<std::complex<double>>;
extern template void permute_rows(Grid&, const Submatrix<float>&, std::span<const Index>);
extern template void permute_rows(Grid&, const Submatrix<double>&, std::span<const Index>);
extern template void permute_rows(Grid&, const Submatrix<std::complex<float>>&, std::span<const Index>);
extern template void permute_rows(Grid&, const Submatrix<std::complex<double>>&, std::span<const Index>);

} // namespace hetgrid::linalg
