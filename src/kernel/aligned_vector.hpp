// Vectors that lie alike in every run.
#pragma once

#include <boost/align/aligned_allocator.hpp>
#include <vector>

namespace hetgrid::kernel {

/// For what level 1 and 2 of the BLAS read: some of its sums (asum) begin with the elements before the first aligned one, so
/// that their bits depend on where a vector lies.
template <typename T>
using AlignedVector = std::vector<T, boost::alignment::aligned_allocator<T, 64>>;

} // namespace hetgrid::kernel
