// Nestings with a small volume of communication; one method a file. All take areas that do not increase and sum to 1, and
// the margin of NestingVolume.
#pragma once

#include "partition/many/nesting.hpp"

#include <cstdint>
#include <limits>

namespace hetgrid::partition {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

enum class Guests { none, allowed };

/// More processes than these are too many for nest_exactly().
constexpr std::size_t most_for_exact_nesting = 10;

/// The best of all nestings; guests are with the fastest of the processes of their part, none of whom has a part of his own.
Nesting nest_exactly(std::span<const double> areas, double margin, Guests guests);

/// The best, up to the interpolation of aspect ratios, of the nestings all of whose parts have processes that follow each
/// other in the order of the areas. O(p^3), with many processes by bundles of them.
Nesting nest_by_dynamic_programming(std::span<const double> areas, double margin, Guests guests);

/// Simulated annealing, seeded: the best nesting met.
Nesting anneal(const Nesting& start, std::span<const double> areas, double margin, Guests guests,
               std::uint64_t seed);

} // namespace hetgrid::partition
