// How a worker's memory is divided among A, B and C, and how few blocks have to be sent: [Dongarra06] 4 and 5.
#pragma once

#include "hetgrid/server.hpp"

namespace hetgrid::server {

/// What the m buffers of a worker are for. A chunk of C has mu x mu blocks; a step updates it with as many blocks of A and B as
/// follows.
enum class MemoryLayout {
  maximum_reuse, ///< 1 + mu + mu^2 <= m: a block of A, mu of B, which every block of A meets; 4.1
  overlapped, ///< mu^2 + 4 mu <= m: a step's mu of A and mu of B, and the next one's, received meanwhile; 5
  sequential, ///< mu^2 + 2 mu <= m: one step's; the worker does not receive while it computes; 8.2
  thirds,     ///< 3 mu^2 <= m: mu x mu of A and of B; Toledo
  fifths      ///< 5 mu^2 <= m: those, and the next step's
};

/// What a layout takes. \param mu  0 to 10^8
Index buffers_needed(MemoryLayout layout, Index mu);
/// The largest mu; 0 if there is no room for mu = 1.
Index largest_mu(MemoryLayout layout, Index buffers);
/// Steps whose pieces of A and B have room: 2 if a worker receives while it computes, else 1.
int steps_held(MemoryLayout layout);
/// Blocks of k in a step: mu for thirds and fifths, else 1.
Index depth(MemoryLayout layout, Index mu);

/// Blocks sent and returned for each update of a block, with chunks of mu x mu and t steps: 2/t + 2/mu. [Dongarra06] 4.2
double communication_ratio(Index mu, Index t);
/// That no algorithm can be below, with m buffers: sqrt(27 / (8 m)). [Dongarra06] 4.2
double least_communication_ratio(Index buffers);

} // namespace hetgrid::server
