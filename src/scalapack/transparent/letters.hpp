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

} // namespace hetgrid::scalapack::transparent
