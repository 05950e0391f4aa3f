// Operands of products as tests make them.
#pragma once

#include "kernel/blas.hpp"
#include "testing/support/serial_matrix.hpp"

namespace hetgrid::testing {

/// Element (k, l) of op(X), where X begins at (place.i, place.j) of the matrix element<T>(., ., number).
template <typename T, typename Place>
T op_element(const Place& place, int number, kernel::Transpose trans, Index k, Index l) {
  if (trans == kernel::Transpose::no)
    return element<T>(place.i + k, place.j + l, number);
  const T x = element<T>(place.i + l, place.j + k, number);
  return trans == kernel::Transpose::conjugate ? conjugate(x) : x;
}

} // namespace hetgrid::testing
