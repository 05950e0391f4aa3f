#include "hetgrid/layout.hpp"

#include <algorithm>

namespace hetgrid::layout {
namespace {

/// Blocks of iproc among the first `block` blocks of the matrix: those of the panel from block src on.
Index local_blocks(Index block, int iproc, int src, const AxisMap& map) noexcept {
  return map.blocks_before(src + block, iproc) - map.blocks_before(src, iproc);
}

} // namespace

int indxg2p(Index g, Index nb, int src, const AxisMap& map) noexcept {
  return map.owner(src + g / nb);
}

Index indxg2l(Index g, Index nb, int iproc, int src, const AxisMap& map) noexcept {
  const Index block = g / nb;
  const Index whole = local_blocks(block, iproc, src, map) * nb;
  return map.owner(src + block) == iproc ? whole + g % nb : whole;
}

Index numroc(Index n, Index nb, int iproc, int src, const AxisMap& map) noexcept {
  return indxg2l(n, nb, iproc, src, map);
}

Index indxl2g(Index l, Index nb, int iproc, int src, const AxisMap& map) noexcept {
  const Index skipped = map.blocks_before(src, iproc);
  return (map.block_of(skipped + l / nb, iproc) - src) * nb + l % nb;
}

Index Axis::run_end(Index g, Index limit) const noexcept {
  const int iproc = owner(g);
  if (map.blocks_per_panel(iproc) == map.panel())
    return limit;
  Index end = (g / nb + 1) * nb;
  while (end < limit && owner(end) == iproc)
    end += nb;
  return std::min(end, limit);
}

bool aligned(const Axis& a, Index a0, const Axis& b, Index b0, Index count) noexcept {
  if (count <= 0 || (a.map.nprocs() == 1 && b.map.nprocs() == 1))
    return true;
  const bool same_cut = a.nb == b.nb && a0 % a.nb == b0 % b.nb;
  if (same_cut && a.map == b.map && (a.src + a0 / a.nb - b.src - b0 / b.nb) % a.map.panel() == 0)
    return true;
  // Both owner sequences are periodic: after the sum of the periods (Fine and Wilf) they agree for good.
  const Index period = a.map.panel() * a.nb + b.map.panel() * b.nb;
  const Index last = std::min(count, period);
  for (Index k = 0; k < last;) {
    if (a.owner(a0 + k) != b.owner(b0 + k))
      return false;
    const Index step_a = a.nb - (a0 + k) % a.nb, step_b = b.nb - (b0 + k) % b.nb;
    k += std::min(step_a, step_b); // no owner changes before the next border of a block
  }
  return true;
}

} // namespace hetgrid::layout
