// What updates of one triangle of a Hermitian matrix have in common.
#pragma once

#include "linalg/triangle.hpp"

#include <complex>

namespace hetgrid::linalg {

/// A Hermitian C = beta C + P, P added by update(C). The diagonal of C is taken to be real and becomes real. Local beside
/// update().
template <typename T, typename Update>
void update_hermitian(const comm::Grid& grid, kernel::Uplo uplo, kernel::Real<T> beta,
                      const comm::Submatrix<T>& c, Update&& update) {
  scale_triangle(grid, uplo, beta, c);
  make_diagonal_real(grid, c); // its imaginary part need not be set, and NaN would spread
  update(c);
  make_diagonal_real(grid, c);
}

} // namespace hetgrid::linalg
