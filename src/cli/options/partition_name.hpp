// How options name the shapes of partitions: auto, square-corner.
#pragma once

#include <string>
#include <vector>

#include "hetgrid/shape.hpp"

namespace hetgrid::cli {

/// The first of the candidates for "auto", else that of a name. \param expected  what else the option takes, in front of the names
/// \throws ArgumentError for a shape that there is not, or not for these speeds
const partition::Candidate& candidate_named(const char* option, const std::string& name,
                                            const std::vector<partition::Candidate>& candidates,
                                            const std::string& expected = "");

} // namespace hetgrid::cli
