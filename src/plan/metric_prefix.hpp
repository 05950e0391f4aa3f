// Numbers of the command line and of the environment.
#pragma once

#include <optional>
#include <string_view>

namespace hetgrid::plan {

/// A number, which may end with k or K, M, G or T, powers of 1000 as in all that is printed: 64k, 1.5G. None if `text` is
/// anything else.
std::optional<double> number_with_prefix(std::string_view text);

} // namespace hetgrid::plan
