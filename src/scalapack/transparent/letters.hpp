// Character arguments.
#pragma once

#include "kernel/blas.hpp"
#include "scalapack/dispatch.hpp"

namespace hetgrid::scalapack::transparent {

inline kernel::Transpose transpose_of(const char* letter) {
  return is(letter, "N")   ? kernel::Transpose::no
         : is(letter, "T") ? kernel::Transpose::transpose
                           : kernel::Transpose::conjugate;
}

inline kernel::Uplo uplo_of(const char* letter) {
  return is(letter, "U") ? kernel::Uplo::upper : kernel::Uplo::lower;
}

inline kernel::Side side_of(const char* letter) {
  return is(letter, "L") ? kernel::Side::left : kernel::Side::right;
}

inline kernel::Diag diag_of(const char* letter) {
  return is(letter, "U") ? kernel::Diag::unit : kernel::Diag::non_unit;
}

} // namespace hetgrid::scalapack::transparent
