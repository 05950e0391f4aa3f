// Small linear programs.
#pragma once

#include <vector>

namespace hetgrid::server::steady {

/// The largest objective . x with a x <= 1, x >= 0, by the simplex method. No element of a is negative, and every column has one
/// that is positive; so has the objective. Infinity if the method takes too long.
double largest_sum(std::vector<std::vector<double>> a, std::vector<double> objective);

} // namespace hetgrid::server::steady
