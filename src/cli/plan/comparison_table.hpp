// Text of `hetgrid plan --compare`.
#pragma once

#include "hetgrid/distribution.hpp"

#include <string>
#include <vector>

namespace hetgrid::cli {

/// A line for each distribution, then for each partition, with units, and what the columns mean.
std::string comparison_table(const std::vector<plan::Compared>& distributions,
                             const std::vector<plan::Compared>& partitions);

} // namespace hetgrid::cli
