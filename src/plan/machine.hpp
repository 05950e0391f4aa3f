// A platform as the choice between methods of factoring panels sees it.
#pragma once

#include "hetgrid/parameters.hpp"
#include "hetgrid/platform.hpp"

namespace hetgrid::plan {

/// The speed of the fastest process, and a link that is as slow as those between processes can be; where nothing is known of
/// the links, that of schedule::Machine.
schedule::Machine machine_of(const Platform& platform);

} // namespace hetgrid::plan
