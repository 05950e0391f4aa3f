// Who is sent what next, of the products with workers of a context.
#pragma once

#include "comm/grid.hpp"

#include <string>

namespace hetgrid::api {

/// That of HG_SERVER_POLICY for this context; else HETGRID_SERVER_POLICY. Local.
std::string server_policy(const comm::Grid& grid);

} // namespace hetgrid::api
