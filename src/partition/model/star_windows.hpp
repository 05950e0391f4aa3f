// PIO in a star, window by window.
#pragma once

#include "partition/model/model.hpp"

#include <span>

namespace hetgrid::partition {

/// Seconds of a product whose windows are columns of A and rows of B. A few of them are under way
/// (schedule::windows_of_product), as linalg/partition/gemm.cpp has it: while window s is multiplied, the next ones are sent, and
/// no process is further ahead of another one. The first one travels alone. Messages share the links as StarLinks says. Of
/// windows that are alike the first are followed, the others take as long as these do in the end.
/// \param compute  seconds of a row of cells of B, of each process \pre messages_share_star()
double star_windows(const Bands& partition, const Run& run, std::span<const double> compute);

} // namespace hetgrid::partition
