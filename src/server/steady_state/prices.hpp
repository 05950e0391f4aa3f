// Selection by shadow prices.
#pragma once

#include "server/steady_state/rate.hpp"

#include <random>

namespace hetgrid::server::steady {

/// In work that a second is worth.
struct Prices {
  double port = 0;
  std::vector<double> workers; ///< of each
};

/// Those of the linear program of 6.1: with them work costs no less than it is worth, and as much on workers that are enrolled.
Prices shadow_prices(std::span<const Step> steps);

/// Whom to select: the work less what it costs of the port, of its worker, and of all others that are idle until it is sent.
std::size_t select_by_prices(const Clocks& clocks, const Prices& prices);

/// Prices that make the selection good, from the shadow prices by random changes.
Prices good_prices(std::span<const Step> steps, Reception reception, int changes, std::mt19937_64& random);

} // namespace hetgrid::server::steady
