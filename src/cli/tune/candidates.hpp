// What `hetgrid tune` tries.
#pragma once

#include <vector>

#include "cli/tune/search.hpp"
#include "hetgrid/model.hpp"

namespace hetgrid::cli {

/// The parameters of an operation, those that matter most first, with values that can make a difference for matrices of
/// order n on a p x q grid.
std::vector<Coordinate> candidates(plan::Operation operation, int n, int p, int q);

} // namespace hetgrid::cli
