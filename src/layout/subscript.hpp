// Numbers of processes, rows and blocks are int, subscripts of the standard containers std::size_t.
#pragma once

#include <cstddef>

namespace hetgrid {

/// \param k  not negative
constexpr std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

} // namespace hetgrid
