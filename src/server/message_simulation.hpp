// simulate() of a star whose transfers are posted ahead, and simulations that need not be followed to their end.
#pragma once

#include "hetgrid/server.hpp"

#include <limits>

namespace hetgrid::server {

/// How long a run is of interest.
struct Patience {
  Index transfers = 0; ///< these in any case
  double seconds = std::numeric_limits<double>::infinity();
};
/// It takes longer.
struct GivenUp {};

/// \throws GivenUp once it is known that the run takes longer than that
Outcome simulate_messages(const Star& star, const Product& product, Policy& policy, const Observer& observer,
                          const Patience& patience = {});
/// simulate(), likewise.
Outcome simulate_within(const Patience& patience, const Star& star, const Product& product, Policy& policy);

} // namespace hetgrid::server
