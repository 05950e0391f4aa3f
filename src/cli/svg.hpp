// Picture of a plan: the panel and a matrix laid out by it, coloured by process.
#pragma once

#include <span>
#include <string>

#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// SVG text.
/// \param hosts         host name of every process, or empty
/// \param matrix_blocks size of the matrix drawn, in blocks; 0: two panels or a little more each way
/// \throws ArgumentError if matrix_blocks is negative or too large to draw (above 400)
std::string draw_plan(const plan::Plan& plan, std::span<const std::string> hosts = {}, int matrix_blocks = 0);

} // namespace hetgrid::cli
