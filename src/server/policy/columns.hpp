// Columns of C in panels as wide as the chunks of their worker, dealt out in turn: Algorithm 1 of [Dongarra06]. A worker goes
// through its panels from the left, through each of them from above.
#pragma once

#include "server/policy/chunk_feed.hpp"

#include <deque>
#include <optional>

namespace hetgrid::server {

class ColumnsInTurn {
public:
  /// \param workers  in the order of their turns
  ColumnsInTurn(const Product& product, std::span<const ChunkShape> shapes, std::span<const int> workers)
      : rows_(product.r()), panels_(shapes.size()) {
    Index column = 0;
    while (column < product.s())
      for (const int worker : workers) {
        const Index side = shapes[static_cast<std::size_t>(worker)].side;
        const Blocks columns{column, std::min(column + side, product.s())};
        if (columns.size() > 0)
          panels_[static_cast<std::size_t>(worker)].push_back({{0, side}, columns});
        column = columns.end;
      }
  }

  /// The next chunk of a worker.
  std::optional<Chunk> take(int worker) {
    auto& panels = panels_[static_cast<std::size_t>(worker)];
    if (panels.empty())
      return {};
    Chunk& first = panels.front();
    const Index side = first.rows.size();
    const Chunk chunk{{first.rows.begin, std::min(first.rows.end, rows_)}, first.columns};
    first.rows = {first.rows.end, first.rows.end + side};
    if (first.rows.begin >= rows_)
      panels.pop_front();
    return chunk;
  }

private:
  Index rows_;
  std::vector<std::deque<Chunk>> panels_; ///< their next chunks
};

} // namespace hetgrid::server
