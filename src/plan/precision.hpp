// What the precision of the elements changes: speeds, and curves of speeds, are those of double precision.
#pragma once

#include "hetgrid/model.hpp"

namespace hetgrid::plan {

/// Seconds of an operation, counted as for real matrices, over those in double precision: twice the speed in single precision,
/// 4 times as many operations in complex arithmetic.
inline double operation_weight(const Problem& problem) {
  return problem.element_bytes == 4 ? 0.5 : problem.element_bytes == 16 ? 4 : 1;
}

/// So many elements in doubles, of which curves of speeds have their sizes.
inline double in_doubles(double elements, double element_bytes) {
  return elements * element_bytes / sizeof(double);
}

} // namespace hetgrid::plan
