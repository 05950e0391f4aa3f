// The update of the core by all workers, in the long run.
#pragma once

#include "hetgrid/server_lu.hpp"
#include "hetgrid/server_selection.hpp"

#include <limits>

namespace hetgrid::server::lu {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// For panels of mu columns.
struct Core {
  std::vector<Chunk> chunks;       ///< of every worker
  std::vector<server::Step> steps; ///< a row of A22 as wide as the chunk
  std::vector<int> enrolled;
  double rate = 0; ///< updates of blocks per second
};

/// Workers are selected as for products: 7.3. \param columns of the widest core
Core core_of(const Star& star, Index mu, Index columns);

Step predict_step(const Star& star, const Core& core, Index m, Index mu);

} // namespace hetgrid::server::lu
