#include "server/policy/chunk_pool.hpp"

#include <algorithm>

namespace hetgrid::server {
namespace {

/// The first `size` blocks of a range, or all of it, which they leave.
Blocks cut_front(Blocks& blocks, Index size) {
  const Blocks front{blocks.begin, std::min(blocks.begin + size, blocks.end)};
  blocks.begin = front.end;
  return front;
}

} // namespace

std::optional<Chunk> ChunkPool::take(int worker, Index side, Index most) {
  if (empty())
    return {};
  Chunk& panel = panels_[static_cast<std::size_t>(worker)];
  if (area(panel) == 0)
    panel = first_free_column_ < columns_ ? new_panel(side) : part_of_another(side);
  const auto lines = [&](Index length) { return std::clamp<Index>(most / length, 1, side); };
  // A part of another's panel may be wider than a chunk, and is then no higher.
  const Chunk chunk = panel.columns.size() <= side
                          ? Chunk{cut_front(panel.rows, lines(panel.columns.size())), panel.columns}
                          : Chunk{panel.rows, cut_front(panel.columns, lines(panel.rows.size()))};
  left_ -= area(chunk);
  return chunk;
}

Chunk ChunkPool::new_panel(Index side) {
  const Blocks columns{first_free_column_, std::min(first_free_column_ + side, columns_)};
  first_free_column_ = columns.end;
  return {{0, rows_}, columns};
}

/// The lowest rows of the largest rest.
Chunk ChunkPool::part_of_another(Index side) {
  Chunk& largest = *std::ranges::max_element(panels_, {}, area);
  Chunk part = largest;
  part.rows.begin = std::max(largest.rows.begin, largest.rows.end - side);
  largest.rows.end = part.rows.begin;
  return part;
}

} // namespace hetgrid::server
