#pragma once

#include "hetgrid/server_policies.hpp"

namespace hetgrid::server {

/// The selection of resources of [Dongarra06] 5, with its rule for small matrices, for so many equal workers. \param mu positive
Enrolment holm_enrolment(Index workers, double c, double w, Index mu, const Product& product);

} // namespace hetgrid::server
