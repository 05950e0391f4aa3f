// Inverses that come of a triangular matrix in one pass.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// The inverse of a triangle, L^-1 or U^-1; or that of the product whose factor it is, of which one triangle is meant:
/// (L L^H)^-1 or (U^H U)^-1.
enum class InverseOf { triangle, product };

/// That inverse takes the place of the triangle `uplo` of `a`, square; the other triangle keeps its values, and the diagonal if
/// diag = unit, which is taken to be 1; of a product diag = non_unit. Collective over the grid.
///
/// Workspace of a process that has m x n of it, in elements, with w <= 96: none alone, else for L^-1 5 w m + 2 w n shared on a node
/// and w n + 8 w^2; for L^-H L^-1 4 w m + 3 w n shared, w m + 2 w n + 8 w^2; of an upper triangle with m and n exchanged.
/// \return 0, or k > 0 if element (k, k), counted from 1, is the first of the diagonal that is exactly zero: then `a` is
/// as it was; the same everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index invert_triangle(Grid& grid, kernel::Uplo uplo, kernel::Diag diag, const Submatrix<T>& a,
                      InverseOf what);

#define HG_INVERT_TRIANGLE(T)                                                                                \
  extern template Index invert_triangle(Grid&, kernel::Uplo, kernel::Diag, const Submatrix<T>&, InverseOf);
HG_INVERT_TRIANGLE(float)
HG_INVERT_TRIANGLE(double)
HG_INVERT_TRIANGLE(std::complex<float>)
HG_INVERT_TRIANGLE(std::complex<double>)
#undef HG_INVERT_TRIANGLE

} // namespace hetgrid::linalg
