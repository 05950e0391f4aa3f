// The inverse of a triangular matrix.
#pragma once

#include "linalg/invert_triangle.hpp"

namespace hetgrid::linalg {

/// The inverse of the triangle `uplo` of `a`, square, in its place; the other triangle keeps its values, and the
/// diagonal if diag = unit, which is taken to be 1. Collective over the grid; workspace, result and errors as of
/// invert_triangle.
template <typename T>
Index trtri(Grid& grid, kernel::Uplo uplo, kernel::Diag diag, const Submatrix<T>& a) {
  return invert_triangle(grid, uplo, diag, a, InverseOf::triangle);
}

} // namespace hetgrid::linalg
