// The inverse from Cholesky's factor.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// The triangle `uplo` of A^-1 takes the place of L or U, which linalg::potrf left in `a`; the other triangle keeps its
/// values. Collective over the grid. Workspace of a process that has m x n of it, in elements, with w <= 96: none alone,
/// else 5 w (m + n) + 7 w^2, of which 4 w m and 3 w n, of an upper triangle 3 w m and 4 w n, are shared on a node.
/// \return 0, or k > 0 if element (k, k) of the factor, counted from 1, is the first of its diagonal that is exactly
/// zero: then `a` is as it was; the same everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index potri(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a);

#define HG_POTRI(T) extern template Index potri(Grid&, kernel::Uplo, const Submatrix<T>&);
HG_POTRI(float)
HG_POTRI(double)
HG_POTRI(std::complex<float>)
HG_POTRI(std::complex<double>)
#undef HG_POTRI

} // namespace hetgrid::linalg
