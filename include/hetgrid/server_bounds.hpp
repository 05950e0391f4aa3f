// How long a product from a server takes at least. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/server.hpp"

namespace hetgrid::server {

/// Lower bounds of the time of any schedule on a star, seconds. Latencies are left out.
struct Bounds {
  double computing = 0; ///< all workers compute all the time
  double traffic = 0;   ///< A and B are sent once, and C as the product demands, over the fastest links
  double any_algorithm =
      0; ///< workers with m buffers need sqrt(27 / (8 m)) blocks for an update, but for the last m: 4.2
  double chunks =
      0; ///< workers need 2/mu + 2/t with the largest mu, maximum re-use: all policies with chunks of C

  /// Of any algorithm.
  double any() const { return std::max({computing, traffic, any_algorithm}); }
  /// Of policies with chunks.
  double best() const { return std::max(any(), chunks); }
};

/// The linear programs behind any_algorithm and chunks are those of [Dongarra06] 6.1, bandwidth-centric: workers that need the
/// least of the port for an update come first.
/// \throws ArgumentError if star or product are illegal
Bounds bounds(const Star& star, const Product& product);

/// Blocks that go over the links, both ways, at least if worker k does updates[k] updates of blocks: as any_algorithm counts them,
/// and, of results that are returned, each block that is seen once.
/// \throws ArgumentError if star or product are illegal, or there is not one number for each worker
double least_traffic(const Star& star, const Product& product, std::span<const double> updates);

} // namespace hetgrid::server
