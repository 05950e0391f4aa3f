// A dense matrix as a file holds it: one array without gaps.
#pragma once

#include "hetgrid/layout.hpp"

#include <cstddef>

namespace hetgrid::cli {

using layout::Index;

/// Rows and columns that matrices in files have, each way.
inline constexpr Index largest_side = 100'000'000;

struct MatrixLayout {
  char precision = 'd'; ///< s, d, c or z
  Index m = 0, n = 0;   ///< rows, columns
  bool by_rows = false; ///< the order of C; else that of Fortran

  std::size_t element_bytes() const { return precision == 's' ? 4 : precision == 'z' ? 16 : 8; }
  /// What the elements have to be aligned to: real and imaginary parts.
  std::size_t alignment() const { return precision == 's' || precision == 'c' ? 4 : 8; }
  /// Below 2^58, as long as the sides are legal.
  std::size_t bytes() const {
    return static_cast<std::size_t>(m) * static_cast<std::size_t>(n) * element_bytes();
  }

  bool operator==(const MatrixLayout&) const = default;
};

struct StoredMatrix {
  MatrixLayout layout;
  std::size_t offset = 0; ///< of the first element in the file, bytes

  std::size_t end() const { return offset + layout.bytes(); }
};

} // namespace hetgrid::cli
