// Largest differences.
#pragma once

namespace hetgrid::testing {

/// The larger one. NaN is larger than any number, so that it is not lost among others.
template <typename R>
R larger(R x, R y) {
  return x == x && !(y <= x) ? y : x;
}

} // namespace hetgrid::testing
