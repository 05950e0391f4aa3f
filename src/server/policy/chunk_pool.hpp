// Chunks of C for whoever asks. A worker cuts them from a panel of columns as wide as they are, from above; once all columns
// are taken, from the largest part of a panel that is left, so that nobody is idle while there is work.
#pragma once

#include "server/policy/chunk_feed.hpp"

#include <limits>
#include <optional>
#include <vector>

namespace hetgrid::server {

class ChunkPool {
public:
  ChunkPool(const Product& product, std::size_t workers)
      : rows_(product.r()), columns_(product.s()), left_(product.r() * product.s()), panels_(workers) {}

  bool empty() const { return left_ == 0; }
  /// Blocks that nobody has taken.
  Index left() const { return left_; }
  /// At most side x side blocks, and no more than `most` of them if a line of them has no more. \param side positive
  std::optional<Chunk> take(int worker, Index side, Index most = std::numeric_limits<Index>::max());

private:
  static Index area(const Chunk& chunk) { return chunk.rows.size() * chunk.columns.size(); }
  Chunk new_panel(Index side);
  Chunk part_of_another(Index side);

  Index rows_, columns_; ///< blocks of C
  Index first_free_column_ = 0;
  Index left_;
  std::vector<Chunk> panels_; ///< what is left of that of each worker
};

} // namespace hetgrid::server
