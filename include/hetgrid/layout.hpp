// Uneven layout: where block and element indices of a distributed matrix live.
//
// A matrix is laid out by two axis maps, one for its rows over the grid rows, one for its columns over the
// grid columns. One axis at a time, for block size nb and first panel block src:
//
//       element index g  ---- block g / nb ---->  position (g / nb + src) mod B in the panel
//             |                                         |
//             | indxg2l                                 | order[position]
//             v                                         v
//       local index l    <---- indxl2g ---->       grid coordinate (indxg2p)
//
// Example: order = A A B (B = 3 blocks), nb = 2, src = 0:
//
//       g          0 1 | 2 3 | 4 5 | 6 7 | 8 9 | 10 11 | 12
//       owner      A     A     B     A     A     B       A
//       local l    0 1   2 3   0 1   4 5   6 7   2 3     8
//
// src shifts the panel: block 0 of the matrix takes position src of the panel. For the uniform map (order = 0
// 1 .. P-1) this is exactly ScaLAPACK's RSRC / CSRC: block 0 lives on coordinate src. The local part of any
// global index range is one contiguous local range. All indices are 0-based, in elements unless said
// otherwise, 64-bit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::layout {

using Index = std::int64_t;

/// Block index -> (grid coordinate, local block index) and back, in O(1), for any panel.
/// Immutable; copies share the tables. Memory: nprocs * (panel + 1) integers, nprocs + panel of them where the blocks of every
/// coordinate follow each other in the panel.
class AxisMap {
public:
  /// One process that owns everything.
  AxisMap();
  /// The panel `order`, repeated: order[b] is the coordinate, 0 <= order[b] < nprocs, that owns block b.
  /// Coordinates that do not occur own nothing.
  /// \throws ArgumentError if nprocs < 1, the panel is empty or a coordinate is out of range
  AxisMap(int nprocs, std::span<const int> order);
  /// Coordinate 1 owns `count` blocks of a panel from block `first` on, coordinate 0 the others. Memory: a few integers.
  /// \throws ArgumentError if the interval is empty or not in the panel
  static AxisMap interval(Index panel, Index first, Index count);
  /// ScaLAPACK's block-cyclic map.
  static AxisMap uniform(int nprocs);

  int nprocs() const noexcept;
  /// Blocks in a panel.
  Index panel() const noexcept;
  /// The panel, as given; empty for an interval.
  std::span<const int> order() const noexcept;
  /// Blocks per panel of one coordinate.
  Index blocks_per_panel(int coordinate) const noexcept;

  // Below, `block` counts from the start of an unshifted panel (first panel block = 0).
  int owner(Index block) const noexcept;
  /// Blocks owned by `coordinate` among blocks 0 .. block-1.
  Index blocks_before(Index block, int coordinate) const noexcept;
  /// The block that is number `local_block` of `coordinate`, which must own blocks.
  Index block_of(Index local_block, int coordinate) const noexcept;

  /// Same owner for every block.
  friend bool operator==(const AxisMap& a, const AxisMap& b) noexcept;

private:
  struct Tables;
  explicit AxisMap(std::shared_ptr<const Tables> tables) noexcept;

  std::shared_ptr<const Tables> tables_;
};

// Free functions, models: ScaLAPACK TOOLS. 0-based; src = first panel block, any value 0 <= src < map.panel()
// (for the uniform map: ScaLAPACK's ISRCPROC).

/// Elements of an axis of n elements in blocks of nb that coordinate `iproc` owns.
Index numroc(Index n, Index nb, int iproc, int src, const AxisMap& map) noexcept;
/// Coordinate that owns element g.
int indxg2p(Index g, Index nb, int src, const AxisMap& map) noexcept;
/// Number of elements before g that coordinate `iproc` owns: the local index of g on its owner, and on any
/// other coordinate the local index of the first owned element at or after g.
Index indxg2l(Index g, Index nb, int iproc, int src, const AxisMap& map) noexcept;
/// Global index of element l of coordinate `iproc`, which must own blocks.
Index indxl2g(Index l, Index nb, int iproc, int src, const AxisMap& map) noexcept;

/// One axis of a distributed matrix: n elements in blocks of nb over an axis map.
struct Axis {
  AxisMap map;
  Index n = 0;
  Index nb = 1;
  int src = 0;

  int owner(Index g) const noexcept { return indxg2p(g, nb, src, map); }
  Index local(Index g, int iproc) const noexcept { return indxg2l(g, nb, iproc, src, map); }
  Index global(Index l, int iproc) const noexcept { return indxl2g(l, nb, iproc, src, map); }
  /// Elements in [first, first + count) owned by iproc.
  Index local_count(Index first, Index count, int iproc) const noexcept {
    return local(first + count, iproc) - local(first, iproc);
  }
  /// End (exclusive) of the run of elements that starts at g, has one owner and does not pass `limit`.
  Index run_end(Index g, Index limit) const noexcept;
};

/// True if for all k in [0, count) element a0 + k of a and element b0 + k of b have the same owner.
bool aligned(const Axis& a, Index a0, const Axis& b, Index b0, Index count) noexcept;

/// DTYPE_ of a descriptor of an uneven layout; ScaLAPACK's dense block-cyclic is 1.
inline constexpr int dtype_uneven = 1999;
/// Of a matrix that is distributed by the owner map of its context (owner_map.hpp).
inline constexpr int dtype_partitioned = 2014;
inline constexpr int dtype_block_cyclic = 1;

/// The 9 integers of a ScaLAPACK descriptor, by name.
struct Descriptor {
  int dtype, context, m, n, mb, nb, rsrc, csrc, lld;

  static Descriptor from(const int* desc) noexcept;
  void to(int* desc) const noexcept;
};

} // namespace hetgrid::layout
