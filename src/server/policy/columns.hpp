// Columns of C in panels as wide as the chunks of the worker they belong to, who goes through them in the order in which it got
// them, through each from above: [Dongarra06] assigns full columns only.
#pragma once

#include "server/policy/chunk_feed.hpp"

#include <deque>
#include <optional>

namespace hetgrid::server {

class ColumnPanels {
public:
  ColumnPanels(const Product& product, std::size_t workers)
      : rows_(product.r()), columns_(product.s()), panels_(workers) {}

  bool all_assigned() const { return first_free_ == columns_; }
  /// The next columns go to a worker, as many as its chunks have, or all that are left.
  void assign(int worker, Index side) {
    const Blocks columns{first_free_, std::min(first_free_ + side, columns_)};
    first_free_ = columns.end;
    if (columns.size() > 0)
      panels_[static_cast<std::size_t>(worker)].push_back({{0, std::min(side, rows_)}, columns});
  }

  bool empty(int worker) const { return panels_[static_cast<std::size_t>(worker)].empty(); }
  /// The next chunk of a worker.
  std::optional<Chunk> take(int worker, Index side) {
    if (empty(worker))
      return {};
    auto& panels = panels_[static_cast<std::size_t>(worker)];
    const Chunk chunk = panels.front();
    panels.front().rows = {chunk.rows.end, std::min(chunk.rows.end + side, rows_)};
    if (chunk.rows.end == rows_)
      panels.pop_front();
    return chunk;
  }

private:
  Index rows_, columns_, first_free_ = 0;
  std::vector<std::deque<Chunk>> panels_; ///< of each worker; of the first one, the next chunk
};

} // namespace hetgrid::server
