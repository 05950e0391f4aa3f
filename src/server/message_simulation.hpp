// simulate() of a star whose transfers are posted ahead.
#pragma once

#include "hetgrid/server.hpp"

namespace hetgrid::server {

Outcome simulate_messages(const Star& star, const Product& product, Policy& policy, const Observer& observer);

} // namespace hetgrid::server
