// Character arguments.
#pragma once

#include "kernel/blas.hpp"

namespace hetgrid::scalapack::transparent {

/// As LSAME: either case. `upper` is an upper-case letter.
constexpr bool is_letter(char given, char upper) {
  return given == upper || given == upper - 'A' + 'a';
}

constexpr kernel::Transpose transpose_of(char letter) {
  return is_letter(letter, 'N')   ? kernel::Transpose::no
         : is_letter(letter, 'T') ? kernel::Transpose::transpose
                                  : kernel::Transpose::conjugate;
}

constexpr kernel::Uplo uplo_of(char letter) {
  return is_letter(letter, 'U') ? kernel::Uplo::upper : kernel::Uplo::lower;
}

} // namespace hetgrid::scalapack::transparent
