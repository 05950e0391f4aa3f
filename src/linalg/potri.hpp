// The inverse from Cholesky's factor.
#pragma once

#include "linalg/invert_triangle.hpp"

namespace hetgrid::linalg {

/// The triangle `uplo` of A^-1 takes the place of L or U, which linalg::potrf left in `a`; the other triangle keeps its
/// values. Collective over the grid; workspace, result and errors as of invert_triangle.
template <typename T>
Index potri(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a) {
  return invert_triangle(grid, uplo, kernel::Diag::non_unit, a, InverseOf::product);
}

} // namespace hetgrid::linalg
