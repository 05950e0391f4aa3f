// Interchanges of lines (rows or columns) as IPIV arrays describe them.
#pragma once

#include "comm/grid.hpp"

#include <span>
#include <vector>

namespace hetgrid::linalg {

using comm::Grid;
using layout::Index;

enum class Lines : char { rows = 'R', columns = 'C' };
/// Interchanges from the first to the last, or undone from the last to the first.
enum class Order : char { forward = 'F', backward = 'B' };

/// Elements first .. first+count-1 of an IPIV array that is distributed by `axis` over the grid rows (over
/// the grid columns), and equal on all processes of a grid row (grid column); `data` is indexed by local
/// element of the axis.
struct PivotVector {
  Lines over;
  layout::Axis axis;
  Index first, count;
  const int* data;

  /// The coordinate of this process along the axis.
  int coordinate(const Grid& grid) const noexcept {
    return over == Lines::rows ? grid.myrow() : grid.mycol();
  }
  /// Of the processes with equal elements the first is the one whose elements are read.
  bool is_read(const Grid& grid) const noexcept {
    return (over == Lines::rows ? grid.mycol() : grid.myrow()) == 0;
  }
};

/// Elements of a pivot vector, as they are stored, on every process. Collective over the grid.
std::vector<Index> all_pivots(const Grid& grid, const PivotVector& ipiv);

/// What all_pivots, permutation_of and row_permutation take of this process's memory at most for n lines, bytes.
constexpr std::size_t row_permutation_memory(Index n) noexcept {
  return 40 * static_cast<std::size_t>(n);
}

/// The interchanges  first + k <-> pivots[k],  k = 0, 1, .. (backward: .. 1, 0), of `length` lines, from 0,
/// as a permutation: line r becomes what line source[r] was. Local.
std::vector<Index> permutation_of(std::span<const Index> pivots, Index first, Index length, Order order);

/// The interchanges  k <-> pivots[k],  k = 0, 1, .. width-1,  as the permutation of the few lines that they change: line r
/// becomes what line of(r) was. pivots[k] >= k, as those of an LU factorization. Local.
class SparsePermutation {
public:
  explicit SparsePermutation(std::span<const Index> pivots);

  /// Lines from `width` on that change, ascending. What they become was one of the first `width`.
  const std::vector<Index>& outside() const { return outside_; }
  /// The place of such a line among them.
  std::size_t place(Index line) const;
  /// \param line  one of the first `width`, or of outside()
  Index of(Index line) const;

private:
  Index& content(Index line);

  Index width_;
  std::vector<Index> outside_, inside_content_, outside_content_;
};

/// The interchanges  k <-> pivots[k],  pivots[k] >= k,  after which line k is what line lines[k] was. Local.
std::vector<Index> interchanges_to(std::span<const Index> lines);

/// The row permutation P of P A = L U: row r of P B is row source[r] of B, rows from 0; for backward order
/// that of P^-1. `ipiv` is the local IPIV array of linalg::getrf for rows i .. i+n-1 of `rows`. Collective
/// over the grid.
std::vector<Index> row_permutation(const Grid& grid, const layout::Axis& rows, Index i, Index n,
                                   const int* ipiv, Order order = Order::forward);

} // namespace hetgrid::linalg
