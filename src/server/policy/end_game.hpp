// How much of C a worker may still take, so that all workers end at about the same time.
#pragma once

#include "hetgrid/server_bounds.hpp"

#include <algorithm>

namespace hetgrid::server {

class EndGame {
public:
  EndGame(const Star& star, const Product& product)
      : blocks_(static_cast<double>(product.r()) * static_cast<double>(product.s())),
        seconds_per_block_(bounds(star, product).best() / blocks_) {
    for (const Worker& worker : star.workers)
      seconds_of_worker_.push_back(static_cast<double>(product.t()) * worker.seconds_per_update);
  }

  /// Blocks that a worker computes in half of the time that all together need for those that are left.
  Index most_blocks(int worker, Index left) const {
    const double seconds_left = static_cast<double>(left) * seconds_per_block_;
    return static_cast<Index>(
        std::min(blocks_, seconds_left / 2 / seconds_of_worker_[static_cast<std::size_t>(worker)]));
  }

private:
  double blocks_;                         ///< of C
  double seconds_per_block_;              ///< of C, by all together
  std::vector<double> seconds_of_worker_; ///< for a block of C
};

} // namespace hetgrid::server
