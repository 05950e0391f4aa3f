// Partitions that are no grid, beside the distributions of `hetgrid plan --compare`.
#pragma once

#include <cstdint>
#include <vector>

#include "hetgrid/distribution.hpp"
#include "hetgrid/shape.hpp"

namespace hetgrid::cli {

/// Cells of a side: a block each.
std::int64_t cells_of(const plan::Problem& problem);

/// There are shapes for so many processes and cells, and the problem is a product.
bool may_be_partitioned(const plan::Platform& platform, const plan::Problem& problem);

/// All shapes on these cells, fastest first, for PIO, by which products on partitions run.
/// \throws ArgumentError unless may_be_partitioned()
std::vector<partition::Candidate> partitions_for(const plan::Platform& platform,
                                                 const plan::Problem& problem);

/// Rows for those that are possible, relative to the plan.
std::vector<plan::Compared> compared(const std::vector<partition::Candidate>& candidates,
                                     const plan::Platform& platform, const plan::Problem& problem,
                                     const plan::Plan& plan, const plan::Prediction& of_plan);

} // namespace hetgrid::cli
