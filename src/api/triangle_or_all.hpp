// UPLO of the auxiliary routines: a triangle or, for any letter but U and L, the whole matrix.
#pragma once

#include "api/check.hpp"
#include "kernel/blas.hpp"

#include <cctype>

namespace hetgrid::api {

/// Argument `position`; must mean the same everywhere.
inline kernel::Uplo triangle_or_all(ArgumentChecker& check, int position, char uplo) {
  const int upper = std::toupper(static_cast<unsigned char>(uplo));
  const auto part = upper == 'U'   ? kernel::Uplo::upper
                    : upper == 'L' ? kernel::Uplo::lower
                                   : kernel::Uplo::all;
  check.scalar(position, part);
  return part;
}

} // namespace hetgrid::api
