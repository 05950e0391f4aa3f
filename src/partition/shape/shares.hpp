// Shares of the matrices in proportion to speeds.
#pragma once

#include "hetgrid/model.hpp"
#include "hetgrid/platform.hpp"

#include <span>
#include <vector>

namespace hetgrid::partition {

/// Of all processes, with the sum 1, such that they update their shares in the same time at the speeds that they have with
/// them, but for those whose memory their shares of A, B and C fill. \return empty if the matrices do not fit into the memory
std::vector<double> proportional_shares(const plan::Platform& platform, const plan::Problem& problem);

/// All but the largest become smaller by a factor of at most 1, the largest takes what they leave.
std::vector<double> shrunk(std::span<const double> shares, double factor);

} // namespace hetgrid::partition
