// Speeds of distributed panels: what measure::rate_kernels cannot measure, as they are not kernels.
#pragma once

#include "measure/rates.hpp"

#include <cstddef>
#include <vector>

namespace hetgrid::linalg {

/// LU panels of 64 columns and QR panels of 128, factored column by column by this process alone: all exchanges are with
/// nobody. Double precision.
/// \param rows  at least 128
std::vector<measure::RateKernel> panel_rate_kernels(int rows);
/// Bytes of what they work on, about.
std::size_t panel_rate_memory(int rows);

} // namespace hetgrid::linalg
