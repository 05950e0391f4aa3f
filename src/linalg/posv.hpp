// A X = B by Cholesky's factorization.
#pragma once

#include "comm/submatrix.hpp"
#include "kernel/blas.hpp"

#include <complex>

namespace hetgrid::linalg {

using comm::Grid;
using comm::Submatrix;
using layout::Index;

/// The factor takes the place of the triangle `uplo` of A, m x m, as with potrf; X takes the place of B, m x
/// nrhs, in any layout. Collective over the grid.
/// \return 0, or k > 0 if the leading minor of order k is not positive: then B is as it was; the same
/// everywhere
/// \throws SystemError, on every process, if the workspace cannot be had
template <typename T>
Index posv(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a, const Submatrix<T>& b);

#define HG_POSV(T) extern template Index posv(Grid&, kernel::Uplo, const Submatrix<T>&, const Submatrix<T>&);
HG_POSV(float)
HG_POSV(double)
HG_POSV(std::complex<float>)
HG_POSV(std::complex<double>)
#undef HG_POSV

} // namespace hetgrid::linalg
