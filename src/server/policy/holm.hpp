#pragma once

#include "hetgrid/server.hpp"

namespace hetgrid::server {

/// Who works with chunks of which size.
struct Enrolment {
  Index workers = 0;
  Index side = 0; ///< mu, or nu where C is small

  bool operator==(const Enrolment&) const = default;
};

/// The selection of resources of [Dongarra06] 5, with its rule for small matrices, for so many equal workers. \param mu positive
Enrolment holm_enrolment(Index workers, double c, double w, Index mu, const Product& product);

} // namespace hetgrid::server
