// The star of a platform as a run on it will be.
#pragma once

#include "comm/sharing_limit.hpp"
#include "hetgrid/server.hpp"

namespace hetgrid::linalg {

/// server::star_of, where HETGRID_SHARED_MEMORY says who shares memory.
inline server::Star star_of(const plan::Platform& platform, const server::Product& product) {
  return server::star_of(platform, product, comm::sharing_limit());
}

} // namespace hetgrid::linalg
